/** Time limits around the date of a recurring charge: grace period, advance notice, early charges and horizon. */

/** Grace period after a missed charge, in days. The agreement ends if no charge was reported by then. */
export const CHARGE_GRACE_DAYS = 3;

/** Number of days before a charge at which the email about it is sent. */
export const CHARGE_NOTICE_DAYS = 3;

/**
 * Maximum number of days by which a charge may be early. At the end of a month, the calendars of the provider and of this
 * server may differ by three days. Must not exceed `CHARGE_NOTICE_DAYS`, so that the email is sent before the charge.
 */
export const EARLY_CHARGE_DAYS = 3;

/** Maximum number of months in advance for which the card provider accepts a charge date. */
export const PROVIDER_HORIZON_MONTHS = 12;
