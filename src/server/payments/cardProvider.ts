/**
 * The card provider as this product needs it; CloudPayments implements it, and so does the
 * sandbox through the same adapter pointed at its own peer. Amounts are kopecks.
 */

/** State of a recurrence at the provider. */
export type RecurrenceState = 'active' | 'pastDue' | 'cancelled' | 'rejected' | 'expired';

export interface ProviderRecurrence {
  id: string;
  accountId: string;
  state: RecurrenceState;
  amountKopecks: number;
  currency: string;
  nextChargeAt: Date | null;
}

export interface ProviderPayment {
  transactionId: string;
  orderId: string | null;
  accountId: string | null;
  state: 'completed' | 'authorized' | 'declined' | 'cancelled' | 'refunded';
  amountKopecks: number;
  currency: string;
  at: Date;
  reasonCode: number | null;
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
    receipt: unknown,
    idempotencyKey: string,
  ): Promise<string>;
  findPaymentsOfOrder(orderId: string): Promise<ProviderPayment[]>;
  findRecurrences(accountId: string): Promise<ProviderRecurrence[]>;
  cancelRecurrence(id: string, idempotencyKey: string): Promise<void>;
  /** Moves the next charge. */
  moveRecurrence(id: string, nextChargeAt: Date, idempotencyKey: string): Promise<void>;
}
