/**
 * Reads notifications of the card provider CloudPayments. Verifies the signature over the raw bytes of a notification
 * before it parses the fields. The body of a notification is form-encoded or JSON, depending on the settings of the
 * payment terminal.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { cloudPaymentsDecline } from '../../../shared/cloudPaymentsDeclines';
import type { PaymentRejection } from '../../domain/billing/orders';
import type {
  IssuedReceipt,
  NotificationQuestion,
  NotificationReport,
  RejectedNotification,
  SignedNotificationReader,
} from '../../ports/cardProvider';
import { formatCardMask, joinCardDigits } from '../providerText';
import {
  amount,
  count,
  currency,
  flag,
  moment,
  optionalMoment,
  optionalNumber,
  optionalText,
  receiptUrl,
  recurringPaymentState,
  text,
  transactionId,
} from './cloudPaymentsFields';

/** Kinds of notifications. Each kind is the last segment of the path of its webhook. */
export const NOTIFICATION_KINDS = [
  'check',
  'pay',
  'fail',
  'confirm',
  'refund',
  'cancel',
  'recurrent',
  'receipt',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

function isNotificationKind(kind: string): kind is NotificationKind {
  return (NOTIFICATION_KINDS as readonly string[]).includes(kind);
}

/** Returns the value of the `Content-HMAC` header for a body: HMAC-SHA-256 with the API Secret, in base64. */
export function signNotification(rawBody: Uint8Array, apiSecret: string): string {
  return createHmac('sha256', apiSecret).update(rawBody).digest('base64');
}

/**
 * Returns whether the `Content-HMAC` header matches the body. The comparison takes constant time. Returns false if the
 * header is missing.
 */
export function isSignedBy(rawBody: Uint8Array, contentHmac: string | null, apiSecret: string): boolean {
  if (contentHmac === null) return false;
  const expected = Buffer.from(signNotification(rawBody, apiSecret));
  const given = Buffer.from(contentHmac);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Thrown if a notification is correctly signed but does not match the card provider's documentation. */
class MalformedNotification extends Error {
  override readonly name = 'MalformedNotification';
}

/** Returns the digits and the expiry date of the card. The card provider writes the expiry date as `MM/YY`. */
function readCardDigits(card: {
  CardFirstSix: string | null;
  CardLastFour: string | null;
  CardExpDate: string | null;
}): string | null {
  const [month = null, year = null] = card.CardExpDate?.split('/') ?? [];
  const expiry = { month, year: year === null ? null : `20${year}` };
  return joinCardDigits({ firstSix: card.CardFirstSix, lastFour: card.CardLastFour, ...expiry });
}

const payment = v.pipe(
  v.object({
    TransactionId: transactionId,
    Amount: amount,
    Currency: currency,
    DateTime: moment,
    TestMode: flag,
    Status: optionalText,
    OperationType: optionalText,
    InvoiceId: optionalText,
    AccountId: optionalText,
    Email: optionalText,
    SubscriptionId: optionalText,
    CardId: optionalText,
    Token: optionalText,
    CardFirstSix: optionalText,
    CardLastFour: optionalText,
    CardExpDate: optionalText,
    IpAddress: optionalText,
    ReasonCode: optionalNumber,
  }),
  v.transform((fields) => ({
    transactionId: fields.TransactionId,
    amountKopecks: fields.Amount,
    currency: fields.Currency,
    at: fields.DateTime,
    isTest: fields.TestMode,
    status: fields.Status,
    isPayment: fields.OperationType === null || fields.OperationType === 'Payment',
    orderId: fields.InvoiceId,
    accountId: fields.AccountId,
    email: fields.Email,
    recurringPaymentId: fields.SubscriptionId,
    cardMask: formatCardMask(fields.CardLastFour),
    card: { id: fields.CardId, token: fields.Token, digits: readCardDigits(fields) },
    payerIp: fields.IpAddress,
    reasonCode: fields.ReasonCode,
  })),
);

const refund = v.object({
  TransactionId: transactionId,
  PaymentTransactionId: transactionId,
  Amount: amount,
  DateTime: moment,
  AccountId: optionalText,
});

const voiding = v.object({
  TransactionId: transactionId,
  Amount: amount,
  DateTime: moment,
  AccountId: optionalText,
});

const recurringPayment = v.object({
  Id: text,
  AccountId: text,
  Amount: amount,
  Currency: currency,
  StartDate: moment,
  Status: recurringPaymentState,
  SuccessfulTransactionsNumber: count,
  FailedTransactionsNumber: count,
  NextTransactionDate: optionalMoment,
});

/** Receipt types that are recorded: receipts of payments and of refunds. Receipts of payouts are ignored. */
const RECEIPT_KINDS = ['Income', 'IncomeReturn'];

const receipt = (acceptHttp: boolean) =>
  v.pipe(
    v.object({
      // Older cash registers send no receipt id. A receipt without an id is identified by its fiscal document.
      Id: optionalText,
      DocumentNumber: optionalText,
      FiscalSign: optionalText,
      DeviceNumber: optionalText,
      TransactionId: transactionId,
      InvoiceId: optionalText,
      Type: text,
      Amount: amount,
      DateTime: moment,
      Url: receiptUrl(acceptHttp),
      Ofd: optionalText,
    }),
    v.check((fields) => fields.Id !== null || fields.FiscalSign !== null),
    v.transform((fields): IssuedReceipt => ({
      providerId:
        fields.Id ??
        ['fiscal', fields.DeviceNumber ?? '', fields.DocumentNumber ?? '', fields.FiscalSign ?? ''].join(':'),
      transactionId: fields.TransactionId,
      orderId: fields.InvoiceId,
      kind: fields.Type === 'Income' ? 'income' : 'incomeReturn',
      amountKopecks: fields.Amount,
      url: fields.Url,
      operator: fields.Ofd,
      documentNumber: fields.DocumentNumber,
      fiscalSign: fields.FiscalSign,
      at: fields.DateTime,
    })),
  );

function readFields(rawBody: Uint8Array, contentType: string | null): unknown {
  const body = new TextDecoder('utf-8').decode(rawBody);
  if (!(contentType ?? '').toLowerCase().includes('json'))
    return Object.fromEntries(new URLSearchParams(body));
  try {
    return JSON.parse(body);
  } catch {
    throw new MalformedNotification('not JSON');
  }
}

function parse<Schema extends v.GenericSchema>(schema: Schema, fields: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, fields);
  if (parsed.success) return parsed.output;
  const names = parsed.issues.map((issue) => v.getDotPath(issue) ?? 'message');
  throw new MalformedNotification(`fields: ${[...new Set(names)].join(', ')}`);
}

/**
 * Parses a notification whose signature is verified. `acceptHttp` also allows receipt URLs with HTTP, for the
 * sandbox. Throws `MalformedNotification`.
 */
export function parseNotification(
  kind: NotificationKind,
  rawBody: Uint8Array,
  contentType: string | null,
  { acceptHttp = false } = {},
): NotificationReport | NotificationQuestion {
  const fields = readFields(rawBody, contentType);
  switch (kind) {
    case 'check': {
      const { status: _status, reasonCode: _reasonCode, ...question } = parse(payment, fields);
      return { question };
    }
    case 'pay':
    case 'confirm': {
      const { status, reasonCode: _reasonCode, isPayment, ...report } = parse(payment, fields);
      if (!isPayment) return { ignored: `${kind} of a payout` };
      return { event: { kind: status === 'Authorized' ? 'authorized' : 'paid', ...report } };
    }
    case 'fail': {
      const { status: _status, reasonCode, isPayment, ...report } = parse(payment, fields);
      if (!isPayment) return { ignored: 'fail of a payout' };
      return { event: { kind: 'failed', decline: cloudPaymentsDecline(reasonCode), ...report } };
    }
    case 'refund': {
      const parsed = parse(refund, fields);
      return {
        event: {
          kind: 'refunded',
          refundId: parsed.TransactionId,
          transactionId: parsed.PaymentTransactionId,
          amountKopecks: parsed.Amount,
          at: parsed.DateTime,
          accountId: parsed.AccountId,
        },
      };
    }
    case 'cancel': {
      const parsed = parse(voiding, fields);
      return {
        event: {
          kind: 'voided',
          transactionId: parsed.TransactionId,
          at: parsed.DateTime,
          accountId: parsed.AccountId,
        },
      };
    }
    case 'receipt': {
      const { Type } = parse(v.object({ Type: text }), fields);
      return RECEIPT_KINDS.includes(Type)
        ? { receipt: parse(receipt(acceptHttp), fields) }
        : { ignored: `receipt of type ${Type}` };
    }
    case 'recurrent': {
      const parsed = parse(recurringPayment, fields);
      return {
        event: {
          kind: 'recurringPayment',
          recurringPaymentId: parsed.Id,
          accountId: parsed.AccountId,
          amountKopecks: parsed.Amount,
          currency: parsed.Currency,
          startAt: parsed.StartDate,
          state: parsed.Status,
          successes: parsed.SuccessfulTransactionsNumber,
          failures: parsed.FailedTransactionsNumber,
          nextChargeAt: parsed.NextTransactionDate,
        },
      };
    }
  }
}

const ACCEPTED = 0;
const NOT_ACCEPTED = 13;

/** Response codes with which the `check` notification is answered to decline a payment. */
const REJECTION_CODES: Record<PaymentRejection, number> = {
  wrongOrder: 10,
  wrongAccount: 11,
  wrongAmount: 12,
  testPayment: NOT_ACCEPTED,
  notAPayment: NOT_ACCEPTED,
  payerUnknown: NOT_ACCEPTED,
  alreadyPaid: NOT_ACCEPTED,
  alreadyActive: NOT_ACCEPTED,
  trialUsed: NOT_ACCEPTED,
  notInForce: NOT_ACCEPTED,
  tooEarly: NOT_ACCEPTED,
  overdue: 20,
  cardTrialUsed: NOT_ACCEPTED,
  cardChangeOutdated: NOT_ACCEPTED,
  noConsent: NOT_ACCEPTED,
};

const rejected = (
  why: RejectedNotification['rejected'],
  status: number,
  reason?: string,
): RejectedNotification => ({
  rejected: why,
  response: { status, body: { code: NOT_ACCEPTED } },
  ...(reason === undefined ? {} : { reason }),
});

/**
 * Creates the notification reader. A notification with a wrong signature is answered with HTTP 401, a malformed
 * notification with 400, and every other notification with 200 and a response code. Signed notifications of an unknown
 * kind are accepted and ignored, because CloudPayments repeats a rejected notification up to 100 times.
 */
export function createNotificationReader(options: {
  apiSecret: string;
  acceptHttp: boolean;
}): SignedNotificationReader {
  const { apiSecret, acceptHttp } = options;
  return {
    trust: 'signature',
    path: 'cloudpayments',
    asksBeforeCharge: true,
    read(kind, rawBody, headers) {
      if (!isSignedBy(rawBody, headers.get('Content-HMAC'), apiSecret))
        return rejected('wrongSignature', 401);
      if (!isNotificationKind(kind)) return { ignored: kind };
      try {
        return parseNotification(kind, rawBody, headers.get('Content-Type'), { acceptHttp });
      } catch (error) {
        if (!(error instanceof MalformedNotification)) throw error;
        return rejected('malformed', 400, error.message);
      }
    },
    response: (rejection) => ({
      status: 200,
      body: { code: rejection === null ? ACCEPTED : REJECTION_CODES[rejection] },
    }),
  };
}
