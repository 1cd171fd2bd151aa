/** A subscription as the answers of several calls spell it: rubles and ISO 8601 UTC. */
import { toRubles } from '../../../shared/money';
import type { SubscriptionView } from '../../usecases/billing/readSubscription';

/** The epoch stands for «never» on the wire. */
const NEVER = new Date(0).toISOString();

/** Next charge or end of access; the epoch when there is neither. */
export function expirationOf(subscription: SubscriptionView): string {
  return subscription.expirationDate?.toISOString() ?? NEVER;
}

export function registrationResponse(subscription: SubscriptionView) {
  return {
    success: true,
    expirationDate: expirationOf(subscription),
    subscriptionIsActive: subscription.isActive,
    firstPaymentActivated: subscription.firstPaymentActivated,
  };
}

/** `userInfo` of the profile response. */
export function userInfoResponse(subscription: SubscriptionView, email: string) {
  return {
    amount: toRubles(subscription.amountKopecks),
    currency: subscription.currency,
    expirationDate: expirationOf(subscription),
    subscriptionIsActive: subscription.isActive,
    subscriptionStatus: subscription.status,
    email,
    cardMask: subscription.cardMask,
    chargeIsOverdue: subscription.isChargeOverdue,
    renewableFrom: subscription.renewableFrom?.toISOString() ?? null,
  };
}
