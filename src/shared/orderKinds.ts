/** Kinds of orders. The API contract, the database, the ledger events and the texts use this list. */
export const ORDER_KINDS = ['trial', 'renewal', 'campaign'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];
