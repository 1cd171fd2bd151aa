/** What readers see of a subscription's state: the row of an account, and the status at a moment. */
import { toKopecks } from '../../../shared/money';
import { OFFER_TERMS } from '../../../shared/offerTerms';
import type { SubscriptionStatus } from '../../../shared/subscriptionStatus';
import { addDays, later } from './billingCalendar';
import { CHARGE_GRACE_DAYS, chargeOf, type SubscriptionState } from './fold';

/** What readers need of a state; the row of an account holds it. */
export interface SubscriptionSummary {
  /** An agreement is in force: there will be a next charge. */
  recurring: boolean;
  accessUntil: Date | null;
  nextChargeAt: Date | null;
  lastGrant: 'payment' | 'gift' | null;
  /** The next charge, or what a month costs. */
  amountKopecks: number;
  recurrenceId: string | null;
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
  recurrenceId: null,
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
    amountKopecks: recurring ? agreement.recurrenceAmountKopecks : NO_SUBSCRIPTION.amountKopecks,
    recurrenceId: recurring ? agreement.recurrenceId : null,
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

/**
 * The status at a moment: NOT_ACTIVE before anything; ACTIVE while an agreement is in force, kept
 * while a charge is overdue; after a cancel CANCELED to the paid end; GIFTED on prepaid time
 * without recurrence; EXPIRED from the end on.
 */
export function statusAt(
  summary: Pick<SubscriptionSummary, 'recurring' | 'accessUntil' | 'nextChargeAt' | 'lastGrant'>,
  now: Date,
): StatusNow {
  const { recurring, accessUntil, nextChargeAt, lastGrant } = summary;
  if (recurring && nextChargeAt !== null) {
    const lapsesAt = addDays(later(nextChargeAt, accessUntil), CHARGE_GRACE_DAYS);
    if (now < lapsesAt) {
      return { status: 'ACTIVE', isActive: true, expirationDate: nextChargeAt, changesAt: lapsesAt };
    }
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
