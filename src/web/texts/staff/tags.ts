/** Texts of customer tags and of the search filters. */
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
  restored: (tag: string) => `Tag “${tag}” restored`,
  undoLost: 'We couldn’t confirm the undo. It’s safe to try again.',
  subject: 'update tags',
} as const;

export const STATUS_NAMES: Readonly<Record<SubscriptionStatus, string>> = {
  NOT_ACTIVE: 'No subscription yet',
  ACTIVE: 'Active',
  EXPIRED: 'Expired',
  CANCELED: 'Canceled',
  GIFTED: 'Gifted',
};

export const FILTER_TEXTS = {
  title: 'Filters',
  status: 'Status',
  anyStatus: 'Any',
  tag: 'Tag',
  anyTag: 'Any',
  tagged: (tag: string, customers: number) => `${tag} (${String(customers)})`,
  since: 'Registered from',
  until: 'Registered to',
  clear: 'Clear filters',
  /** `customers` is null while the number of customers is unknown. */
  push: (customers: number | null, isMore: boolean) => {
    if (customers === null) return 'Send push…';
    const count = customers === 1 ? '1 customer' : `${String(customers)} customers`;
    return `Send push to ${isMore ? 'more than ' : ''}${count}…`;
  },
} as const;
