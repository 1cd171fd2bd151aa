/**
 * API of the fake YooKassa for the script of its payment widget: show a payment, pay it with a card or a wallet, and
 * complete 3-D Secure. The real API of the payment widget is not documented.
 */
import { Hono } from 'hono';
import * as v from 'valibot';
import type { CardFieldError } from '../../fakeCardProvider/widget/cardForm';
import type { Payments, WidgetResult } from '../payments';
import type { Shop } from '../shop';
import { type CardExpiry, findTestCard } from '../testCards';

/** Payment that the payment widget shows. `error` is a documented error code of the payment widget. */
export type ShownPayment = { amountKopecks: number; description: string | null } | { error: 'invalid_token' };

/** Result of a payment attempt, for the script of the payment widget. */
export type AttemptResult =
  | { status: 'paid' | 'threeDs' | 'invalidToken' }
  /** `isFinal` means that the payment widget offers no further attempt. */
  | { status: 'declined'; reason: string; isFinal: boolean };

const token = v.pipe(v.string(), v.maxLength(64));
const cardText = v.pipe(v.string(), v.maxLength(40));
const shownBody = v.object({ token });
const payBody = v.object({ token, number: cardText, expires: cardText, cvv: cardText });
const threeDsBody = v.object({ token, isConfirmed: v.boolean() });

const INVALID_TOKEN: AttemptResult = { status: 'invalidToken' };

async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    return null;
  }
}

/** Parses an expiry date such as `12/30`. Returns null if the date is malformed or in the past. */
function parseExpiry(expires: string, now: Date): CardExpiry | null {
  const [, expiryMonth, shortYear] = /^(0[1-9]|1[0-2])\s*\/?\s*(\d{2})$/.exec(expires.trim()) ?? [];
  if (expiryMonth === undefined || shortYear === undefined) return null;
  const expiryYear = `20${shortYear}`;
  const isFuture = new Date(Date.UTC(Number(expiryYear), Number(expiryMonth), 1)) > now;
  return isFuture ? { expiryMonth, expiryYear } : null;
}

export function widgetApi(shop: Shop, payments: Payments): Hono {
  const api = new Hono();

  const buildResult = (status: WidgetResult, reason: string): AttemptResult =>
    status === 'declined' ? { status, reason, isFinal: !shop.settings().retriesInWidget } : { status };

  api.post('/payment', async (context) => {
    const body = v.safeParse(shownBody, await readJson(context.req.raw));
    const payment = body.success ? await payments.findShown(body.output.token) : null;
    const shown: ShownPayment =
      payment === null
        ? { error: 'invalid_token' }
        : { amountKopecks: payment.amountKopecks, description: payment.description };
    return context.json(shown);
  });

  api.post('/pay', async (context) => {
    const body = v.safeParse(payBody, await readJson(context.req.raw));
    if (!body.success) return context.json(INVALID_TOKEN, 400);
    const { token: confirmationToken, number, expires, cvv } = body.output;
    const digits = number.replace(/[\s-]/g, '');
    const errors: CardFieldError[] = [];
    if (!/^\d{13,19}$/.test(digits)) errors.push('number');
    const expiry = parseExpiry(expires, shop.clock.now());
    if (expiry === null) errors.push('expires');
    if (!/^\d{3,4}$/.test(cvv)) errors.push('cvv');
    if (expiry === null || errors.length > 0) return context.json({ errors });
    const status = await payments.pay(confirmationToken, digits, { expiry });
    return context.json(buildResult(status, findTestCard(digits).reason ?? ''));
  });

  api.post('/wallet', async (context) => {
    const body = v.safeParse(shownBody, await readJson(context.req.raw));
    if (!body.success) return context.json(INVALID_TOKEN, 400);
    return context.json(buildResult(await payments.payByWallet(body.output.token), ''));
  });

  api.post('/3ds', async (context) => {
    const body = v.safeParse(threeDsBody, await readJson(context.req.raw));
    if (!body.success) return context.json(INVALID_TOKEN, 400);
    const { token: confirmationToken, isConfirmed } = body.output;
    const status = await payments.endThreeDs(confirmationToken, isConfirmed);
    return context.json(buildResult(status, '3d_secure_failed'));
  });

  return api;
}
