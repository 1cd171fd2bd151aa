/**
 * Kinds of orders. The API contract, the database, the ledger events and the texts use this list.
 *
 * A change of card has two kinds. `cardChange` charges a refundable ruble, and the new card is charged at the next charge
 * date. `cardChangeMonth` pays the month of a charge that failed.
 */
export const ORDER_KINDS = ['trial', 'renewal', 'campaign', 'cardChange', 'cardChangeMonth'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

/** Returns whether an order of this kind starts a trial. */
export const isTrialKind = (kind: OrderKind): kind is 'trial' | 'campaign' =>
  kind === 'trial' || kind === 'campaign';

/** Returns whether an order of this kind replaces the card of an active renewal. */
export const isCardChange = (kind: OrderKind): kind is 'cardChange' | 'cardChangeMonth' =>
  kind === 'cardChange' || kind === 'cardChangeMonth';

/** Returns whether the first payment of an order of this kind pays for a month. */
export const paysMonth = (kind: OrderKind): kind is 'renewal' | 'cardChangeMonth' =>
  kind === 'renewal' || kind === 'cardChangeMonth';

/** Returns whether the first payment of an order of this kind only verifies the card and is refunded. */
export const verifiesCard = (kind: OrderKind): kind is 'trial' | 'cardChange' =>
  kind === 'trial' || kind === 'cardChange';
