/**
 * The card provider as this product needs it; CloudPayments implements it, and so does the
 * sandbox through the same adapter pointed at its own peer. Amounts are kopecks.
 */
import type { CardNames } from './providerEvent';
import type { Receipt } from './receipts';
import type { RecurrenceState } from '../rules/subscription';

export interface ProviderRecurrence {
  id: string;
  accountId: string;
  state: RecurrenceState;
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
  reasonCode: number | null;
  /** The recurrence that made the payment; null for one made in the widget. */
  recurrenceId: string | null;
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

/** The provider refused the request: it was understood and will not succeed by trying again. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
}

/** No usable answer came: whether the request took effect is unknown. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/**
 * Every changing call takes an idempotency key, sent as `X-Request-ID`: a repeated call with the
 * same key has one effect. All throw ProviderRefused or ProviderUnavailable.
 */
export interface CardProvider {
  /** Voids an authorised or same-day payment: the money never leaves, or returns at once. */
  voidPayment(transactionId: string, idempotencyKey: string): Promise<void>;
  /** Returns the provider's transaction id of the refund. */
  refundPayment(
    transactionId: string,
    amountKopecks: number,
    receipt: Receipt | null,
    idempotencyKey: string,
  ): Promise<string>;
  findPaymentsOfOrder(orderId: string): Promise<ProviderPayment[]>;
  /** All payments of a day, UTC (any moment of it). */
  listPaymentsOfDay(day: Date): Promise<ProviderPayment[]>;
  /** All refunds of a day, UTC (any moment of it). */
  listRefundsOfDay(day: Date): Promise<ProviderRefund[]>;
  findRecurrences(accountId: string): Promise<ProviderRecurrence[]>;
  cancelRecurrence(id: string, idempotencyKey: string): Promise<void>;
  /** Moves the next charge. */
  moveRecurrence(id: string, nextChargeAt: Date, idempotencyKey: string): Promise<void>;
}
