/** What an order may be of; contract, database, facts and words take the list from here. */
export const ORDER_KINDS = ['trial', 'renewal', 'campaign'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];
