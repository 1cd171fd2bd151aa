/** Reason codes of declined payments that the fake card provider uses. */

/**
 * Reason code of a payment that the shop rejected in its response to the Check notification, or to which the shop did
 * not respond. The value of this code is an assumption, because the card provider's documentation does not specify it.
 * Unlike the same code from a bank, this code does not end a recurring payment immediately.
 */
export const REJECTED_BY_SHOP = 5005;
export const THREE_DS_FAILED = 5206;
export const INSUFFICIENT_FUNDS = 5051;

/** Reason codes after which the card provider does not retry a recurring payment. */
const FINAL_DECLINES: ReadonlySet<number> = new Set([5001, 5003, 5005, 5012, 5017, 5033, 5034, 5057]);

export const isFinalDecline = (reasonCode: number): boolean => FINAL_DECLINES.has(reasonCode);
