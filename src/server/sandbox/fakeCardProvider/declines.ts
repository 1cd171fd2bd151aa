/** Reason codes of declined payments that the fake card provider uses. */

/**
 * The shop rejected the payment at Check, or did not respond. The code is assumed, because the documentation does not
 * give it. Unlike the same code from a bank, it does not end a recurring payment immediately.
 */
export const REJECTED_BY_SHOP = 5005;
export const THREE_DS_FAILED = 5206;
export const INSUFFICIENT_FUNDS = 5051;

/** Reason codes after which the provider does not retry a recurring payment. */
const FINAL_DECLINES: ReadonlySet<number> = new Set([5001, 5003, 5005, 5012, 5017, 5033, 5034, 5057]);

export const isFinalDecline = (reasonCode: number): boolean => FINAL_DECLINES.has(reasonCode);
