/** Kinds of payments by what they buy, for the figures of the console. */

/**
 * Kind of a payment. A `surplus` payment was rejected: it bought no access and is refunded. A `check` payment is the
 * 1-ruble card verification.
 */
export type PaymentKind = 'check' | 'campaign' | 'first' | 'charge' | 'surplus';

const NOT_SALES: readonly string[] = ['check', 'surplus'] satisfies PaymentKind[];

/** Returns whether payments of a kind are sales. Gross sales and refunds contain only sales. */
export const isSaleKind = (kind: string): boolean => !NOT_SALES.includes(kind);
