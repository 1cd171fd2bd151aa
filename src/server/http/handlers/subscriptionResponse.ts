/**
 * Converts a subscription to the response format of several API endpoints. Amounts are in rubles, and times are ISO
 * 8601 in UTC.
 */
import { toRubles } from '../../../shared/money';
import type { SubscriptionView } from '../../usecases/billing/subscriptions/readSubscription';

/** Unix epoch, which means «never» in API responses. */
const NEVER = new Date(0).toISOString();

/**
 * Returns the date of the next charge or of the end of access, or the Unix epoch if the subscription has no such date.
 */
export function formatExpiration(subscription: SubscriptionView): string {
  return subscription.expirationDate?.toISOString() ?? NEVER;
}

export function registrationResponse(subscription: SubscriptionView) {
  return {
    success: true,
    expirationDate: formatExpiration(subscription),
    subscriptionIsActive: subscription.isActive,
    firstPaymentActivated: subscription.firstPaymentActivated,
  };
}

/** Returns the `userInfo` part of the profile response. */
export function userInfoResponse(
  subscription: SubscriptionView,
  { email, phone }: { email: string; phone: string | null },
) {
  return {
    amount: toRubles(subscription.amountKopecks),
    currency: subscription.currency,
    expirationDate: formatExpiration(subscription),
    subscriptionIsActive: subscription.isActive,
    subscriptionStatus: subscription.status,
    email,
    ...(phone === null ? {} : { phone }),
    cardMask: subscription.cardMask,
    hasPaymentMethod: subscription.hasPaymentMethod,
    chargeIsOverdue: subscription.isChargeOverdue,
    needsCard: subscription.needsCard,
    renewableFrom: subscription.renewableFrom?.toISOString() ?? null,
  };
}
