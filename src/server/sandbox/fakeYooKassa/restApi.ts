/** REST API of the fake YooKassa, as in the provider's documentation. The product's adapter uses this API. */
import { randomUUID, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { and, desc, eq, gt, gte, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { money } from '../../adapters/yooKassa/yooKassaFields';
import type { Database } from '../../store/database';
import { createQueue } from '../outside/queue';
import { type YooKassaOutage, yooKassaPayments, yooKassaRefunds, yooKassaRequests } from '../schema/yooKassa';
import { buildPaymentObject, buildRefundObject } from './objects';
import type { Payments, PaymentTerms } from './payments';
import { invalidReceiptPart } from './receiptRules';
import type { Shop } from './shop';

export interface RestOptions {
  db: Database;
  shopId: string;
  secretKey: string;
  /** Time in ms after which a hanging request is answered with HTTP 500. */
  hangMs: number;
}

/** Time in ms for which the first response to an `Idempotence-Key` is repeated. */
const RESPONSES_LAST_MS = 24 * 3_600_000;
const KEY_MAX_LENGTH = 64;
const AMOUNT_MIN_KOPECKS = 100;
const AMOUNT_MAX_KOPECKS = 35_000_000;

interface Result {
  status: 200 | 400 | 401 | 403 | 404 | 429 | 500;
  body: object;
}

const ok = (body: object): Result => ({ status: 200, body });
const failure = (
  status: Result['status'],
  code: string,
  description: string,
  parameter?: string,
): Result => ({
  status,
  body: {
    type: 'error',
    id: randomUUID(),
    code,
    description,
    ...(parameter === undefined ? {} : { parameter }),
  },
});
const invalid = (parameter: string, description = 'The value is not valid'): Result =>
  failure(400, 'invalid_request', description, parameter);
const notFound = (): Result => failure(404, 'not_found', 'The object does not exist');
const forbidden = (): Result =>
  failure(403, 'forbidden', 'The shop may not save payment methods or charge them');
/** Returns the response to a request over the rate limit. `retry_after` is a time in ms. */
const tooManyRequests = (retryAfterMs: number): Result => {
  const { status, body } = failure(429, 'too_many_requests', 'Too many requests');
  return { status, body: { ...body, retry_after: retryAfterMs } };
};
const serverError = (): Result => failure(500, 'internal_server_error', 'Repeat the request');

/** Time in ms after which a request that an outage answers with 429 may be repeated. The value is an assumption. */
const RETRY_AFTER_MS = 1800;

/** Returns the response to a request during an outage. Nothing is performed. */
function outageResponse(status: YooKassaOutage['status']): Result {
  switch (status) {
    case 401:
      return failure(401, 'invalid_credentials', 'The shop id or the secret key is wrong');
    case 403:
      return forbidden();
    case 429:
      return tooManyRequests(RETRY_AFTER_MS);
    case 500:
      return serverError();
  }
}

const metadata = v.pipe(
  v.record(v.pipe(v.string(), v.maxLength(32)), v.pipe(v.string(), v.maxLength(512))),
  v.check((entries) => Object.keys(entries).length <= 16),
);

const paymentBody = v.object({
  amount: v.pipe(
    money,
    v.check(({ currency }) => currency === 'RUB'),
    v.check(({ value }) => value >= AMOUNT_MIN_KOPECKS && value <= AMOUNT_MAX_KOPECKS),
  ),
  capture: v.optional(v.boolean(), false),
  save_payment_method: v.optional(v.boolean()),
  description: v.optional(v.pipe(v.string(), v.maxLength(128))),
  metadata: v.optional(metadata, {}),
  receipt: v.optional(v.unknown()),
  confirmation: v.optional(v.object({ type: v.literal('embedded'), locale: v.optional(v.string()) })),
  payment_method_id: v.optional(v.pipe(v.string(), v.maxLength(36))),
  payment_method_data: v.optional(v.unknown()),
  payment_token: v.optional(v.unknown()),
  airline: v.optional(v.unknown()),
});

const captureBody = v.object({ amount: v.optional(money) });
const refundBody = v.object({
  payment_id: v.pipe(v.string(), v.maxLength(36)),
  amount: money,
  description: v.optional(v.pipe(v.string(), v.maxLength(250))),
  receipt: v.optional(v.unknown()),
});

/** Fields that must not be sent together with an embedded confirmation. */
const NOT_IN_WIDGET = ['payment_method_id', 'payment_method_data', 'payment_token', 'airline'] as const;

const time = v.optional(
  v.pipe(
    v.string(),
    v.isoTimestamp(),
    v.transform((text) => new Date(text)),
  ),
);
const listQuery = v.object({
  'created_at.gte': time,
  'created_at.gt': time,
  'created_at.lte': time,
  'created_at.lt': time,
  status: v.optional(v.picklist(['pending', 'waiting_for_capture', 'succeeded', 'canceled'])),
  payment_id: v.optional(v.string()),
  limit: v.optional(
    v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.minValue(1), v.maxValue(100)),
    '10',
  ),
  cursor: v.optional(v.string()),
});
type ListQuery = v.InferOutput<typeof listQuery>;

function findParameter(issues: readonly v.BaseIssue<unknown>[]): string {
  const [issue] = issues;
  return (issue === undefined ? undefined : v.getDotPath(issue)) ?? 'body';
}

/** Position of the last object of a page: its creation time and id. */
const encodeCursor = ({ createdAt, id }: { createdAt: Date; id: string }): string =>
  Buffer.from(`${createdAt.toISOString()} ${id}`).toString('base64url');

function decodeCursor(cursor: string): { createdAt: Date; id: string } {
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  return { createdAt: new Date(at), id };
}

/**
 * Returns a function that counts a request of the last second. It returns the time in ms after which the request may be
 * repeated, or null if the request is within the limit. YooKassa publishes no limit, so counting accepted requests in a
 * sliding second is an assumption. Requests are counted in real time, because no clock of the sandbox moves between two
 * requests.
 */
function createRateLimit(): (perSecond: number | null) => number | null {
  const accepted: number[] = [];
  return (perSecond) => {
    const now = performance.now();
    while (accepted[0] !== undefined && accepted[0] <= now - 1000) accepted.shift();
    if (perSecond !== null && accepted.length >= perSecond)
      return Math.ceil((accepted[accepted.length - perSecond] ?? now) + 1000 - now);
    accepted.push(now);
    return null;
  };
}

export function restApi(options: RestOptions, shop: Shop, payments: Payments): Hono {
  const { db, shopId, secretKey, hangMs } = options;
  const { clock } = shop;
  const api = new Hono();
  const inTurn = createQueue();
  const takeTurn = createRateLimit();
  const expected = Buffer.from(`Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`);
  const respond = (context: Context, { status, body }: Result) => context.json(body, status);

  api.use(async (context, next) => {
    const given = Buffer.from(context.req.header('Authorization') ?? '');
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      return respond(context, failure(401, 'invalid_credentials', 'The shop id or the secret key is wrong'));
    const retryAfterMs = takeTurn(shop.settings().requestsPerSecond);
    if (retryAfterMs !== null) return respond(context, tooManyRequests(retryAfterMs));
    const { outage } = shop.settings();
    const isRead = context.req.method === 'GET';
    if (outage !== null && (outage.requests === 'all' || (outage.requests === 'reads') === isRead))
      return respond(context, outageResponse(outage.status));
    await next();
  });

  /** Performs a write request once per `Idempotence-Key`, and repeats the first response for 24 hours. */
  async function once(key: string, request: string, perform: () => Promise<Result>): Promise<Result> {
    const [stored] = await db.select().from(yooKassaRequests).where(eq(yooKassaRequests.key, key));
    const at = clock.now();
    if (stored !== undefined && at.getTime() - stored.at.getTime() < RESPONSES_LAST_MS) {
      if (stored.request !== request)
        return invalid('Idempotence-Key', 'Idempotence key duplicated with another body');
      return { status: stored.status as Result['status'], body: stored.response as object };
    }
    const { status, body } = await perform();
    const row = { key, request, status, response: body, at };
    await db
      .insert(yooKassaRequests)
      .values(row)
      .onConflictDoUpdate({ target: yooKassaRequests.key, set: row });
    return { status, body };
  }

  /** Registers a write request with its key and its injected failures. */
  function change(path: string, perform: (body: unknown, id: string) => Promise<Result>): void {
    api.post(path, async (context) => {
      const key = context.req.header('Idempotence-Key') ?? '';
      if (key === '' || key.length > KEY_MAX_LENGTH) return respond(context, invalid('Idempotence-Key'));
      const fault = await shop.takeFault();
      if (fault === 'hangBefore') await wait(hangMs);
      if (fault === 'hangBefore' || fault === 'errorBefore') return respond(context, serverError());
      const text = await context.req.text();
      const id = context.req.param('id') ?? '';
      const result = await inTurn(() =>
        once(key, `${context.req.path} ${text}`, async () => {
          try {
            return await perform(text === '' ? {} : JSON.parse(text), id);
          } catch (error) {
            if (error instanceof SyntaxError) return invalid('body', 'The body is not JSON');
            throw error;
          }
        }),
      );
      if (fault === 'hangAfter') await wait(hangMs);
      return respond(context, fault === null ? result : serverError());
    });
  }

  change('/payments', async (input) => {
    const parsed = v.safeParse(paymentBody, input);
    if (!parsed.success) return invalid(findParameter(parsed.issues));
    const body = parsed.output;
    const { amount, receipt, save_payment_method: save } = body;
    const invalidPart = receipt === undefined ? null : invalidReceiptPart(receipt, amount.value);
    if (invalidPart !== null) return invalid(invalidPart);
    const terms: PaymentTerms = {
      amountKopecks: amount.value,
      capture: body.capture,
      saveMethod: save ?? null,
      description: body.description ?? null,
      metadata: body.metadata,
      hasReceipt: receipt !== undefined,
    };
    if (!shop.settings().autopayments && (save === true || body.payment_method_id !== undefined))
      return forbidden();
    if (body.confirmation !== undefined) {
      const extra = NOT_IN_WIDGET.find((name) => body[name] !== undefined);
      return extra === undefined ? ok(buildPaymentObject(await payments.open(terms))) : invalid(extra);
    }
    if (body.payment_method_id === undefined) return invalid('confirmation');
    const payment = await payments.charge(terms, body.payment_method_id);
    return payment === null
      ? invalid('payment_method_id', 'The payment method does not exist')
      : ok(buildPaymentObject(payment));
  });

  change('/payments/:id/capture', async (input, id) => {
    const parsed = v.safeParse(captureBody, input);
    if (!parsed.success) return invalid(findParameter(parsed.issues));
    const payment = await payments.capture(id, parsed.output.amount?.value ?? null);
    return payment === null
      ? invalid('payment_id', 'The payment is not a hold')
      : ok(buildPaymentObject(payment));
  });

  change('/payments/:id/cancel', async (_input, id) => {
    const payment = await payments.cancel(id);
    return payment === null
      ? invalid('payment_id', 'The payment is not a hold')
      : ok(buildPaymentObject(payment));
  });

  change('/refunds', async (input) => {
    const parsed = v.safeParse(refundBody, input);
    if (!parsed.success) return invalid(findParameter(parsed.issues));
    const { payment_id: paymentId, amount, receipt } = parsed.output;
    const invalidPart = receipt === undefined ? null : invalidReceiptPart(receipt, amount.value);
    if (invalidPart !== null) return invalid(invalidPart);
    if (amount.value <= 0) return invalid('amount');
    const result = await payments.refund(paymentId, amount.value, { hasReceipt: receipt !== undefined });
    if ('refund' in result) return ok(buildRefundObject(result.refund));
    return result.rejected === 'noReceipt'
      ? invalid('receipt', 'A partial refund needs the returned items')
      : invalid(result.rejected === 'tooMuch' ? 'amount' : 'payment_id', result.rejected);
  });

  api.get('/payments/:id', async (context) => {
    const id = context.req.param('id');
    const [payment] = await db.select().from(yooKassaPayments).where(eq(yooKassaPayments.id, id));
    return respond(context, payment === undefined ? notFound() : ok(buildPaymentObject(payment)));
  });

  api.get('/refunds/:id', async (context) => {
    const id = context.req.param('id');
    const [refund] = await db.select().from(yooKassaRefunds).where(eq(yooKassaRefunds.id, id));
    return respond(context, refund === undefined ? notFound() : ok(buildRefundObject(refund)));
  });

  /** Returns the SQL condition of a list request. */
  function selected(
    table: typeof yooKassaPayments | typeof yooKassaRefunds,
    query: ListQuery,
  ): SQL | undefined {
    const since = query['created_at.gte'];
    const after = query['created_at.gt'];
    const until = query['created_at.lte'];
    const before = query['created_at.lt'];
    const position = query.cursor === undefined ? null : decodeCursor(query.cursor);
    return and(
      since === undefined ? undefined : gte(table.createdAt, since),
      after === undefined ? undefined : gt(table.createdAt, after),
      until === undefined ? undefined : lte(table.createdAt, until),
      before === undefined ? undefined : lt(table.createdAt, before),
      query.status === undefined ? undefined : sql`${table.status} = ${query.status}`,
      position === null
        ? undefined
        : or(
            lt(table.createdAt, position.createdAt),
            and(eq(table.createdAt, position.createdAt), lt(table.id, position.id)),
          ),
    );
  }

  function page<Row extends { createdAt: Date; id: string }>(
    rows: readonly Row[],
    limit: number,
    buildObject: (row: Row) => object,
  ): Result {
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    const isMore = rows.length > limit && last !== undefined;
    return ok({
      type: 'list',
      items: items.map(buildObject),
      ...(isMore ? { next_cursor: encodeCursor(last) } : {}),
    });
  }

  api.get('/payments', async (context) => {
    const query = v.safeParse(listQuery, context.req.query());
    if (!query.success) return respond(context, invalid(findParameter(query.issues)));
    const rows = await db
      .select()
      .from(yooKassaPayments)
      .where(selected(yooKassaPayments, query.output))
      .orderBy(desc(yooKassaPayments.createdAt), desc(yooKassaPayments.id))
      .limit(query.output.limit + 1);
    return respond(context, page(rows, query.output.limit, buildPaymentObject));
  });

  api.get('/refunds', async (context) => {
    const query = v.safeParse(listQuery, context.req.query());
    if (!query.success) return respond(context, invalid(findParameter(query.issues)));
    const { payment_id: paymentId, limit } = query.output;
    const rows = await db
      .select()
      .from(yooKassaRefunds)
      .where(
        and(
          selected(yooKassaRefunds, query.output),
          paymentId === undefined ? undefined : eq(yooKassaRefunds.paymentId, paymentId),
        ),
      )
      .orderBy(desc(yooKassaRefunds.createdAt), desc(yooKassaRefunds.id))
      .limit(limit + 1);
    return respond(context, page(rows, limit, buildRefundObject));
  });

  return api;
}
