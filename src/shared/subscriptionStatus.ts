/** Subscription statuses and their abbreviations for staff. */

export const SUBSCRIPTION_STATUSES = ['NOT_ACTIVE', 'ACTIVE', 'EXPIRED', 'CANCELED', 'GIFTED'] as const;

export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** Returns whether `value` is a known subscription status. A newer server may send other statuses. */
export function isSubscriptionStatus(value: string): value is SubscriptionStatus {
  return (SUBSCRIPTION_STATUSES as readonly string[]).includes(value);
}

const STAFF_ABBREVIATIONS: Record<SubscriptionStatus, string> = {
  NOT_ACTIVE: 'NOT',
  ACTIVE: 'ACT',
  EXPIRED: 'EXP',
  CANCELED: 'CAN',
  GIFTED: 'GIF',
};

/**
 * Returns the abbreviation of a status for the staff console, in three characters. An unknown status is abbreviated as
 * UNK.
 */
export function abbreviateStatus(value: string): string {
  return isSubscriptionStatus(value) ? STAFF_ABBREVIATIONS[value] : 'UNK';
}
