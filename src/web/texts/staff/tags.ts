/** Words of the tags of a customer, and of the filters of the search. */
import type { SubscriptionStatus } from '../../../shared/subscriptionStatus';

export const TAGS_TEXTS = {
  title: 'Tags',
  none: 'No tags.',
  field: 'New tag',
  add: 'Tag',
  remove: (tag: string) => `Remove the tag ${tag}`,
  invalid: 'Letters, digits, blanks and dashes, at most 32',
  subject: 'the tag',
} as const;

export const STATUS_NAMES: Readonly<Record<SubscriptionStatus, string>> = {
  NOT_ACTIVE: 'never active',
  ACTIVE: 'active',
  EXPIRED: 'expired',
  CANCELED: 'cancelled',
  GIFTED: 'gifted',
};

export const FILTER_TEXTS = {
  title: 'Filters',
  status: 'Status',
  anyStatus: 'any',
  tag: 'Tag',
  anyTag: 'any',
  tagged: (tag: string, customers: number) => `${tag} (${String(customers)})`,
  since: 'Registered since',
  until: 'Registered until',
  clear: 'Clear filters',
  push: 'Push to these customers',
} as const;
