/**
 * Keys of the charges that this server requests. If the card provider rejects a request, no payment exists, so the key
 * identifies the failed charge in place of a payment number.
 */

const PREFIX = 'charge:';

export const chargeKey = (unique: string): string => `${PREFIX}${unique}`;

/** Returns whether a transaction id is the key of a rejected request, which the card provider does not know. */
export const isChargeKey = (transactionId: string): boolean => transactionId.startsWith(PREFIX);
