/** What the widget's script asks its own provider: make a token of a card, pay, pass 3-D Secure. */
import { createHash, randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import * as v from 'valibot';
import { isValidEmail, typedEmail } from '../../../shared/validation';
import { amount, currency, moment, optionalText, text } from '../../billing/provider/cloudPaymentsFields';
import { sandboxCards } from '../schema/cards';
import type { Charges } from './charges';
import type { CardPeerOptions, PaymentRow } from './peerContext';
import { behaviourOf, brandOf } from './testCards';

/** How a payment stands, as the script reads it. */
export type WidgetAnswer =
  | { status: 'success' | 'threeDs'; transactionId: number }
  | { status: 'declined'; transactionId: number; reasonCode: number }
  | { status: 'refused' };

type CardFieldError = 'number' | 'expires' | 'expired' | 'cvv' | 'email';

const tokenBody = v.object({
  number: v.pipe(v.string(), v.maxLength(40)),
  expires: v.pipe(v.string(), v.maxLength(10)),
  cvv: v.pipe(v.string(), v.maxLength(10)),
  email: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(320))), null),
  emailRequired: v.optional(v.boolean(), false),
});

const payBody = v.object({
  publicTerminalId: text,
  token: text,
  amount,
  currency,
  description: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(512))), ''),
  externalId: optionalText,
  accountId: optionalText,
  email: optionalText,
  recurrent: v.optional(
    v.nullable(
      v.object({
        interval: v.picklist(['Day', 'Week', 'Month']),
        period: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(120)),
        amount: v.optional(v.nullable(amount), null),
        startDate: v.optional(v.nullable(moment), null),
      }),
    ),
    null,
  ),
});

const threeDsBody = v.object({
  transactionId: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2_147_483_647)),
  confirm: v.boolean(),
});

function hasLuhnSum(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .reverse()
    .reduce((total, digit, index) => {
      const value = digit * (index % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

/** The first moment after the card's last month. */
function endOf(month: number, year: number): Date {
  return new Date(Date.UTC(2000 + year, month, 1));
}

function answerOf(payment: PaymentRow): WidgetAnswer {
  switch (payment.status) {
    case 'completed':
      return { status: 'success', transactionId: payment.id };
    case 'awaiting3ds':
      return { status: 'threeDs', transactionId: payment.id };
    default:
      return { status: 'declined', transactionId: payment.id, reasonCode: payment.reasonCode };
  }
}

/**
 * Test cards are shared by everybody, so each entry of one counts as another person's card. With
 * this CVV it is the same card each time: how the rule of one trial per card is seen.
 */
const SAME_CARD_CVV = '000';

function sameCardId(card: string): string {
  return `card_${createHash('sha256').update(card).digest('hex').slice(0, 32)}`;
}

async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    return null;
  }
}

export function widgetApi(options: CardPeerOptions, charges: Charges): Hono {
  const { db, clock, publicTerminalId } = options;
  const api = new Hono();

  api.post('/token', async (context) => {
    const body = v.safeParse(tokenBody, await readJson(context.req.raw));
    if (!body.success) return context.json({ errors: ['number'] satisfies CardFieldError[] }, 400);
    const { email, emailRequired, cvv } = body.output;
    const digits = body.output.number.replace(/[\s-]/g, '');
    const expires = /^(0[1-9]|1[0-2])\s*\/?\s*(\d{2})$/.exec(body.output.expires.trim());
    const errors: CardFieldError[] = [];
    if (!/^\d{13,19}$/.test(digits) || !hasLuhnSum(digits)) errors.push('number');
    if (expires === null) errors.push('expires');
    else if (endOf(Number(expires[1]), Number(expires[2])) <= clock.now()) errors.push('expired');
    if (!/^\d{3,4}$/.test(cvv)) errors.push('cvv');
    const hasEmail = email !== null && email.trim() !== '';
    if ((emailRequired && !hasEmail) || (hasEmail && !isValidEmail(typedEmail(email)))) errors.push('email');
    if (errors.length > 0 || expires === null) return context.json({ errors });
    const token = `tk_${randomBytes(20).toString('hex')}`;
    await db.insert(sandboxCards).values({
      token,
      cardId:
        cvv === SAME_CARD_CVV
          ? sameCardId(`${digits} ${expires[1] ?? ''}/${expires[2] ?? ''}`)
          : `card_${randomBytes(16).toString('hex')}`,
      firstSix: digits.slice(0, 6),
      lastFour: digits.slice(-4),
      expires: `${expires[1] ?? ''}/${expires[2] ?? ''}`,
      brand: brandOf(digits),
      ...behaviourOf(digits),
    });
    return context.json({ token });
  });

  api.post('/pay', async (context) => {
    const body = v.safeParse(payBody, await readJson(context.req.raw));
    if (!body.success || body.output.publicTerminalId !== publicTerminalId || body.output.amount <= 0) {
      return context.json({ status: 'refused' } satisfies WidgetAnswer, 400);
    }
    const { recurrent, ...payment } = body.output;
    const startAt = recurrent?.startDate ?? null;
    if (startAt !== null && !charges.mayBegin(startAt)) {
      return context.json({ status: 'refused' } satisfies WidgetAnswer, 400);
    }
    const paid = await charges.pay({
      amountKopecks: payment.amount,
      currency: payment.currency,
      invoiceId: payment.externalId,
      accountId: payment.accountId,
      email: payment.email,
      description: payment.description ?? '',
      cardToken: payment.token,
      schedule:
        recurrent === null
          ? null
          : {
              interval: recurrent.interval,
              period: recurrent.period,
              amountKopecks: recurrent.amount ?? payment.amount,
              startDate: recurrent.startDate?.toISOString() ?? null,
            },
    });
    return context.json(answerOf(paid));
  });

  api.post('/3ds', async (context) => {
    const body = v.safeParse(threeDsBody, await readJson(context.req.raw));
    const paid = body.success
      ? await charges.answerThreeDs(body.output.transactionId, body.output.confirm)
      : null;
    return paid === null
      ? context.json({ status: 'refused' } satisfies WidgetAnswer, 400)
      : context.json(answerOf(paid));
  });

  return api;
}
