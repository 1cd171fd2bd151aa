/** Customer texts of the subscription status. */
import { isSubscriptionStatus, type SubscriptionStatus } from '../../shared/subscriptionStatus';

export const SUBSCRIPTION_STATUS_TEXTS: Record<SubscriptionStatus, string> = {
  NOT_ACTIVE: 'нет подписки',
  ACTIVE: 'подписка активна',
  EXPIRED: 'подписка закончилась',
  CANCELED: 'подписка отменена',
  GIFTED: 'подарочная подписка',
};

/** Text for an unknown status in an API response. */
const UNKNOWN_STATUS_TEXT = 'статус неизвестен';

export function subscriptionStatusText(status: string | null): string {
  return status !== null && isSubscriptionStatus(status)
    ? SUBSCRIPTION_STATUS_TEXTS[status]
    : UNKNOWN_STATUS_TEXT;
}
