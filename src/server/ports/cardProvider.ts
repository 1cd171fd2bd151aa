/** The card provider as this product needs it. Amounts are kopecks. Each adapter declares what its provider can do. */
import type { Decline } from '../../shared/declines';
import type { RecurringPaymentState } from '../domain/billing/ledgerEvents';
import type { PaymentRejection } from '../domain/billing/orders';

/** How the provider calls a card. Never stored as they are. */
export interface CardNames {
  /** The same for each payment with the card; named before the payment already. */
  id: string | null;
  /** For further payments with it; named with a payment that was made. */
  token: string | null;
}

interface PaymentReport {
  transactionId: string;
  amountKopecks: number;
  currency: string;
  at: Date;
  isTest: boolean;
  orderId: string | null;
  /** Our uid, or the name under which a campaign order is paid. */
  accountId: string | null;
  /** The payer's address as typed in the widget; never stored in the ledger. */
  email: string | null;
  /** The recurring payment that made it; null for a payment made in the widget. */
  recurringPaymentId: string | null;
  cardMask: string | null;
  card?: CardNames;
  /** Network address of the payer, when he pays himself. */
  payerIp?: string | null;
}

export type ProviderEvent =
  /** Money arrived. */
  | ({ kind: 'paid' } & PaymentReport)
  /** Money is held and not taken yet (two-stage payments). */
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

/** A fiscal receipt that the provider's cashbox has issued for a payment or a refund. */
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

/** The question before a payment: may it be made? */
export type PaymentQuestion = PaymentReport & { isPayment: boolean };

/** A fiscal receipt to be issued (54-FZ): one service, paid in full, without VAT. */
export interface Receipt {
  label: string;
  amountKopecks: number;
  /** To whom it is sent. */
  email: string;
}

export interface ProviderRecurringPayment {
  id: string;
  accountId: string;
  state: RecurringPaymentState;
  amountKopecks: number;
  currency: string;
  nextChargeAt: Date | null;
  /** First charge as it was agreed. */
  startAt: Date;
  successes: number;
  /** In a row. */
  failures: number;
}

export interface ProviderPayment {
  transactionId: string;
  orderId: string | null;
  accountId: string | null;
  /** The payer's address as typed in the widget. */
  email: string | null;
  /** pending: the payer is still busy with it. */
  state: 'pending' | 'completed' | 'authorized' | 'declined' | 'cancelled' | 'refunded';
  amountKopecks: number;
  currency: string;
  at: Date;
  /** Of a declined one; null for all others. */
  decline: Decline | null;
  /** The recurring payment that made the payment; null for one made in the widget. */
  recurringPaymentId: string | null;
  cardMask: string | null;
  card?: CardNames;
  /** Network address of the payer. */
  payerIp?: string | null;
  isTest: boolean;
}

/** Money that went back, whoever asked for it. */
export interface ProviderRefund {
  refundId: string;
  /** The payment; null when the provider does not name it. */
  transactionId: string | null;
  orderId: string | null;
  accountId: string | null;
  amountKopecks: number;
  at: Date;
}

export interface NotificationResponse {
  /** Of HTTP. */
  status: number;
  body: object;
}

/** What an accepted notification reports: an event, a receipt, or the name of a kind that is not read. */
export type NotificationReport =
  | { event: ProviderEvent; question?: never; receipt?: never; ignored?: never; rejected?: never }
  | { receipt: IssuedReceipt; question?: never; event?: never; ignored?: never; rejected?: never }
  | { ignored: string; question?: never; event?: never; receipt?: never; rejected?: never };

/** A notification that waits for our decision: the provider makes the payment only if it is not rejected. */
export interface NotificationQuestion {
  question: PaymentQuestion;
  event?: never;
  receipt?: never;
  ignored?: never;
  rejected?: never;
}

/** A message that changes nothing, and what its sender is answered. */
export interface RejectedNotification {
  rejected: 'wrongSignature' | 'malformed';
  /** What is wrong with a malformed one: names of fields, never their values. */
  reason?: string;
  response: NotificationResponse;
}

/** How a provider's notifications are told from forgeries, read and answered. */
interface NotificationsOf<Content> {
  /** They arrive at `/api/webhooks/<path>/<kind>`. */
  path: string;
  /** Verifies the raw bytes before it reads anything in them. */
  read(kind: string, rawBody: Uint8Array, headers: Headers): Content | RejectedNotification;
  /** The answer to a message that was taken in; `rejection`: why the payment must not be made. */
  response(rejection: PaymentRejection | null): NotificationResponse;
}

/**
 * Reads notifications. The capability `asksBeforeCharge` declares whether the provider asks before each payment, first
 * payments included. A provider that does not ask has no question among its notifications, so an unwanted payment can
 * only be refunded.
 */
export type NotificationReader =
  | (NotificationsOf<NotificationReport | NotificationQuestion> & { asksBeforeCharge: true })
  | (NotificationsOf<NotificationReport> & { asksBeforeCharge: false });

/** The provider rejected to change something: it was understood, and is not done. */
export class ProviderRejected extends Error {
  override readonly name = 'ProviderRejected';
}

/** No usable answer came: whether the request took effect is unknown. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** The provider answers, and does not know yet what it will know: no sign of an outage. */
export class ProviderNotReady extends ProviderUnavailable {}

/**
 * What every card provider does. Every changing call takes an idempotency key: a repeated call with the same key has one
 * effect. All calls throw ProviderRefused or ProviderUnavailable.
 */
interface CardPayments {
  /** Part of our keys and rows, beside the provider's ids, which are unique within the provider only. */
  name: string;
  notifications: NotificationReader;
  /** Refunds a payment, whole or in part. Returns the provider's transaction id of the refund. */
  refundPayment(
    transactionId: string,
    amountKopecks: number,
    receipt: Receipt | null,
    idempotencyKey: string,
  ): Promise<string>;
  /** Returns the last payment of an order, or none. Earlier attempts are in the lists of their days. */
  findPaymentsOfOrder(orderId: string): Promise<ProviderPayment[]>;
  /** Lists all payments of the UTC day that contains the moment. */
  listPaymentsOfDay(day: Date): Promise<ProviderPayment[]>;
  /** Lists all refunds of the UTC day that contains the moment. */
  listRefundsOfDay(day: Date): Promise<ProviderRefund[]>;
}

/** A provider that charges recurring payments by its own schedule. Its widget begins one with the first payment of an order. */
export interface SchedulingCardProvider extends CardPayments {
  chargesScheduledBy: 'provider';
  /** Returns all recurring payments of a payer, ended ones included. A new one may be missing for some seconds. */
  findRecurringPayments(accountId: string): Promise<ProviderRecurringPayment[]>;
  readRecurringPayment(id: string): Promise<ProviderRecurringPayment>;
  cancelRecurringPayment(id: string, idempotencyKey: string): Promise<void>;
  /** Moves the next charge. */
  moveRecurringPayment(id: string, nextChargeAt: Date, idempotencyKey: string): Promise<void>;
  /** Sets text and recipient of the receipts of further charges. */
  setRecurringPaymentReceipt(id: string, receipt: Receipt, idempotencyKey: string): Promise<void>;
}

/** A provider that charges a saved payment method on request only: the schedule is ours, and it has no recurring payments. */
export interface UnscheduledCardProvider extends CardPayments {
  chargesScheduledBy: 'merchant';
}

/** The capability `chargesScheduledBy` declares who schedules the charges. The calls about recurring payments depend on it. */
export type CardProvider = SchedulingCardProvider | UnscheduledCardProvider;
