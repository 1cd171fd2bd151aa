/** API of the fake card provider for the script of the card widget: tokenize a card, pay, and complete 3-D Secure. */
import { Hono } from 'hono';
import * as v from 'valibot';
import { isValidEmail, typedEmail } from '../../../../shared/validation';
import {
  amount,
  currency,
  moment,
  optionalText,
  text,
} from '../../../adapters/cloudPayments/cloudPaymentsFields';
import { isCardNumber, registerCard } from '../cards';
import type { Charges } from '../charges';
import type { FakeCardProviderOptions, PaymentRow } from '../fakeProviderContext';
import { isValidReceipt } from '../receiptRules';
import type { CardFieldError } from './cardForm';

/** Payment result that the script of the card widget receives. */
export type WidgetResponse =
  | { status: 'success' | 'threeDs'; transactionId: number }
  | { status: 'declined'; transactionId: number; reasonCode: number }
  | { status: 'rejected' };

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
  receipt: v.optional(v.unknown()),
  recurrent: v.optional(
    v.nullable(
      v.object({
        interval: v.picklist(['Day', 'Week', 'Month']),
        period: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(120)),
        amount: v.optional(v.nullable(amount), null),
        startDate: v.optional(v.nullable(moment), null),
        receipt: v.optional(v.unknown()),
      }),
    ),
    null,
  ),
});

type PayBody = v.InferOutput<typeof payBody>;

const threeDsBody = v.object({
  transactionId: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2_147_483_647)),
  confirm: v.boolean(),
});

/** Returns the first time after the card's expiry month. */
function deriveExpiry(month: number, year: number): Date {
  return new Date(Date.UTC(2000 + year, month, 1));
}

function buildResponse(payment: PaymentRow): WidgetResponse {
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
 * Returns whether all given fiscal receipts are valid. Receipts are optional, but invalid receipts are rejected before
 * the card is charged.
 */
function hasValidReceipts({
  receipt,
  recurrent,
  amount: amountKopecks,
  email: payerEmail,
}: PayBody): boolean {
  const monthlyKopecks = recurrent?.amount ?? amountKopecks;
  return [
    { given: receipt, money: { amountKopecks, payerEmail } },
    { given: recurrent?.receipt, money: { amountKopecks: monthlyKopecks, payerEmail } },
  ].every(({ given, money }) => given === undefined || given === null || isValidReceipt(given, money));
}

async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    return null;
  }
}

export function widgetApi(options: FakeCardProviderOptions, charges: Charges): Hono {
  const { db, publicTerminalId } = options;
  const { clock } = options.terminal;
  const api = new Hono();

  api.post('/token', async (context) => {
    const body = v.safeParse(tokenBody, await readJson(context.req.raw));
    if (!body.success) return context.json({ errors: ['number'] satisfies CardFieldError[] }, 400);
    const { email, emailRequired, cvv } = body.output;
    const digits = body.output.number.replace(/[\s-]/g, '');
    const expires = /^(0[1-9]|1[0-2])\s*\/?\s*(\d{2})$/.exec(body.output.expires.trim());
    const errors: CardFieldError[] = [];
    if (!isCardNumber(digits)) errors.push('number');
    if (expires === null) errors.push('expires');
    else if (deriveExpiry(Number(expires[1]), Number(expires[2])) <= clock.now()) errors.push('expired');
    if (!/^\d{3,4}$/.test(cvv)) errors.push('cvv');
    const hasEmail = email !== null && email.trim() !== '';
    if ((emailRequired && !hasEmail) || (hasEmail && !isValidEmail(typedEmail(email)))) errors.push('email');
    if (errors.length > 0 || expires === null) return context.json({ errors });
    const token = await registerCard(db, { digits, cvv, expires: `${expires[1] ?? ''}/${expires[2] ?? ''}` });
    return context.json({ token });
  });

  api.post('/pay', async (context) => {
    const body = v.safeParse(payBody, await readJson(context.req.raw));
    if (!body.success || body.output.publicTerminalId !== publicTerminalId || body.output.amount <= 0) {
      return context.json({ status: 'rejected' } satisfies WidgetResponse, 400);
    }
    const { recurrent, ...payment } = body.output;
    const startAt = recurrent?.startDate ?? null;
    if ((startAt !== null && !charges.mayBegin(startAt)) || !hasValidReceipts(body.output)) {
      return context.json({ status: 'rejected' } satisfies WidgetResponse, 400);
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
    return context.json(buildResponse(paid));
  });

  api.post('/3ds', async (context) => {
    const body = v.safeParse(threeDsBody, await readJson(context.req.raw));
    const paid = body.success
      ? await charges.responseThreeDs(body.output.transactionId, body.output.confirm)
      : null;
    return paid === null
      ? context.json({ status: 'rejected' } satisfies WidgetResponse, 400)
      : context.json(buildResponse(paid));
  });

  return api;
}
