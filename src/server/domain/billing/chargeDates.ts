/**
 * Time limits around the date of a recurring charge: the grace period, the advance notice, how early a charge may be,
 * and how far ahead a charge can be scheduled.
 */

/**
 * Grace period after a missed charge, in days. The subscription agreement ends if no charge is reported before the end
 * of the grace period.
 */
export const CHARGE_GRACE_DAYS = 3;

/** Number of days before a charge at which the email about the upcoming charge is sent. */
export const CHARGE_NOTICE_DAYS = 3;

/**
 * Maximum number of days by which a charge may be early. At the end of a month, the calendars of the card provider and
 * of this server may differ by three days. `EARLY_CHARGE_DAYS` must not exceed `CHARGE_NOTICE_DAYS`, so that the email
 * about an upcoming charge is sent before the charge.
 */
export const EARLY_CHARGE_DAYS = 3;

/** Number of attempts of this server to make a charge. The attempts are `CHARGE_RETRY_DAYS` apart. */
export const CHARGE_ATTEMPTS_MAX = 3;
export const CHARGE_RETRY_DAYS = 1;

/**
 * Minimum time in ms between the acceptance of the email that announces a charge and an attempt to make the charge. An
 * email is accepted when the mail server takes it, or when the mailbox rejects it for good.
 */
export const ANNOUNCED_BEFORE_MS = 48 * 3_600_000;

/** Number of days by which this server postpones a charge that it did not make in time or did not announce. */
export const POSTPONED_BY_DAYS = 3;

/** Number of days after the charge date from which a charge is no longer postponed. */
export const POSTPONED_FOR_DAYS_MAX = 30;

/** Maximum number of months in advance for which the card provider accepts a charge date. */
export const PROVIDER_HORIZON_MONTHS = 12;
