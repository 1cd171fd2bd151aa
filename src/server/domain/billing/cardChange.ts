/** Decides whether a customer can change the card for recurring charges now, and on which terms. */
import { toKopecks } from '../../../shared/money';
import { OFFER_TERMS } from '../../../shared/offerTerms';
import { addUtcMonths } from '../../../shared/utcMonths';
import { addDays, wholeSeconds } from './billingCalendar';
import { EARLY_CHARGE_DAYS, PROVIDER_HORIZON_MONTHS } from './chargeDates';
import { chargeAfter } from './chargeSchedule';
import {
  findPrice,
  type Offer,
  type OfferedPayment,
  ORDER_LIFETIME_MS,
  type PayableOrder,
  type PaymentRejection,
  rejectPaymentTerms,
} from './orders';
import { statusAt, summarize } from './status';
import { type Agreement, deriveChargeAt, presentOutage, type SubscriptionState } from './subscriptionState';

/** Minimum time between the offer of a card change and the next charge, in ms, so that the payer can complete the dialog. */
const OFFERED_BEFORE_CHARGE_MS = 60 * 60_000;

/**
 * Minimum time between the payment of a card change and the next charge, in ms. The minimum time must exceed the clock
 * skew.
 */
const PAID_BEFORE_CHARGE_MS = 15 * 60_000;

/**
 * Maximum difference in ms at which the start date of an order still matches the offer. All orders of an account have
 * different start dates, in whole seconds.
 */
const SAME_START_MS = 60_000;

/**
 * Difference in ms between the start of a new recurring payment and the charge date of the old recurring payment. A
 * recurring payment is identified by its start in whole seconds, and the old recurring payment may have the same start.
 */
const APART_MS = 2000;

/** Terms of a card change at a given time. */
export type CardChange =
  | {
      kind: 'offered';
      offer: Offer;
      /** Date of the charge for which the new card pays: the next charge, or the failed charge. */
      dueAt: Date;
    }
  /** A charge of the old card is due now, or the result of the charge is not known yet. */
  | { kind: 'chargeDue' }
  /** The next charge is further ahead than the card provider accepts. The card can be changed from `from` on. */
  | { kind: 'tooFar'; from: Date }
  /** The account has no recurring payment whose card could be changed. */
  | { kind: 'noRenewal' };

/**
 * Returns whether the due charge of a subscription agreement failed. Failed attempts of a charge that was later moved
 * or paid are ignored.
 */
const isFailing = ({ failedCharge, failures, nextChargeAt }: Agreement, now: Date): boolean =>
  (failedCharge !== null || failures > 0) && nextChargeAt <= addDays(now, EARLY_CHARGE_DAYS);

const startAfter = (chargeAt: Date): Date => new Date(wholeSeconds(chargeAt).getTime() + APART_MS);

/**
 * Returns the terms of a card change. If a charge has failed, or is due at a card provider that is gone, the new card pays
 * the month of this charge.
 * Otherwise the new card pays one ruble, which is refunded, and is charged from the next charge date on. `soonestMs` is
 * the minimum time until the next charge date, in ms.
 */
export function cardChangeAt(
  state: SubscriptionState,
  now: Date,
  soonestMs = OFFERED_BEFORE_CHARGE_MS,
): CardChange {
  const { agreement } = state;
  if (agreement === null || statusAt(summarize(state), now).status !== 'ACTIVE') return { kind: 'noRenewal' };
  const terms = (kind: 'cardChange' | 'cardChangeMonth', dueAt: Date, startAt: Date): CardChange => ({
    kind: 'offered',
    dueAt,
    offer: {
      kind,
      variant: 'web',
      amountKopecks: findPrice(kind),
      recurringPaymentAmountKopecks: toKopecks(OFFER_TERMS.monthlyPriceRub),
      recurringPaymentStartAt: startAfter(startAt),
    },
  });
  if (isFailing(agreement, now))
    return terms('cardChangeMonth', agreement.nextChargeAt, chargeAfter(agreement, now));
  const chargeAt = deriveChargeAt(agreement);
  // The card provider that is gone does not charge, so the new card pays the month that is due.
  if (presentOutage(agreement) !== null && chargeAt <= now)
    return terms('cardChangeMonth', agreement.nextChargeAt, chargeAfter(agreement, now));
  if (chargeAt.getTime() < now.getTime() + soonestMs) return { kind: 'chargeDue' };
  const from = addDays(addUtcMonths(chargeAt, -PROVIDER_HORIZON_MONTHS), 1);
  return from > now ? { kind: 'tooFar', from } : terms('cardChange', chargeAt, chargeAt);
}

/** Returns why the payment of a card change must not be made at `now`, or null if the payment may be made. */
export function rejectCardChange(
  order: PayableOrder,
  payment: OfferedPayment,
  state: SubscriptionState,
  acceptTestPayments: boolean,
  now: Date,
): PaymentRejection | null {
  const money = rejectPaymentTerms(order, 'first', payment, acceptTestPayments);
  if (money !== null) return money;
  if (order.isPaid) return 'alreadyPaid';
  const change = cardChangeAt(state, now, PAID_BEFORE_CHARGE_MS);
  const isOffered =
    change.kind === 'offered' &&
    change.offer.kind === order.kind &&
    Math.abs(change.offer.recurringPaymentStartAt.getTime() - order.recurringPaymentStartAt.getTime()) <=
      SAME_START_MS;
  if (!isOffered) return 'cardChangeOutdated';
  return now.getTime() > order.offeredAt.getTime() + ORDER_LIFETIME_MS ? 'overdue' : null;
}
