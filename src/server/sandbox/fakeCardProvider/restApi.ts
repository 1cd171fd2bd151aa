/**
 * REST API of the fake card provider, as in the provider's documentation. The product's card provider adapter uses this
 * API.
 */
import { timingSafeEqual } from 'node:crypto';
import { and, asc, desc, eq, gt, gte, inArray, lt, lte, sql } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { toRubles } from '../../../shared/money';
import { amount, moment, text, transactionId } from '../../adapters/cloudPayments/cloudPaymentsFields';
import { createQueue } from '../outside/queue';
import {
  sandboxCardFailures,
  sandboxCardRequests,
  sandboxCards,
  sandboxPayments,
  sandboxRecurringPayments,
} from '../schema/cards';
import type { Charges, RefundRejection } from './charges';
import {
  type CardRow,
  type FakeCardProviderOptions,
  type PaymentRow,
  type RecurringPaymentRow,
} from './fakeProviderContext';
import { reportedOrder } from './notificationMessages';
import { addDays } from './providerCalendar';
import { isValidReceipt, receiptInJsonData } from './receiptRules';

interface ResponseBody {
  Success: boolean;
  Message: string | null;
  Model?: unknown;
}

const TOO_MANY_REQUESTS = 429;

/** Time in ms for which responses are stored by X-Request-ID. */
const RESPONSES_LAST_MS = 3_600_000;

const success = (Model?: unknown): ResponseBody => ({
  Success: true,
  Message: null,
  ...(Model === undefined ? {} : { Model }),
});
const failure = (Message: string, Model?: unknown): ResponseBody => ({
  Success: false,
  Message,
  ...(Model === undefined ? {} : { Model }),
});

const STATUS_NAMES: Record<PaymentRow['status'], string> = {
  started: 'AwaitingAuthentication',
  awaiting3ds: 'AwaitingAuthentication',
  completed: 'Completed',
  declined: 'Declined',
  refunded: 'Completed',
};

const iso = (date: Date | null): string | null => date?.toISOString().slice(0, 19) ?? null;

function recurringPaymentModel(recurringPayment: RecurringPaymentRow): object {
  return {
    Id: recurringPayment.id,
    AccountId: recurringPayment.accountId,
    Description: recurringPayment.description,
    Email: recurringPayment.email,
    Amount: toRubles(recurringPayment.amountKopecks),
    Currency: recurringPayment.currency,
    RequireConfirmation: false,
    StartDateIso: iso(recurringPayment.startAt),
    Interval: recurringPayment.interval,
    Period: recurringPayment.period,
    Status: recurringPayment.status,
    SuccessfulTransactionsNumber: recurringPayment.successes,
    FailedTransactionsNumber: recurringPayment.failures,
    LastTransactionDateIso: iso(recurringPayment.lastAt),
    NextTransactionDateIso: iso(recurringPayment.nextAt),
  };
}

const idBody = v.object({ TransactionId: transactionId });
const refundBody = v.object({
  TransactionId: transactionId,
  Amount: amount,
  JsonData: v.optional(v.string()),
});
const orderBody = v.object({ InvoiceId: text });
const dayBody = v.object({ Date: v.pipe(v.string(), v.isoDate()) });
const recurringPaymentBody = v.object({ Id: text });
const accountBody = v.object({ accountId: text });
const updateBody = v.object({
  Id: text,
  StartDate: v.optional(moment),
  Amount: v.optional(amount),
  CustomerReceipt: v.optional(v.object({ email: v.optional(text) })),
});
/** Schema of the full receipt in an update request. The schema `updateBody` reads only the email address in the receipt. */
const receiptBody = v.object({ CustomerReceipt: v.optional(v.unknown()) });

const REFUND_MESSAGES: Record<RefundRejection, string> = {
  unknown: 'Not found',
  tooMuch: 'The amount exceeds the unrefunded part of the payment',
  tooOld: 'The payment is older than one year',
  noBalance: 'The balance is too small',
};

async function readRequest(request: Request): Promise<unknown> {
  const isJson = (request.headers.get('content-type') ?? '').includes('json');
  const body = await request.text();
  try {
    return isJson ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
  } catch {
    return null;
  }
}

/** REST API methods that the sandbox can make fail. */
export const REST_METHODS = [
  'payments/find',
  'v2/payments/find',
  'payments/get',
  'payments/list',
  'payments/void',
  'payments/refund',
  'subscriptions/get',
  'subscriptions/find',
  'subscriptions/update',
  'subscriptions/cancel',
] as const;
export type RestMethod = (typeof REST_METHODS)[number];

export function restApi(options: FakeCardProviderOptions, charges: Charges): Hono {
  const { db, terminal, publicTerminalId, apiSecret } = options;
  const { clock } = terminal;
  const api = new Hono();
  const inTurn = createQueue();
  const expected = Buffer.from(`Basic ${Buffer.from(`${publicTerminalId}:${apiSecret}`).toString('base64')}`);

  api.use(async (context, next) => {
    const given = Buffer.from(context.req.header('Authorization') ?? '');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      return context.json(failure('Unauthorized'), 401);
    }
    await next();
  });

  /** Returns the responses for payments, with one query for all their cards. */
  async function paymentModels(payments: readonly PaymentRow[]): Promise<object[]> {
    if (payments.length === 0) return [];
    const tokens = [...new Set(payments.map(({ cardToken }) => cardToken))];
    const rows = await db.select().from(sandboxCards).where(inArray(sandboxCards.token, tokens));
    const cards = new Map(rows.map((card) => [card.token, card]));
    return payments.map((payment) => paymentModel(payment, cards.get(payment.cardToken)));
  }

  function paymentModel(payment: PaymentRow, card: CardRow | undefined): object {
    const isRefund = payment.operation === 'Refund';
    return {
      TransactionId: payment.id,
      Amount: toRubles(payment.amountKopecks),
      Currency: payment.currency,
      InvoiceId: isRefund ? null : reportedOrder(payment),
      AccountId: isRefund ? null : payment.accountId,
      Email: payment.email,
      Description: payment.description,
      CreatedDateIso: iso(payment.createdAt),
      Status: STATUS_NAMES[payment.status],
      Reason: payment.reasonCode === 0 ? 'Approved' : 'Declined',
      ReasonCode: payment.reasonCode,
      TestMode: true,
      Refunded: payment.status === 'refunded',
      Type: payment.operation,
      OriginalTransactionId: payment.originalId,
      SubscriptionId: payment.role === 'recurrent' ? payment.recurringPaymentId : null,
      CardFirstSix: card?.firstSix ?? null,
      CardLastFour: card?.lastFour ?? null,
      CardExpDate: card?.expires ?? null,
      CardType: card?.brand ?? null,
    };
  }

  /**
   * Returns the HTTP status of the planned failure for this request, or null if no failure is planned. Each request
   * uses up one planned failure.
   */
  async function takeFailure(method: string): Promise<number | null> {
    const [row] = await db
      .update(sandboxCardFailures)
      .set({ times: sql`${sandboxCardFailures.times} - 1` })
      .where(and(eq(sandboxCardFailures.method, method), gt(sandboxCardFailures.times, 0)))
      .returning();
    return row?.httpStatus ?? null;
  }

  /**
   * Registers a REST API method. Methods that change data are idempotent, because a repeated X-Request-ID returns the
   * stored response.
   */
  function call<Schema extends v.GenericSchema>(
    path: RestMethod,
    kind: 'read' | 'change',
    schema: Schema,
    perform: (body: v.InferOutput<Schema>, raw: unknown) => Promise<ResponseBody>,
  ): void {
    const respond = async (context: Context): Promise<Response> => {
      const raw = await readRequest(context.req.raw);
      const body = v.safeParse(schema, raw);
      // The rate limit is applied before the request is validated.
      const failedWith = await takeFailure(path);
      if (failedWith === TOO_MANY_REQUESTS) return context.text('', TOO_MANY_REQUESTS);
      if (!body.success) return context.json(failure('Invalid request'));
      // The card provider reports errors with HTTP 200. A failed request is not stored, so the same X-Request-ID can be
      // retried.
      if (failedWith !== null) return context.json(failure('The service is busy'));
      const requestId = context.req.header('X-Request-ID');
      if (kind === 'read' || requestId === undefined) return context.json(await perform(body.output, raw));
      return inTurn(async () => {
        const [stored] = await db
          .select()
          .from(sandboxCardRequests)
          .where(eq(sandboxCardRequests.requestId, requestId));
        const now = clock.now();
        if (stored !== undefined && now.getTime() - stored.at.getTime() < RESPONSES_LAST_MS) {
          return context.json(stored.response as ResponseBody);
        }
        const response = await perform(body.output, raw);
        await db
          .insert(sandboxCardRequests)
          .values({ requestId, response, at: now })
          .onConflictDoUpdate({ target: sandboxCardRequests.requestId, set: { response, at: now } });
        return context.json(response);
      });
    };
    api.post(`/${path}`, respond);
  }

  /** Returns whether the receipt in an update request is valid for the charges of the recurring payment. */
  async function isReceiptOfRecurringPayment(
    id: string,
    newAmountKopecks: number | undefined,
    raw: unknown,
  ): Promise<boolean> {
    const [recurringPayment] = await db
      .select()
      .from(sandboxRecurringPayments)
      .where(eq(sandboxRecurringPayments.id, id));
    const parsed = v.safeParse(receiptBody, raw);
    if (recurringPayment === undefined || !parsed.success) return false;
    const amountKopecks = newAmountKopecks ?? recurringPayment.amountKopecks;
    return isValidReceipt(parsed.output.CustomerReceipt, { amountKopecks, payerEmail: null });
  }

  const findOfOrder = async (invoiceId: string): Promise<PaymentRow | undefined> => {
    const [payment] = await db
      .select()
      .from(sandboxPayments)
      .where(
        and(
          eq(sandboxPayments.invoiceId, invoiceId),
          eq(sandboxPayments.operation, 'Payment'),
          eq(sandboxPayments.role, 'first'),
        ),
      )
      .orderBy(desc(sandboxPayments.id))
      .limit(1);
    return payment;
  };

  for (const path of ['payments/find', 'v2/payments/find'] as const) {
    call(path, 'read', orderBody, async ({ InvoiceId }) => {
      const payment = await findOfOrder(InvoiceId);
      if (payment === undefined) return failure('Not found');
      const [model] = await paymentModels([payment]);
      return payment.status === 'completed' ? success(model) : failure('', model);
    });
  }

  call('payments/get', 'read', idBody, async ({ TransactionId }) => {
    const [payment] = await db
      .select()
      .from(sandboxPayments)
      .where(eq(sandboxPayments.id, Number(TransactionId)));
    return payment === undefined ? failure('Not found') : success((await paymentModels([payment]))[0]);
  });

  call('payments/list', 'read', dayBody, async (body) => {
    const day = new Date(`${body.Date}T00:00:00.000Z`);
    const payments = await db
      .select()
      .from(sandboxPayments)
      .where(and(gte(sandboxPayments.createdAt, day), lt(sandboxPayments.createdAt, addDays(day, 1))))
      .orderBy(asc(sandboxPayments.id));
    return success(await paymentModels(payments));
  });

  call('payments/void', 'change', idBody, ({ TransactionId }) => {
    return Promise.resolve(
      failure(`Payment ${TransactionId} is a one-stage payment, so it can only be refunded`),
    );
  });

  call('payments/refund', 'change', refundBody, async ({ TransactionId, Amount, JsonData }) => {
    const money = { amountKopecks: Amount, payerEmail: null };
    if (JsonData !== undefined && !isValidReceipt(receiptInJsonData(JsonData), money))
      return failure('The receipt is not valid');
    const result = await charges.refund(Number(TransactionId), Amount);
    return 'rejected' in result
      ? failure(REFUND_MESSAGES[result.rejected])
      : success({ TransactionId: result.refund.id });
  });

  call('subscriptions/get', 'read', recurringPaymentBody, async ({ Id }) => {
    const [recurringPayment] = await db
      .select()
      .from(sandboxRecurringPayments)
      .where(eq(sandboxRecurringPayments.id, Id));
    return recurringPayment === undefined
      ? failure('Not found')
      : success(recurringPaymentModel(recurringPayment));
  });

  call('subscriptions/find', 'read', accountBody, async ({ accountId }) => {
    const recurringPayments = await db
      .select()
      .from(sandboxRecurringPayments)
      .where(
        and(
          eq(sandboxRecurringPayments.accountId, accountId),
          lte(sandboxRecurringPayments.visibleAt, clock.now()),
        ),
      )
      .orderBy(asc(sandboxRecurringPayments.startAt));
    return success(recurringPayments.map(recurringPaymentModel));
  });

  call('subscriptions/update', 'change', updateBody, async (body, raw) => {
    const { Id, StartDate, Amount, CustomerReceipt } = body;
    if (CustomerReceipt !== undefined && !(await isReceiptOfRecurringPayment(Id, Amount, raw)))
      return failure('The receipt is not valid');
    const recurringPayment = await charges.changeRecurringPayment(Id, {
      ...(StartDate === undefined ? {} : { startAt: StartDate }),
      ...(Amount === undefined ? {} : { amountKopecks: Amount }),
      ...(CustomerReceipt?.email === undefined ? {} : { email: CustomerReceipt.email }),
    });
    return recurringPayment === null
      ? failure(
          'There is no such subscription, or its start is in the past or over a year after the last payment',
        )
      : success(recurringPaymentModel(recurringPayment));
  });

  call('subscriptions/cancel', 'change', recurringPaymentBody, async ({ Id }) => {
    const recurringPayment = await charges.cancelRecurringPayment(Id);
    return recurringPayment === null ? failure('The subscription cannot be cancelled') : success();
  });

  return api;
}
