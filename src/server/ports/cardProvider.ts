/**
 * Interface to a card provider. Amounts are in kopecks. Each adapter declares the capabilities of its card provider.
 */
import type { Decline } from '../../shared/declines';
import type { RecurringPaymentState } from '../domain/billing/ledgerEvents';
import type { PaymentRejection } from '../domain/billing/orders';

/** Identifiers of a card at the card provider. The identifiers must not be stored in plain text. */
export interface CardNames {
  /**
   * Id of the card, which is the same for every payment with the card. The card provider already reports the card id
   * before a payment.
   */
  id: string | null;
  /**
   * Token with which the card can be charged again. The card provider reports the token only with a completed payment.
   */
  token: string | null;
}

/** Payment data that a notification of the card provider contains. */
interface PaymentReport {
  transactionId: string;
  amountKopecks: number;
  currency: string;
  at: Date;
  isTest: boolean;
  orderId: string | null;
  /** Uid of the account, or the payer name of a campaign order. */
  accountId: string | null;
  /**
   * Email address that the payer typed in the payment widget. The payer's email address must not be stored in the
   * ledger.
   */
  email: string | null;
  /** Recurring payment that charged the card, or null for a payment in the payment widget. */
  recurringPaymentId: string | null;
  cardMask: string | null;
  card?: CardNames;
  /** IP address of the payer, which is reported only for payments in the payment widget. */
  payerIp?: string | null;
}

/** Event that the card provider reports. */
export type ProviderEvent =
  /** The payment is completed. */
  | ({ kind: 'paid' } & PaymentReport)
  /** The amount is authorized but not captured yet (two-stage payment). */
  | ({ kind: 'authorized' } & PaymentReport)
  | ({ kind: 'failed'; decline: Decline } & PaymentReport)
  | {
      kind: 'refunded';
      refundId: string;
      transactionId: string;
      amountKopecks: number;
      at: Date;
      accountId: string | null;
    }
  | { kind: 'voided'; transactionId: string; at: Date; accountId: string | null }
  | {
      kind: 'recurringPayment';
      recurringPaymentId: string;
      accountId: string;
      amountKopecks: number;
      currency: string;
      startAt: Date;
      state: RecurringPaymentState;
      successes: number;
      failures: number;
      nextChargeAt: Date | null;
    };

/** Fiscal receipt that the card provider's cash register issued for a payment or a refund. */
export interface IssuedReceipt {
  providerId: string;
  transactionId: string;
  orderId: string | null;
  kind: 'income' | 'incomeReturn';
  amountKopecks: number;
  url: string;
  operator: string | null;
  documentNumber: string | null;
  fiscalSign: string | null;
  at: Date;
}

/** Request of the card provider for permission to make a payment. */
export type PaymentQuestion = PaymentReport & { isPayment: boolean };

/** Fiscal receipt to issue (Russian law 54-FZ). The receipt contains one fully paid service without VAT. */
export interface Receipt {
  label: string;
  amountKopecks: number;
  /** Email address to which the receipt is sent. */
  email: string;
}

/** Recurring payment as the card provider reports it. */
export interface ProviderRecurringPayment {
  id: string;
  accountId: string;
  state: RecurringPaymentState;
  amountKopecks: number;
  currency: string;
  nextChargeAt: Date | null;
  /** Date of the first charge, as the payer agreed. */
  startAt: Date;
  /** Number of successful charges of the recurring payment. */
  successes: number;
  /** Number of consecutive failed charges of the recurring payment. */
  failures: number;
}

/** Payment as the card provider lists it. */
export interface ProviderPayment {
  transactionId: string;
  orderId: string | null;
  accountId: string | null;
  /** Email address that the payer typed in the payment widget. */
  email: string | null;
  /** State of the payment. `pending` means that the payer has not completed the payment yet. */
  state: 'pending' | 'completed' | 'authorized' | 'declined' | 'cancelled' | 'refunded';
  amountKopecks: number;
  currency: string;
  at: Date;
  /** Reason of a declined payment, or null for any other payment. */
  decline: Decline | null;
  /** Recurring payment that charged the card, or null for a payment in the payment widget. */
  recurringPaymentId: string | null;
  cardMask: string | null;
  card?: CardNames;
  /** IP address of the payer. */
  payerIp?: string | null;
  isTest: boolean;
}

/** Refund as the card provider lists it, requested by this server or in the provider's dashboard. */
export interface ProviderRefund {
  refundId: string;
  /** Transaction id of the refunded payment, or null if the card provider does not report the transaction id. */
  transactionId: string | null;
  orderId: string | null;
  accountId: string | null;
  amountKopecks: number;
  at: Date;
}

/** HTTP response to a notification of the card provider. */
export interface NotificationResponse {
  /** HTTP status code of the response. */
  status: number;
  body: object;
}

/** Content of an accepted notification: an event, a fiscal receipt, or the name of an ignored notification kind. */
export type NotificationReport =
  | { event: ProviderEvent; question?: never; receipt?: never; ignored?: never; rejected?: never }
  | { receipt: IssuedReceipt; question?: never; event?: never; ignored?: never; rejected?: never }
  | { ignored: string; question?: never; event?: never; receipt?: never; rejected?: never };

/**
 * Notification that asks whether a payment may be made (authorization request). The card provider makes the payment
 * unless the response rejects it.
 */
export interface NotificationQuestion {
  question: PaymentQuestion;
  event?: never;
  receipt?: never;
  ignored?: never;
  rejected?: never;
}

/** Rejected notification, which has no effect, and the HTTP response to the sender of the notification. */
export interface RejectedNotification {
  rejected: 'wrongSignature' | 'malformed';
  /** Names of the invalid fields of a malformed notification, without their values. */
  reason?: string;
  response: NotificationResponse;
}

/** Verifies, parses and responds to the notifications of a card provider. */
interface NotificationsOf<Content> {
  /** Path segment of the webhook URL `/api/webhooks/<path>/<kind>`. */
  path: string;
  /** Parses a notification. Verifies the signature of the raw body before it parses the body. */
  read(kind: string, rawBody: Uint8Array, headers: Headers): Content | RejectedNotification;
  /** Returns the response to an accepted notification. `rejection` says why the payment must not be made. */
  response(rejection: PaymentRejection | null): NotificationResponse;
}

/**
 * Notification reader of a card provider. `asksBeforeCharge` declares whether the card provider asks for permission
 * before every payment, including first payments. If the card provider does not ask for permission, an unwanted payment
 * can only be refunded.
 */
export type NotificationReader =
  | (NotificationsOf<NotificationReport | NotificationQuestion> & { asksBeforeCharge: true })
  | (NotificationsOf<NotificationReport> & { asksBeforeCharge: false });

/** Thrown if the card provider understood a request but rejected it, so that nothing was changed. */
export class ProviderRejected extends Error {
  override readonly name = 'ProviderRejected';
}

/** Thrown if the card provider gave no usable response, so that it is unknown whether the request took effect. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/**
 * Thrown if the card provider responds but does not have the requested data yet. This error is not a sign of an outage.
 */
export class ProviderNotReady extends ProviderUnavailable {}

/**
 * Methods that every card provider supports. Methods that change data take an idempotency key, and repeated requests
 * with the same key take effect once. All methods throw `ProviderRejected` or `ProviderUnavailable`.
 */
interface CardPayments {
  /**
   * Name of the card provider. The name is stored together with the card provider's ids, because these ids are only
   * unique within one card provider.
   */
  name: string;
  notifications: NotificationReader;
  /**
   * Refunds a payment in full or in part. Returns the card provider's transaction id of the refund.
   * @example await provider.refundPayment(payment.transactionId, 29_900, receipt, commandKey);
   */
  refundPayment(
    transactionId: string,
    amountKopecks: number,
    receipt: Receipt | null,
    idempotencyKey: string,
  ): Promise<string>;
  /**
   * Returns a list with the last payment of an order, or an empty list if the order has no payment. Earlier payment
   * attempts are listed by `listPaymentsOfDay`.
   */
  findPaymentsOfOrder(orderId: string): Promise<ProviderPayment[]>;
  /** Lists all payments of the UTC day that contains `day`. */
  listPaymentsOfDay(day: Date): Promise<ProviderPayment[]>;
  /** Lists all refunds of the UTC day that contains `day`. */
  listRefundsOfDay(day: Date): Promise<ProviderRefund[]>;
}

/**
 * Card provider that charges recurring payments by its own schedule. The payment widget of such a card provider starts
 * a recurring payment together with the first payment of an order.
 */
export interface SchedulingCardProvider extends CardPayments {
  chargesScheduledBy: 'provider';
  /**
   * Returns all recurring payments of a payer, including ended recurring payments. A new recurring payment may be
   * missing from this list for some seconds.
   */
  findRecurringPayments(accountId: string): Promise<ProviderRecurringPayment[]>;
  readRecurringPayment(id: string): Promise<ProviderRecurringPayment>;
  cancelRecurringPayment(id: string, idempotencyKey: string): Promise<void>;
  /** Changes the date of a recurring payment's next charge. */
  moveRecurringPayment(id: string, nextChargeAt: Date, idempotencyKey: string): Promise<void>;
  /** Sets the text and the recipient of the fiscal receipts of future charges. */
  setRecurringPaymentReceipt(id: string, receipt: Receipt, idempotencyKey: string): Promise<void>;
}

/**
 * Card provider without recurring payments. Such a card provider charges a saved payment method only on request, so
 * this server must schedule the charges.
 */
export interface UnscheduledCardProvider extends CardPayments {
  chargesScheduledBy: 'merchant';
}

/**
 * Card provider. `chargesScheduledBy` declares whether the card provider or this server schedules recurring charges.
 * Only a card provider that schedules charges has the methods for recurring payments.
 */
export type CardProvider = SchedulingCardProvider | UnscheduledCardProvider;
