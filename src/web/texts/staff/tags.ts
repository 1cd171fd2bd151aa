/** Words of the tags of a customer, and of the filters of the search. */
import type { SubscriptionStatus } from '../../../shared/subscriptionStatus';

export const TAGS_TEXTS = {
  title: 'Tags',
  none: 'No tags yet',
  field: 'New tag',
  add: 'Add tag',
  remove: (tag: string) => `Remove tag ${tag}`,
  invalid: 'Up to 32 letters, numbers, spaces or hyphens',
  removed: (tag: string) => `Tag “${tag}” removed`,
  undo: 'Undo',
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
