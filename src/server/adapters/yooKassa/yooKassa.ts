/**
 * Client of the YooKassa API. Requests use HTTP Basic authentication with the shop id and the secret key. The sandbox
 * uses the same client with its fake. YooKassa has no recurring payments: this server charges saved payment methods.
 */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { connectionFault } from '../../logging/connectionFault';
import {
  AutopaymentsForbidden,
  CredentialsRejected,
  type ProviderPayment,
  ProviderRejected,
  ProviderUnavailable,
  type ReadRefund,
  type RejectedPart,
  TooManyProviderRequests,
  type UnscheduledCardProvider,
} from '../../ports/cardProvider';
import { formatCardMask, joinCardDigits } from '../providerText';
import { readProviderResponse } from '../readProviderResponse';
import { yooKassaReceipt } from './receipts';
import { RELEASED_HOLD, yooKassaDecline } from './yooKassaDeclines';
import {
  errorObject,
  listObject,
  METADATA,
  type PaymentObject,
  paymentObject,
  type RefundObject,
  refundObject,
  writeAmount,
} from './yooKassaFields';
import { createNotificationReader } from './yooKassaNotifications';

export interface YooKassaOptions {
  shopId: string;
  secretKey: string;
  /** Absolute base URL of the API, without a trailing slash. */
  apiBaseUrl: string;
  /** IP addresses and IP ranges in CIDR notation from which notifications are accepted. */
  senders: readonly string[];
  fetch?: typeof fetch;
  /** Timeout of one attempt to send a request, in ms. */
  deadlineMs?: number;
  /** Pauses before the retries of one request, in ms. */
  retryPausesMs?: readonly number[];
  /** Number of objects that a list request returns at once, from 1 to 100. */
  pageSize?: number;
}

/** Name of the card provider YooKassa in deduplication keys and database rows. */
export const YOOKASSA = 'yooKassa';

/** Timeout in ms, which exceeds the 30 seconds after which YooKassa itself responds with HTTP 500. */
const DEADLINE_MS = 35_000;
const RETRY_PAUSES_MS: readonly number[] = [1000, 2000];
const PAGE_SIZE = 100;
/** Currency of all refunds, because all orders are in rubles. */
const CURRENCY = 'RUB';

/** Thrown if no response arrived in time. Further attempts would take as long, so they are left to the caller. */
class TimedOut extends ProviderUnavailable {}

/** A response with a final status: 2xx, or 4xx with the code of the error. */
interface ApiResponse {
  status: number;
  body: unknown;
  /** Value of the header `Retry-After` in ms, or null. */
  retryAfterMs: number | null;
  /** Whether the request was sent once. An earlier attempt without a response may have taken effect. */
  isSentOnce: boolean;
}

const isFinal = (status: number): boolean =>
  (status >= 200 && status < 202) || (status >= 400 && status < 500);

/** Returns the state of a payment. A fully refunded payment is still `succeeded` at YooKassa. */
function deriveState({
  status,
  amount,
  refunded_amount: refunded,
  cancellation_details: details,
}: PaymentObject) {
  switch (status) {
    case 'pending':
      return 'pending' as const;
    case 'waiting_for_capture':
      return 'authorized' as const;
    case 'succeeded':
      return refunded !== null && refunded.value >= amount.value
        ? ('refunded' as const)
        : ('completed' as const);
    case 'canceled':
      if (details?.reason === 'expired_on_confirmation') return 'abandoned' as const;
      return details !== null && RELEASED_HOLD.has(details.reason)
        ? ('cancelled' as const)
        : ('declined' as const);
  }
}

/**
 * Returns the id of the saved payment method, or null if it must not be charged. A method that is stored unchecked causes
 * rejected charges later. The method of a released hold stays saved.
 */
function findSavedMethod(payment: PaymentObject): string | null {
  const { payment_method: method } = payment;
  const state = deriveState(payment);
  return method !== null && method.saved && !['pending', 'abandoned', 'declined'].includes(state)
    ? method.id
    : null;
}

/** Returns the digits and the expiry date of the card, or null if they are incomplete. */
function readCardDigits({ payment_method: method }: PaymentObject): string | null {
  const card = method?.card ?? null;
  if (card === null) return null;
  const { first6: firstSix, last4: lastFour, expiry_year: year, expiry_month: month } = card;
  return joinCardDigits({ firstSix, lastFour, year, month: month.padStart(2, '0') });
}

function providerPayment(payment: PaymentObject): ProviderPayment {
  const { amount, metadata, cancellation_details: details } = payment;
  const state = deriveState(payment);
  return {
    transactionId: payment.id,
    orderId: metadata[METADATA.order] ?? null,
    accountId: metadata[METADATA.account] ?? null,
    email: null,
    state,
    amountKopecks: amount.value,
    currency: amount.currency,
    // A payment is created when the payment widget opens, up to an hour before the payer pays.
    at: payment.captured_at ?? payment.created_at,
    decline: state === 'declined' ? yooKassaDecline(details?.reason ?? 'unknown') : null,
    recurringPaymentId: null,
    chargeKey: metadata[METADATA.charge] ?? null,
    expiresAt: payment.expires_at,
    cardMask: formatCardMask(payment.payment_method?.card?.last4 ?? null),
    card: { id: null, token: findSavedMethod(payment), digits: readCardDigits(payment) },
    isTest: payment.test,
  };
}

const REFUND_STATES = { pending: 'pending', succeeded: 'completed', canceled: 'failed' } as const;

const providerRefund = (refund: RefundObject): ReadRefund => ({
  refundId: refund.id,
  transactionId: refund.payment_id,
  orderId: null,
  accountId: null,
  amountKopecks: refund.amount.value,
  at: refund.created_at,
  state: REFUND_STATES[refund.status],
});

/** Returns the key of a request. Keys of this server may be longer than the 64 characters that YooKassa allows. */
const idempotenceKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Returns the start of the UTC day that contains `day`, and the start of the next day. */
function deriveDayBounds(day: Date): [string, string] {
  const start = new Date(`${day.toISOString().slice(0, 10)}T00:00:00.000Z`);
  return [start.toISOString(), new Date(start.getTime() + 86_400_000).toISOString()];
}

type Caller = (
  call: string,
  init: { method?: 'POST'; headers?: Readonly<Record<string, string>>; body?: string },
) => Promise<Omit<ApiResponse, 'isSentOnce'>>;

/** Returns the time in ms that the header `Retry-After` names in seconds, or null. */
function headerPauseMs(headers: Headers): number | null {
  const seconds = headers.get('Retry-After') ?? '';
  return /^\d{1,5}$/.test(seconds) ? Number(seconds) * 1000 : null;
}

/** Returns a function that sends one authenticated request, and throws `ProviderUnavailable` if no final response arrives. */
function createCaller(options: YooKassaOptions): Caller {
  const { shopId, secretKey, apiBaseUrl } = options;
  const send = options.fetch ?? fetch;
  const deadlineMs = options.deadlineMs ?? DEADLINE_MS;
  const authorization = `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`;
  return async (call, init) => {
    let response: Response;
    let text: string;
    try {
      response = await send(`${apiBaseUrl}/${call}`, {
        ...init,
        headers: { ...init.headers, Authorization: authorization },
        signal: AbortSignal.timeout(deadlineMs),
      });
      text = await response.text();
    } catch (error) {
      const fault = connectionFault(error);
      throw new (fault === 'TimeoutError' ? TimedOut : ProviderUnavailable)(`${call}: ${fault}`);
    }
    if (!isFinal(response.status)) throw new ProviderUnavailable(`${call}: HTTP ${response.status}`);
    try {
      const { status, headers } = response;
      return { status, body: JSON.parse(text) as unknown, retryAfterMs: headerPauseMs(headers) };
    } catch {
      throw new ProviderUnavailable(`${call}: HTTP ${response.status}, not JSON`);
    }
  };
}

/** Returns the part of a request to which a parameter belongs, for example `receipt.customer.email`. */
function classifyRejectedPart(parameter: string): RejectedPart {
  if (parameter === 'payment_method_id') return { kind: 'savedMethod' };
  if (parameter === 'receipt.customer.phone') return { kind: 'receiptPhone' };
  if (/^receipt\.customer(?![a-z_])/.test(parameter)) return { kind: 'receiptAddress' };
  return { kind: 'unknown', parameter };
}

/**
 * Returns the error of a 4xx response, which names the code and the parameter but no value. YooKassa responds to every
 * request with HTTP 401 or 403 while something is wrong with the shop, and with 429 above its rate limit, so none of
 * these says anything about the object of a read request, or about an earlier attempt to send the same request.
 */
function buildRejection(
  call: string,
  { status, body, retryAfterMs: headerMs, isSentOnce }: ApiResponse,
  isChange: boolean,
): Error {
  const parsed = v.safeParse(errorObject, body);
  const {
    code,
    parameter,
    retry_after: bodyMs,
  } = parsed.success ? parsed.output : { code: 'unknown', parameter: '', retry_after: null };
  const message = [`${call}: HTTP ${status} ${code}`, parameter].filter((part) => part !== '').join(' ');
  if (isChange && !isSentOnce)
    return new ProviderUnavailable(`${message}, after an attempt without a response`);
  if (status === 429) return new TooManyProviderRequests(message, bodyMs ?? headerMs);
  if (status === 401) return new CredentialsRejected(message);
  if (status === 403 && !isChange) return new ProviderUnavailable(message);
  // Only saving a payment method and charging it need a permission of the card provider.
  if (status === 403 && call === 'payments') return new AutopaymentsForbidden(message);
  // The key was used with another body, so an earlier request with this key may have taken effect.
  if (parameter === 'Idempotence-Key') return new ProviderUnavailable(message);
  return new ProviderRejected(message, classifyRejectedPart(parameter));
}

/**
 * Checks the shop id and the secret key with a read request. Throws `CredentialsRejected` if YooKassa rejects the
 * credentials, `ProviderRejected` and `ProviderUnavailable`.
 */
export async function examineYooKassa(options: YooKassaOptions): Promise<void> {
  const response = await createCaller(options)('payments?limit=1', {});
  if (response.status >= 400) throw buildRejection('payments', { ...response, isSentOnce: true }, false);
}

/**
 * Creates the client of the API. A request is retried after a connection error, HTTP 202 or HTTP 5xx, always with the
 * same key and body, because its outcome is unknown. Methods then throw `ProviderUnavailable`, also if a later attempt is
 * rejected.
 */
export function createYooKassa(options: YooKassaOptions): UnscheduledCardProvider {
  const retryPausesMs = options.retryPausesMs ?? RETRY_PAUSES_MS;
  const pageSize = options.pageSize ?? PAGE_SIZE;
  const attempt = createCaller(options);

  async function request(...[call, init]: Parameters<Caller>): Promise<ApiResponse> {
    for (const [tries, pauseMs] of retryPausesMs.entries()) {
      try {
        return { ...(await attempt(call, init)), isSentOnce: tries === 0 };
      } catch (error) {
        if (!(error instanceof ProviderUnavailable) || error instanceof TimedOut) throw error;
        await wait(pauseMs);
      }
    }
    return { ...(await attempt(call, init)), isSentOnce: retryPausesMs.length === 0 };
  }

  /** Sends a read request. Returns null if the object does not exist. */
  async function ask(call: string): Promise<unknown> {
    const response = await request(call, {});
    if (response.status === 404) return null;
    if (response.status >= 400) throw buildRejection(call.replace(/\?.*/, ''), response, false);
    return response.body;
  }

  async function change(call: string, body: object, key: string): Promise<unknown> {
    const response = await request(call, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Idempotence-Key': idempotenceKey(key),
      },
      body: JSON.stringify(body),
    });
    if (response.status >= 400) throw buildRejection(call, response, true);
    return response.body;
  }

  /** Reads the pages of a list, newest first, until `visit` returns false. */
  async function readPages(
    path: 'payments' | 'refunds',
    created: Readonly<Record<string, string>>,
    visit: (items: readonly unknown[]) => boolean | Promise<boolean>,
  ): Promise<void> {
    let cursor: string | undefined;
    do {
      const query = new URLSearchParams({
        ...created,
        limit: String(pageSize),
        ...(cursor === undefined ? {} : { cursor }),
      });
      const page = readProviderResponse(listObject, await ask(`${path}?${query.toString()}`), path);
      if (!(await visit(page.items))) return;
      cursor = page.next_cursor;
    } while (cursor !== undefined);
  }

  async function listDay(path: 'payments' | 'refunds', day: Date): Promise<unknown[]> {
    const [start, end] = deriveDayBounds(day);
    const items: unknown[] = [];
    await readPages(path, { 'created_at.gte': start, 'created_at.lt': end }, (page) => {
      items.push(...page);
      return true;
    });
    return items;
  }

  /** Reads the objects of a list. Unreadable objects are skipped if others are readable, because others may use the shop. */
  function readable<Schema extends v.GenericSchema>(
    schema: Schema,
    items: readonly unknown[],
    path: string,
  ): v.InferOutput<Schema>[] {
    const known = items.filter((item) => v.is(schema, item));
    return (known.length > 0 ? known : items).map((item) => readProviderResponse(schema, item, path));
  }

  const buildPaymentFields = (
    payment:
      | Parameters<UnscheduledCardProvider['chargeSavedMethod']>[0]
      | Parameters<UnscheduledCardProvider['openPayment']>[0],
  ) => ({
    amount: { value: writeAmount(payment.amountKopecks), currency: payment.currency },
    metadata: { [METADATA.order]: payment.orderId, [METADATA.account]: payment.accountId },
    ...(payment.receipt === null
      ? {}
      : {
          description: payment.receipt.label.slice(0, 128),
          receipt: yooKassaReceipt(payment.receipt, payment.currency),
        }),
  });

  return {
    name: YOOKASSA,
    chargesScheduledBy: 'merchant',
    ...(retryPausesMs.length === 0
      ? {}
      : { withoutRepeats: createYooKassa({ ...options, retryPausesMs: [] }) }),
    capabilities: {
      cardVerification: 'releasedHold',
      voids: 'holds',
      // No notification reports an issued receipt.
      receipts: { issuedFor: ['payment', 'refund'], areReported: false },
      identifiesCards: false,
      asksForEmail: false,
      widgetReportsDeclines: false,
    },
    notifications: createNotificationReader(options.senders),
    findPaymentsOfOrder: null,

    async openPayment(payment, idempotencyKey) {
      const body = {
        ...buildPaymentFields(payment),
        capture: !payment.isHold,
        save_payment_method: payment.savesMethod,
        confirmation: { type: 'embedded' },
      };
      const opened = readProviderResponse(
        paymentObject,
        await change('payments', body, idempotencyKey),
        'payments',
      );
      const confirmationToken = opened.confirmation?.confirmation_token;
      // A repeated request may return a payment that the payer has already made.
      if (confirmationToken === undefined) throw new ProviderUnavailable('payments: no confirmation token');
      return { transactionId: opened.id, confirmationToken };
    },

    async chargeSavedMethod(charge, idempotencyKey) {
      const { metadata, ...terms } = buildPaymentFields(charge);
      const body = {
        ...terms,
        metadata: { ...metadata, [METADATA.charge]: idempotencyKey },
        capture: true,
        payment_method_id: charge.savedMethod,
      };
      return providerPayment(
        readProviderResponse(paymentObject, await change('payments', body, idempotencyKey), 'payments'),
      );
    },

    async releaseHold(transactionId, idempotencyKey) {
      const call = `payments/${encodeURIComponent(transactionId)}/cancel`;
      readProviderResponse(paymentObject, await change(call, {}, idempotencyKey), 'payments/cancel');
    },

    async refundPayment(transactionId, amountKopecks, receipt, idempotencyKey) {
      const body = {
        payment_id: transactionId,
        amount: { value: writeAmount(amountKopecks), currency: CURRENCY },
        ...(receipt === null ? {} : { receipt: yooKassaReceipt(receipt, CURRENCY) }),
      };
      const refund = readProviderResponse(
        refundObject,
        await change('refunds', body, idempotencyKey),
        'refunds',
      );
      // A pending refund may still fail, and no notification reports this: read it with `readRefund`.
      if (refund.status === 'canceled')
        throw new ProviderRejected(`refunds: ${refund.cancellation_details?.reason ?? 'canceled'}`);
      return refund.id;
    },

    async readPayment(transactionId) {
      const body = await ask(`payments/${encodeURIComponent(transactionId)}`);
      return body === null ? null : providerPayment(readProviderResponse(paymentObject, body, 'payments'));
    },

    async readRefund(refundId) {
      const body = await ask(`refunds/${encodeURIComponent(refundId)}`);
      return body === null ? null : providerRefund(readProviderResponse(refundObject, body, 'refunds'));
    },

    readPayments({ from, to }, visit) {
      const created = {
        'created_at.gte': from.toISOString(),
        ...(to === undefined ? {} : { 'created_at.lte': to.toISOString() }),
      };
      return readPages('payments', created, (page) => {
        const objects = readable(paymentObject, page, 'payments');
        return visit({
          payments: objects.map(providerPayment),
          createdFrom: objects.at(-1)?.created_at ?? from,
        });
      });
    },

    async listPaymentsOfDay(day) {
      return readable(paymentObject, await listDay('payments', day), 'payments').map(providerPayment);
    },

    async listRefundsOfDay(day) {
      return readable(refundObject, await listDay('refunds', day), 'refunds').map(providerRefund);
    },
  };
}
