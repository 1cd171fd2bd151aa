/** Subscription summary, which the database stores for each account, and the subscription status at a given time. */
import { toKopecks } from '../../../shared/money';
import { OFFER_TERMS } from '../../../shared/offerTerms';
import type { SubscriptionStatus } from '../../../shared/subscriptionStatus';
import { addDays, later } from './billingCalendar';
import { CHARGE_GRACE_DAYS, EARLY_CHARGE_DAYS } from './chargeDates';
import { deriveChargeAt, graceAfterOutage, type SubscriptionState } from './subscriptionState';

/** Summary of a subscription state, which the database stores for each account. Amounts are in kopecks. */
export interface SubscriptionSummary {
  /** Whether a subscription agreement is active, so that there will be a next charge. */
  recurring: boolean;
  accessUntil: Date | null;
  nextChargeAt: Date | null;
  lastGrant: 'payment' | 'gift' | null;
  /** Amount of the next charge, or the monthly price if no charge is scheduled. */
  amountKopecks: number;
  recurringPaymentId: string | null;
  firstPaymentActivated: boolean;
  totalPaidKopecks: number;
  cardMask: string | null;
  /** Name of the card provider that charges the subscription, or null if it does not renew. */
  provider: string | null;
  /**
   * Time until which access continues although the charge was not made: the date to which this server postponed the
   * charge, or the end of the grace period if the card provider ended the recurring payment after failed charges. Null in
   * all other cases.
   */
  accessContinuesUntil: Date | null;
  /** Last mark of a gone card provider that affected the account (`SubscriptionState.goneMark`), or null. */
  goneMark: number | null;
  /**
   * Earliest end of the grace period, because the card provider that charges the subscription is or was gone; null
   * otherwise.
   */
  graceUntil: Date | null;
}

/** Summary of an account without ledger events. */
export const NO_SUBSCRIPTION: SubscriptionSummary = {
  recurring: false,
  accessUntil: null,
  nextChargeAt: null,
  lastGrant: null,
  amountKopecks: toKopecks(OFFER_TERMS.monthlyPriceRub),
  recurringPaymentId: null,
  firstPaymentActivated: false,
  totalPaidKopecks: 0,
  cardMask: null,
  provider: null,
  accessContinuesUntil: null,
  goneMark: null,
  graceUntil: null,
};

/** Returns whether the subscription renews at a card provider that is gone, so that the card cannot be charged. */
export const renewsAtGone = ({ recurring, goneMark, graceUntil }: SubscriptionSummary): boolean =>
  recurring && goneMark !== null && graceUntil !== null;

/**
 * Returns whether a card is stored, or the subscription is charged by a payment method without a card number, for example
 * a wallet.
 */
export const hasPaymentMethod = ({
  cardMask,
  recurring,
}: Pick<SubscriptionSummary, 'cardMask' | 'recurring'>): boolean => cardMask !== null || recurring;

/**
 * Returns the end of the grace period of a renewal that the card provider ended because its due charges failed, or null
 * if the renewal did not end this way.
 */
function graceAfterRejection({ agreement, accessUntil }: SubscriptionState): Date | null {
  if (agreement === null || !agreement.begun || accessUntil === null) return null;
  const { ended, nextChargeAt } = agreement;
  if (ended?.by !== 'provider' || ended.state !== 'rejected') return null;
  if (ended.at < addDays(nextChargeAt, -EARLY_CHARGE_DAYS)) return null;
  // Time that was granted since then has no grace period.
  const from = accessUntil < nextChargeAt ? accessUntil : nextChargeAt;
  return later(addDays(from, CHARGE_GRACE_DAYS), graceAfterOutage(agreement));
}

export function summarize(state: SubscriptionState): SubscriptionSummary {
  const { agreement } = state;
  const recurring = agreement !== null && agreement.begun && agreement.ended === null;
  return {
    recurring,
    accessUntil: state.accessUntil,
    nextChargeAt: recurring ? deriveChargeAt(agreement) : null,
    lastGrant: state.lastGrant,
    amountKopecks: recurring ? agreement.recurringPaymentAmountKopecks : NO_SUBSCRIPTION.amountKopecks,
    recurringPaymentId: recurring ? agreement.recurringPaymentId : null,
    firstPaymentActivated: state.firstPaymentActivated,
    totalPaidKopecks: state.totalPaidKopecks,
    cardMask: state.cardMask,
    provider: recurring ? agreement.provider : null,
    accessContinuesUntil: recurring ? agreement.postponedTo : graceAfterRejection(state),
    goneMark: state.goneMark,
    graceUntil: recurring ? graceAfterOutage(agreement) : null,
  };
}

/** Subscription status at a given time. */
export interface StatusNow {
  status: SubscriptionStatus;
  /** Whether the customer has access. */
  isActive: boolean;
  /**
   * Date of the next charge if the subscription is ACTIVE, otherwise the expiry of access; null if the account never
   * had access.
   */
  expirationDate: Date | null;
  /**
   * Time at which the subscription status changes without a new ledger event, or null if the status will not change. The
   * time is in the past if a renewal whose grace period is over has not ended in the ledger yet.
   */
  changesAt: Date | null;
}

type Standing = Pick<
  SubscriptionSummary,
  'recurring' | 'accessUntil' | 'nextChargeAt' | 'lastGrant' | 'accessContinuesUntil' | 'graceUntil'
>;

/**
 * Returns the time when the active subscription agreement ends if no charge is reported, or null if no agreement is
 * active.
 */
function lapsesAt({ recurring, accessUntil, nextChargeAt, graceUntil }: Standing): Date | null {
  return recurring && nextChargeAt !== null
    ? later(addDays(later(nextChargeAt, accessUntil), CHARGE_GRACE_DAYS), graceUntil)
    : null;
}

/**
 * Returns the date of the next charge, or null if there is no active subscription agreement or the grace period is
 * over.
 */
export function chargeToCome(summary: Standing, now: Date): Date | null {
  const end = lapsesAt(summary);
  return end !== null && now < end ? summary.nextChargeAt : null;
}

/**
 * Returns the subscription status at `now`.
 * - `NOT_ACTIVE`: the account never had access.
 * - `ACTIVE`: a subscription agreement is active, including the grace period of an overdue charge.
 * - `CANCELED`: the subscription agreement has ended, but the paid access or its grace period has not expired.
 * - `GIFTED`: access was granted without a recurring payment.
 * - `EXPIRED`: access has expired. If a charge was postponed in the card provider's dashboard, the status is also
 *   `EXPIRED` between the end of the grace period and the postponed charge.
 */
export function statusAt(summary: Standing, now: Date): StatusNow {
  const { accessUntil, nextChargeAt, lastGrant, accessContinuesUntil, graceUntil } = summary;
  const end = lapsesAt(summary);
  if (end !== null && now < end) {
    const paidEnd =
      accessUntil === null
        ? end
        : later(addDays(later(accessUntil, accessContinuesUntil), CHARGE_GRACE_DAYS), graceUntil);
    if (now < paidEnd) {
      return { status: 'ACTIVE', isActive: true, expirationDate: nextChargeAt, changesAt: paidEnd };
    }
    return { status: 'EXPIRED', isActive: false, expirationDate: accessUntil, changesAt: end };
  }
  // The end of a renewal whose grace period is over is still to be recorded, so `end` is then a time in the past.
  if (accessUntil === null) {
    return { status: 'NOT_ACTIVE', isActive: false, expirationDate: null, changesAt: end };
  }
  if (now >= accessUntil) {
    if (end === null && accessContinuesUntil !== null && now < accessContinuesUntil)
      return {
        status: 'CANCELED',
        isActive: true,
        expirationDate: accessContinuesUntil,
        changesAt: accessContinuesUntil,
      };
    return { status: 'EXPIRED', isActive: false, expirationDate: accessUntil, changesAt: end };
  }
  return {
    status: lastGrant === 'gift' ? 'GIFTED' : 'CANCELED',
    isActive: true,
    expirationDate: accessUntil,
    changesAt: accessUntil,
  };
}
