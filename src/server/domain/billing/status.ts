/** What readers see of a subscription's state: the row of an account, and the status at a moment. */
import { toKopecks } from '../../../shared/money';
import { OFFER_TERMS } from '../../../shared/offerTerms';
import type { SubscriptionStatus } from '../../../shared/subscriptionStatus';
import { addDays, later } from './billingCalendar';
import { CHARGE_GRACE_DAYS } from './chargeDates';
import { chargeOf, type SubscriptionState } from './fold';

/** What readers need of a state; the row of an account holds it. */
export interface SubscriptionSummary {
  /** An agreement is in force: there will be a next charge. */
  recurring: boolean;
  accessUntil: Date | null;
  nextChargeAt: Date | null;
  lastGrant: 'payment' | 'gift' | null;
  /** The next charge, or what a month costs. */
  amountKopecks: number;
  recurringPaymentId: string | null;
  firstPaymentActivated: boolean;
  totalPaidKopecks: number;
  cardMask: string | null;
}

/** The state of an account without any event. */
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
};

export function summarize(state: SubscriptionState): SubscriptionSummary {
  const { agreement } = state;
  const recurring = agreement !== null && agreement.begun && agreement.ended === null;
  return {
    recurring,
    accessUntil: state.accessUntil,
    nextChargeAt: recurring ? chargeOf(agreement) : null,
    lastGrant: state.lastGrant,
    amountKopecks: recurring ? agreement.recurringPaymentAmountKopecks : NO_SUBSCRIPTION.amountKopecks,
    recurringPaymentId: recurring ? agreement.recurringPaymentId : null,
    firstPaymentActivated: state.firstPaymentActivated,
    totalPaidKopecks: state.totalPaidKopecks,
    cardMask: state.cardMask,
  };
}

export interface StatusNow {
  status: SubscriptionStatus;
  isActive: boolean;
  /** Next charge while ACTIVE, else the end of access; null when there never was any. */
  expirationDate: Date | null;
  /** When time alone changes the status. */
  changesAt: Date | null;
}

type Standing = Pick<SubscriptionSummary, 'recurring' | 'accessUntil' | 'nextChargeAt' | 'lastGrant'>;

/** When the agreement in force ends by silence; null: none is in force. */
function lapsesAt({ recurring, accessUntil, nextChargeAt }: Standing): Date | null {
  return recurring && nextChargeAt !== null
    ? addDays(later(nextChargeAt, accessUntil), CHARGE_GRACE_DAYS)
    : null;
}

/** The next charge, as long as one is to come; null: none is. */
export function chargeToCome(summary: Standing, now: Date): Date | null {
  const end = lapsesAt(summary);
  return end !== null && now < end ? summary.nextChargeAt : null;
}

/**
 * The status at a moment: NOT_ACTIVE before anything; ACTIVE while an agreement is in force, kept
 * while a charge is overdue; after a cancel CANCELED to the paid end; GIFTED on prepaid time
 * without recurring payment; EXPIRED from the end on. A charge that the provider's office has put off gives no
 * time: what is paid ends with its grace, and the charge begins the next.
 */
export function statusAt(summary: Standing, now: Date): StatusNow {
  const { accessUntil, nextChargeAt, lastGrant } = summary;
  const end = lapsesAt(summary);
  if (end !== null && now < end) {
    const paidEnd = accessUntil === null ? end : addDays(accessUntil, CHARGE_GRACE_DAYS);
    if (now < paidEnd) {
      return { status: 'ACTIVE', isActive: true, expirationDate: nextChargeAt, changesAt: paidEnd };
    }
    return { status: 'EXPIRED', isActive: false, expirationDate: accessUntil, changesAt: end };
  }
  if (accessUntil === null) {
    return { status: 'NOT_ACTIVE', isActive: false, expirationDate: null, changesAt: null };
  }
  if (now >= accessUntil) {
    return { status: 'EXPIRED', isActive: false, expirationDate: accessUntil, changesAt: null };
  }
  return {
    status: lastGrant === 'gift' ? 'GIFTED' : 'CANCELED',
    isActive: true,
    expirationDate: accessUntil,
    changesAt: accessUntil,
  };
}
