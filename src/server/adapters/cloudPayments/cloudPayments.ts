/**
 * Client of the CloudPayments REST API. Requests use HTTP Basic authentication with the Public ID and the API Secret.
 * Responses have the form `{Success, Message, Model?}`. The sandbox uses the same client with its fake card provider.
 */
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { cloudPaymentsDecline } from '../../../shared/cloudPaymentsDeclines';
import { toRubles } from '../../../shared/money';
import { connectionFault } from '../../logging/connectionFault';
import {
  type ProviderPayment,
  type ProviderRecurringPayment,
  type ProviderRefund,
  ProviderRejected,
  ProviderUnavailable,
  type SchedulingCardProvider,
  type SearchesOrders,
  TooManyProviderRequests,
} from '../../ports/cardProvider';
import { formatCardMask } from '../providerText';
import { readProviderResponse } from '../readProviderResponse';
import {
  amount,
  count,
  currency,
  flag,
  moment,
  optionalMoment,
  optionalNumber,
  optionalText,
  recurringPaymentState,
  text,
  transactionId,
} from './cloudPaymentsFields';
import { createNotificationReader } from './cloudPaymentsNotifications';
import { receiptModel } from './receipts';

export interface CloudPaymentsOptions {
  publicId: string;
  apiSecret: string;
  /** Absolute base URL of the REST API, without a trailing slash. */
  apiBaseUrl: string;
  /** Whether receipt URLs may use HTTP. HTTP is allowed only in the sandbox, which has no TLS certificate. */
  acceptHttpReceipts?: boolean;
  fetch?: typeof fetch;
  /** Timeout of one attempt to send a request, in ms. */
  deadlineMs?: number;
  /** Pauses before the retries of one request, in ms. */
  retryPausesMs?: readonly number[];
}

const DEADLINE_MS = 10_000;
/** Error message with which CloudPayments responds if an order was never paid. */
const NOT_FOUND = 'Not found';

const RETRY_PAUSES_MS: readonly number[] = [300, 1200];

const envelope = v.object({
  Success: v.boolean(),
  Message: v.optional(v.nullable(v.string()), null),
  Model: v.optional(v.unknown(), null),
});
type Envelope = v.InferOutput<typeof envelope>;

/** Name of the card provider CloudPayments in deduplication keys and database rows. */
export const CLOUD_PAYMENTS = 'cloudPayments';

const STATES: Record<string, ProviderPayment['state']> = {
  AwaitingAuthentication: 'pending',
  Completed: 'completed',
  Authorized: 'authorized',
  Declined: 'declined',
  Cancelled: 'cancelled',
};

const paymentModel = v.pipe(
  v.object({
    TransactionId: transactionId,
    Amount: amount,
    Currency: currency,
    CreatedDateIso: moment,
    Status: text,
    ReasonCode: optionalNumber,
    TestMode: flag,
    Refunded: flag,
    Type: optionalText,
    InvoiceId: optionalText,
    AccountId: optionalText,
    Email: optionalText,
    SubscriptionId: optionalText,
    CardLastFour: optionalText,
    /** Id of the refunded payment; present only in the data of a refund. */
    OriginalTransactionId: optionalText,
    IpAddress: optionalText,
  }),
  v.transform((model) => ({
    isPayment: model.Type === null || ['0', 'Payment'].includes(model.Type),
    isRefund: ['1', 'Refund'].includes(model.Type ?? ''),
    refundedTransactionId: model.OriginalTransactionId,
    payment: {
      transactionId: model.TransactionId,
      orderId: model.InvoiceId,
      accountId: model.AccountId,
      email: model.Email,
      state: model.Refunded ? ('refunded' as const) : (STATES[model.Status] ?? 'pending'),
      amountKopecks: model.Amount,
      currency: model.Currency,
      at: model.CreatedDateIso,
      decline: STATES[model.Status] === 'declined' ? cloudPaymentsDecline(model.ReasonCode) : null,
      recurringPaymentId: model.SubscriptionId,
      cardMask: formatCardMask(model.CardLastFour),
      payerIp: model.IpAddress,
      isTest: model.TestMode,
    },
  })),
);

const recurringPaymentModel = v.pipe(
  v.object({
    Id: text,
    AccountId: text,
    Amount: amount,
    Currency: currency,
    StartDateIso: moment,
    Status: recurringPaymentState,
    SuccessfulTransactionsNumber: count,
    FailedTransactionsNumber: count,
    NextTransactionDateIso: optionalMoment,
  }),
  v.transform((model): ProviderRecurringPayment => ({
    id: model.Id,
    accountId: model.AccountId,
    state: model.Status,
    amountKopecks: model.Amount,
    currency: model.Currency,
    nextChargeAt: model.NextTransactionDateIso,
    startAt: model.StartDateIso,
    successes: model.SuccessfulTransactionsNumber,
    failures: model.FailedTransactionsNumber,
  })),
);

const refundModel = v.object({ TransactionId: transactionId });

const asList = (model: unknown): unknown[] =>
  model === null || model === undefined ? [] : Array.isArray(model) ? model : [model];

/** Returns the UTC date, for example `2026-08-09`, for requests that list one day. */
const formatDay = (moment: Date): string => moment.toISOString().slice(0, 10);

/** Makes one attempt to send a request to the REST API. */
type Attempt = (call: string, body: object, requestId: string | null) => Promise<Envelope>;

/** Returns the pause in ms that the header `Retry-After` names in seconds, or null. */
function parseRetryAfterMs(headers: Headers): number | null {
  const seconds = headers.get('Retry-After') ?? '';
  return /^\d{1,5}$/.test(seconds) ? Number(seconds) * 1000 : null;
}

/** Returns whether the card provider named a pause, which is longer than the pauses between the attempts. */
const namesPause = (error: Error): boolean =>
  error instanceof TooManyProviderRequests && error.retryAfterMs !== null;

function createCaller(options: CloudPaymentsOptions): Attempt {
  const { publicId, apiSecret, apiBaseUrl } = options;
  const send = options.fetch ?? fetch;
  const deadlineMs = options.deadlineMs ?? DEADLINE_MS;
  const authorization = `Basic ${Buffer.from(`${publicId}:${apiSecret}`).toString('base64')}`;
  return async (call, body, requestId) => {
    let response: Response;
    let result: unknown;
    try {
      response = await send(`${apiBaseUrl}/${call}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: authorization,
          ...(requestId === null ? {} : { 'X-Request-ID': requestId }),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(deadlineMs),
      });
      result = response.ok ? await response.json() : await response.text();
    } catch (error) {
      throw new ProviderUnavailable(`${call}: ${connectionFault(error)}`);
    }
    if (response.status === 429)
      throw new TooManyProviderRequests(`${call}: HTTP 429`, parseRetryAfterMs(response.headers));
    if (!response.ok) throw new ProviderUnavailable(`${call}: HTTP ${response.status}`);
    return readProviderResponse(envelope, result, call);
  };
}

/**
 * Checks the credentials with the test method of CloudPayments, which changes nothing. Throws `ProviderUnavailable`
 * (with `HTTP 401` if the credentials are wrong) or `ProviderRejected`.
 */
export async function examineCloudPayments(options: CloudPaymentsOptions): Promise<void> {
  const { Success } = await createCaller(options)('test', {}, null);
  if (!Success) throw new ProviderRejected('test: no success');
}

/**
 * Creates the client of the REST API. Each request has a timeout, and is retried after a connection error, an HTTP 5xx
 * or a 429 without `Retry-After`. All attempts of a write request contain the same `X-Request-ID`. The client's methods throw
 * `ProviderUnavailable` if no valid response arrives.
 */
export function createCloudPayments(options: CloudPaymentsOptions): SchedulingCardProvider & SearchesOrders {
  const { apiSecret } = options;
  const retryPausesMs = options.retryPausesMs ?? RETRY_PAUSES_MS;
  const attempt = createCaller(options);

  async function request(
    call: string,
    body: object,
    requestId: string | null,
  ): Promise<Envelope & { isSentOnce: boolean }> {
    for (const [tries, pauseMs] of retryPausesMs.entries()) {
      try {
        return { ...(await attempt(call, body, requestId)), isSentOnce: tries === 0 };
      } catch (error) {
        if (!(error instanceof ProviderUnavailable) || namesPause(error)) throw error;
        await wait(pauseMs);
      }
    }
    return { ...(await attempt(call, body, requestId)), isSentOnce: retryPausesMs.length === 0 };
  }

  /**
   * Sends a read request. CloudPayments reports errors with HTTP 200, so the model of an unsuccessful response is not
   * read.
   */
  async function ask(call: string, body: object): Promise<unknown> {
    const { Success, Message, Model } = await request(call, body, null);
    if (!Success) throw new ProviderUnavailable(`${call}: ${Message ?? 'no success'}`);
    return Model;
  }

  /**
   * Sends a write request. Throws `ProviderRejected` unless the response reports success. A rejection after an attempt
   * without a response may be the result of that attempt, so it throws `ProviderUnavailable`.
   */
  async function change(call: string, body: object, requestId: string): Promise<unknown> {
    const { Success, Message, Model, isSentOnce } = await request(call, body, requestId);
    const reason = `${call}: ${Message ?? 'rejected'}`;
    if (!Success)
      throw isSentOnce
        ? new ProviderRejected(reason)
        : new ProviderUnavailable(`${reason}, after an attempt without a response`);
    return Model;
  }

  async function listDay(day: Date): Promise<unknown> {
    const model = await ask('payments/list', { Date: formatDay(day), TimeZone: 'UTC' });
    // Unreadable entries are skipped if other entries are readable, because other systems may use the same payment
    // terminal.
    const entries = asList(model);
    const readable = entries.filter((entry) => v.is(paymentModel, entry));
    return readable.length > 0 ? readable : entries;
  }

  const readPayments = (call: string, model: unknown): ProviderPayment[] =>
    asList(model)
      .map((entry) => readProviderResponse(paymentModel, entry, call))
      .filter(({ isPayment }) => isPayment)
      .map(({ payment }) => payment);

  const readRefunds = (call: string, model: unknown): ProviderRefund[] =>
    asList(model)
      .map((entry) => readProviderResponse(paymentModel, entry, call))
      .filter(({ isRefund, payment }) => isRefund && payment.state === 'completed')
      .map(({ payment, refundedTransactionId }) => ({
        refundId: payment.transactionId,
        transactionId: refundedTransactionId,
        orderId: payment.orderId,
        accountId: payment.accountId,
        amountKopecks: payment.amountKopecks,
        at: payment.at,
      }));

  return {
    name: CLOUD_PAYMENTS,
    chargesScheduledBy: 'provider',
    ...(retryPausesMs.length === 0
      ? {}
      : { withoutRepeats: createCloudPayments({ ...options, retryPausesMs: [] }) }),
    capabilities: {
      cardVerification: 'refundedPayment',
      // The payment widget makes one-stage payments, which are completed at once.
      voids: 'nothing',
      receipts: { issuedFor: ['payment', 'refund'], areReported: true },
      identifiesCards: true,
      asksForEmail: true,
      widgetReportsDeclines: true,
    },
    notifications: createNotificationReader({
      apiSecret,
      acceptHttp: options.acceptHttpReceipts ?? false,
    }),

    async refundPayment(id, amountKopecks, receipt, idempotencyKey) {
      const model = await change(
        'payments/refund',
        {
          TransactionId: Number(id),
          Amount: toRubles(amountKopecks),
          ...(receipt === null
            ? {}
            : {
                JsonData: JSON.stringify({
                  CloudPayments: { CustomerReceipt: receiptModel(receipt) },
                }),
              }),
        },
        idempotencyKey,
      );
      return readProviderResponse(refundModel, model, 'payments/refund').TransactionId;
    },

    async findPaymentsOfOrder(orderId) {
      const call = 'v2/payments/find';
      const { Success, Message, Model } = await request(call, { InvoiceId: orderId }, null);
      // The response for a declined payment contains `Success: false` and the payment's model. The response for an
      // unknown order contains the message in `NOT_FOUND`.
      const isAnswered = Success || (Model !== null && Model !== undefined) || Message === NOT_FOUND;
      if (!isAnswered) throw new ProviderUnavailable(`${call}: ${Message ?? 'no success'}`);
      return readPayments(call, Model);
    },

    async listPaymentsOfDay(day) {
      return readPayments('payments/list', await listDay(day));
    },

    async listRefundsOfDay(day) {
      return readRefunds('payments/list', await listDay(day));
    },

    async findRecurringPayments(accountId) {
      const call = 'subscriptions/find';
      return asList(await ask(call, { accountId })).map((entry) =>
        readProviderResponse(recurringPaymentModel, entry, call),
      );
    },

    async readRecurringPayment(id) {
      const call = 'subscriptions/get';
      return readProviderResponse(recurringPaymentModel, await ask(call, { Id: id }), call);
    },

    async cancelRecurringPayment(id, idempotencyKey) {
      await change('subscriptions/cancel', { Id: id }, idempotencyKey);
    },

    async moveRecurringPayment(id, nextChargeAt, idempotencyKey) {
      await change('subscriptions/update', { Id: id, StartDate: nextChargeAt.toISOString() }, idempotencyKey);
    },

    async setRecurringPaymentReceipt(id, receipt, idempotencyKey) {
      await change(
        'subscriptions/update',
        { Id: id, CustomerReceipt: receiptModel(receipt) },
        idempotencyKey,
      );
    },
  };
}
