/** Reason codes of declined payments that the fake card provider uses. */

/**
 * The shop rejected the payment at Check, or did not respond. The code is assumed. Unlike the same code of a bank, it
 * does not end a recurring payment at once.
 */
export const REJECTED_BY_SHOP = 5005;
export const THREE_DS_FAILED = 5206;
export const INSUFFICIENT_FUNDS = 5051;

/** Declines after which the provider does not try a recurring payment again. */
const FINAL_DECLINES: ReadonlySet<number> = new Set([5001, 5003, 5005, 5012, 5017, 5033, 5034, 5057]);

export const isFinalDecline = (reasonCode: number): boolean => FINAL_DECLINES.has(reasonCode);
