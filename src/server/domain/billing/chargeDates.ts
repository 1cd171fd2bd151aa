/** How far a charge, its email, its word and its silence may stand from its date. */

/** Access outlives a missed charge for this long; when nothing is heard by then, the agreement ends, days. */
export const CHARGE_GRACE_DAYS = 3;

/** The email about a coming charge leaves so many days ahead. */
export const CHARGE_NOTICE_DAYS = 3;

/**
 * A charge is let through so many days before its date: calendars of provider and product may differ
 * by as much at the end of a month. Never more than the notice, so that its email always comes first.
 */
export const EARLY_CHARGE_DAYS = 3;

/** The card provider sets no charge that is further ahead, months. */
export const PROVIDER_HORIZON_MONTHS = 12;
