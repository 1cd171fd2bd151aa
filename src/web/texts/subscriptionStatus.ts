/** The status as the customer reads it. */
import type { SubscriptionStatus } from '../../shared/subscriptionStatus';

export const SUBSCRIPTION_STATUS_TEXTS: Record<SubscriptionStatus, string> = {
  NOT_ACTIVE: 'нет подписки',
  ACTIVE: 'подписка активна',
  EXPIRED: 'подписка закончилась',
  CANCELED: 'подписка отменена',
  GIFTED: 'подарочная подписка',
};

/** Any value of the wire that this product does not know. */
export const UNKNOWN_STATUS_TEXT = 'статус неизвестен';
