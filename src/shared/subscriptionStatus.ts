/** Subscription statuses. */

export const SUBSCRIPTION_STATUSES = ['NOT_ACTIVE', 'ACTIVE', 'EXPIRED', 'CANCELED', 'GIFTED'] as const;

export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** True for the values this product knows; another server may send more. */
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

/** The three-email abbreviation of the staff views; a status that is not known reads UNK. */
export function abbreviateStatus(value: string): string {
  return isSubscriptionStatus(value) ? STAFF_ABBREVIATIONS[value] : 'UNK';
}
