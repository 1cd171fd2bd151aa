/**
 * Interface to a card provider. Amounts are in kopecks. Each adapter declares the capabilities of its card provider.
 */
import type { Decline } from '../../shared/declines';
import type { ReceiptTerms } from '../../shared/receiptTerms';
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
  /**
   * First six digits, last four digits and expiry date of the card as one text (`joinCardDigits`), which is the same at
   * every card provider, and which other cards may share. Null if the card provider does not report them.
   */
  digits?: string | null;
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
  /** Key of this server's request that charged a saved payment method; omitted or null for any other payment. */
  chargeKey?: string | null;
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

/** Fiscal receipt to issue (Russian law 54-FZ). The receipt contains one item, which is paid in full. */
export interface Receipt {
  label: string;
  amountKopecks: number;
  /** Email address to which the receipt is sent. */
  email: string;
  /** Phone number of the payer in E.164 (`shared/phone.ts`); omitted or null if the receipt contains none. */
  phone?: string | null;
  terms: ReceiptTerms;
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
  /**
   * State of the payment. `pending` means that the payer has not completed the payment yet, and `abandoned` that the payer
   * did not complete the payment in time.
   */
  state: 'pending' | 'abandoned' | 'completed' | 'authorized' | 'declined' | 'cancelled' | 'refunded';
  /** Time when the card provider releases the amount of an authorized payment; omitted or null if it reports none. */
  expiresAt?: Date | null;
  amountKopecks: number;
  currency: string;
  at: Date;
  /** Reason of a declined payment, or null for any other payment. */
  decline: Decline | null;
  /** Recurring payment that charged the card, or null for a payment in the payment widget. */
  recurringPaymentId: string | null;
  /** Key of this server's request that charged a saved payment method; omitted or null for any other payment. */
  chargeKey?: string | null;
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
  /** State of the refund; omitted if the refund is completed. Only a completed refund has paid the money back. */
  state?: 'pending' | 'completed' | 'failed';
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

/** Verifies, parses and responds to the signed notifications of a card provider. */
interface NotificationsOf<Content> {
  trust: 'signature';
  /** Path segment of the webhook URL `/api/webhooks/<path>/<kind>`. */
  path: string;
  /** Parses a notification. Verifies the signature of the raw body before it parses the body. */
  read(kind: string, rawBody: Uint8Array, headers: Headers): Content | RejectedNotification;
  /** Returns the response to an accepted notification. `rejection` says why the payment must not be made. */
  response(rejection: PaymentRejection | null): NotificationResponse;
}

/**
 * Reader of signed notifications. `asksBeforeCharge` declares whether the card provider asks for permission
 * before every payment, including first payments. If the card provider does not ask for permission, an unwanted payment
 * can only be refunded.
 */
export type SignedNotificationReader =
  | (NotificationsOf<NotificationReport | NotificationQuestion> & { asksBeforeCharge: true })
  | (NotificationsOf<NotificationReport> & { asksBeforeCharge: false });

/**
 * Object that changed at the card provider according to an unsigned notification. Anyone could have sent the
 * notification, so it only says which object to read from the card provider.
 */
export interface ChangedObject {
  /** Name of the event. The event and the object's id identify a notification. */
  event: string;
  kind: 'payment' | 'refund';
  id: string;
  /** Order of the object according to the notification. */
  claimedOrderId: string | null;
  /** Transaction id of the refunded payment according to the notification. */
  claimedTransactionId: string | null;
}

/** Content of an unsigned notification: a changed object, or the name of an ignored event. */
export type UnsignedNotification =
  | { changed: ChangedObject; ignored?: never; rejected?: never }
  | { ignored: string; changed?: never; rejected?: never };

/**
 * Reader of unsigned notifications. The server stores the changed object, responds at once, and later reads the object
 * from the card provider.
 */
export interface UnsignedNotificationReader {
  trust: 'reread';
  asksBeforeCharge: false;
  /** Path segment of the webhook URL `/api/webhooks/<path>`. */
  path: string;
  /** Returns whether the card provider sends its notifications from this IP address. */
  isSender(address: string): boolean;
  read(rawBody: Uint8Array): UnsignedNotification | RejectedNotification;
  /** Returns the response to an accepted notification. */
  response(): NotificationResponse;
}

/** Notification reader of a card provider. `trust` declares why a notification may be believed. */
export type NotificationReader = SignedNotificationReader | UnsignedNotificationReader;

/** Properties in which card providers differ and that are not visible in their methods. */
export interface ProviderCapabilities {
  /**
   * Payment that verifies a card for a free trial: a completed payment that is refunded, or a hold (authorized amount)
   * that is released.
   */
  cardVerification: 'refundedPayment' | 'releasedHold';
  /** What can be voided before money moves. Everything else can only be refunded. */
  voids: 'nothing' | 'holds';
  /** Fiscal receipts (54-FZ) that the card provider issues, and whether it reports each issued receipt. */
  receipts: { issuedFor: readonly ('payment' | 'refund')[]; areReported: boolean };
  /**
   * Whether the card provider reports a card id that is the same for every payment with the card. The limit of one trial
   * per card needs such a card id.
   */
  identifiesCards: boolean;
  /**
   * Whether the payment widget asks the payer for an email address. Otherwise this server must know the email address
   * before it opens the payment of a campaign order.
   */
  asksForEmail: boolean;
  /**
   * Whether the payment widget reports to the page why a payment was declined. Otherwise this server reads the payment
   * from the card provider when the page asks for the order.
   */
  widgetReportsDeclines: boolean;
}

/**
 * Part of a request that the card provider rejected. `savedMethod`: the saved payment method, which cannot be charged any
 * more. `receiptAddress`: the address of the payer in the receipt. `unknown`: anything else. `parameter` is the name of the
 * rejected parameter, without its value, or empty if the card provider named none.
 */
export type RejectedPart =
  | { kind: 'savedMethod' }
  | { kind: 'receiptAddress' }
  /** Phone number of the payer in the receipt, or its absence. */
  | { kind: 'receiptPhone' }
  | { kind: 'unknown'; parameter: string };

/**
 * Thrown if the card provider understood a request but rejected it, so that nothing was changed. A rejection counts only
 * if the request was sent once. If an earlier attempt to send the same request got no response, that attempt may have
 * taken effect, so adapters throw `ProviderUnavailable` instead.
 */
export class ProviderRejected extends Error {
  override readonly name: string = 'ProviderRejected';

  /** `part` is the part of the request that the card provider rejected. */
  constructor(
    message: string,
    readonly part: RejectedPart = { kind: 'unknown', parameter: '' },
  ) {
    super(message);
  }
}

/** Thrown if the card provider does not permit this shop to save payment methods or to charge them. */
export class AutopaymentsForbidden extends ProviderRejected {
  override readonly name = 'AutopaymentsForbidden';
}

/** Thrown if the card provider gave no usable response, so that it is unknown whether the request took effect. */
export class ProviderUnavailable extends Error {
  override readonly name: string = 'ProviderUnavailable';
}

/**
 * Thrown if the card provider rejected a request because of its rate limit. A request that changes data throws this error
 * only if it was sent once, so that it had no effect.
 */
export class TooManyProviderRequests extends ProviderUnavailable {
  override readonly name = 'TooManyProviderRequests';

  /** `retryAfterMs` is the time in ms for which the card provider asks to wait, or null if it does not say. */
  constructor(
    message: string,
    readonly retryAfterMs: number | null = null,
  ) {
    super(message);
  }
}

/**
 * Thrown if the card provider rejected the credentials of this server, so that every request would be rejected. A request
 * that changes data throws this error only if it was sent once, so that it had no effect.
 */
export class CredentialsRejected extends ProviderUnavailable {
  override readonly name = 'CredentialsRejected';
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
  capabilities: ProviderCapabilities;
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
   * attempts are listed by `listPaymentsOfDay`. Null if the card provider cannot search by order. All payments of an
   * order are then found by `listPaymentsOfDay` only.
   */
  findPaymentsOfOrder: ((orderId: string) => Promise<ProviderPayment[]>) | null;
  /** Lists all payments of the UTC day that contains `day`. */
  listPaymentsOfDay(day: Date): Promise<ProviderPayment[]>;
  /**
   * Lists all refunds of the UTC day that contains `day`. A card provider that completes refunds later also lists pending
   * and failed refunds.
   */
  listRefundsOfDay(day: Date): Promise<ProviderRefund[]>;
}

/**
 * Card provider that charges recurring payments by its own schedule. The payment widget of such a card provider starts
 * a recurring payment together with the first payment of an order.
 */
export interface SchedulingCardProvider extends CardPayments {
  chargesScheduledBy: 'provider';
  /** Client that sends each request only once; omitted if this client never repeats a failed request. */
  withoutRepeats?: SchedulingCardProvider;
  notifications: SignedNotificationReader;
  /**
   * Returns all recurring payments of a payer, including ended recurring payments. A new recurring payment may be
   * missing from this list for some seconds.
   */
  findRecurringPayments(accountId: string): Promise<ProviderRecurringPayment[]>;
  readRecurringPayment(id: string): Promise<ProviderRecurringPayment>;
  cancelRecurringPayment(id: string, idempotencyKey: string): Promise<void>;
  /** Changes the date of a recurring payment's next charge. */
  moveRecurringPayment(id: string, nextChargeAt: Date, idempotencyKey: string): Promise<void>;
  /** Sets the text, the recipient and the terms of the fiscal receipts of future charges. */
  setRecurringPaymentReceipt(id: string, receipt: Receipt, idempotencyKey: string): Promise<void>;
}

/** Terms of a payment that this server requests. */
interface RequestedPayment {
  orderId: string;
  /** Uid of the account, or the payer name of a campaign order. */
  accountId: string;
  amountKopecks: number;
  currency: string;
  receipt: Receipt | null;
}

/** Terms of a payment that the payer makes in the payment widget. */
export interface WidgetPayment extends RequestedPayment {
  /** Whether the money is only held, until the hold is released or expires. */
  isHold: boolean;
  /** Whether the payment method is saved for later charges, which the payer cannot decide. */
  savesMethod: boolean;
}

/** Payment that waits for its payer in the payment widget. */
export interface OpenedPayment {
  transactionId: string;
  /** Single-use token with which the payment widget is opened. */
  confirmationToken: string;
}

/** Terms of a charge of a saved payment method, in which the payer takes no part. */
export interface SavedMethodCharge extends RequestedPayment {
  /** Token of the saved payment method (`CardNames.token`). */
  savedMethod: string;
}

/** Refund of which the card provider always reports the state. */
export type ReadRefund = ProviderRefund & Required<Pick<ProviderRefund, 'state'>>;

/** Page of a list of payments, newest first. */
export interface PaymentPage {
  payments: readonly ProviderPayment[];
  /** Creation time of the oldest payment on the page. */
  createdFrom: Date;
}

/**
 * Card provider without recurring payments. Such a card provider charges a saved payment method only on request, so
 * this server must schedule the charges.
 */
export interface UnscheduledCardProvider extends CardPayments {
  chargesScheduledBy: 'merchant';
  /** Client that sends each request only once; omitted if this client never repeats a failed request. */
  withoutRepeats?: UnscheduledCardProvider;
  notifications: NotificationReader;
  /**
   * Creates the payment of an order, which the payer makes in the payment widget. Throws `AutopaymentsForbidden` if the
   * payment method must be saved and the shop has no permission.
   */
  openPayment(payment: WidgetPayment, idempotencyKey: string): Promise<OpenedPayment>;
  /**
   * Charges a saved payment method. Returns the payment, which is completed, declined or still pending. If this method
   * throws `ProviderUnavailable`, the outcome is unknown. The payment must then be looked for before another charge is
   * requested with a different key, or after the card provider has forgotten the key. The card provider reports the key
   * as `chargeKey` of the payment.
   * @example await provider.chargeSavedMethod({ savedMethod: token, ...terms }, chargeKey);
   */
  chargeSavedMethod(charge: SavedMethodCharge, idempotencyKey: string): Promise<ProviderPayment>;
  /** Returns the current state of a payment, or null if the card provider has no such payment. */
  readPayment(transactionId: string): Promise<ProviderPayment | null>;
  /**
   * Reads the payments that were created from `from` to `to` (by default until now), newest first, page by page, so that no
   * more than one page is in memory. Ends early if `visit` returns false.
   */
  readPayments(
    created: { from: Date; to?: Date },
    visit: (page: PaymentPage) => boolean | Promise<boolean>,
  ): Promise<void>;
  /** Returns the current state of a refund, or null if the card provider has no such refund. */
  readRefund(refundId: string): Promise<ReadRefund | null>;
  /** Releases a hold, so that the payer gets the money back without a refund. Throws `ProviderRejected` if there is no hold. */
  releaseHold(transactionId: string, idempotencyKey: string): Promise<void>;
}

/** Card provider that can search payments by order. */
export interface SearchesOrders {
  findPaymentsOfOrder: NonNullable<CardPayments['findPaymentsOfOrder']>;
}

/**
 * Card provider. `chargesScheduledBy` declares whether the card provider or this server schedules recurring charges.
 * Only a card provider that schedules charges has the methods for recurring payments.
 */
export type CardProvider = SchedulingCardProvider | UnscheduledCardProvider;
