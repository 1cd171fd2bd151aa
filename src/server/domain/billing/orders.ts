/** Computes the offer for an account and decides which payments of an order are accepted. */
import { toKopecks } from '../../../shared/money';
import { dayOfMonth } from '../../../shared/moscowDays';
import { OFFER_TERMS } from '../../../shared/offerTerms';
import { isTrialKind, type OrderKind } from '../../../shared/orderKinds';
import { addUtcMonths } from '../../../shared/utcMonths';
import { addDays, later, wholeSeconds } from './billingCalendar';
import { EARLY_CHARGE_DAYS, PROVIDER_HORIZON_MONTHS } from './chargeDates';
import { deriveRunDay, firstPeriodEnd } from './chargeSchedule';
import { statusAt, type SubscriptionSummary } from './status';
import type { SubscriptionState } from './subscriptionState';

export type ShopVariant = 'web' | 'mobile';

export const ORDER_CURRENCY = 'RUB';

/** Time for which an order can be paid after the shop last displayed it, in ms. */
export const ORDER_LIFETIME_MS = 24 * 3_600_000;

/**
 * Returns the trial length of an order in days, or null if the order buys one month. The trial length is 0 if the order
 * buys no access. The mobile shop promises a trial of 2 days, but its recurring payment also starts after 7 days.
 */
export function findTrialDays(kind: OrderKind): number | null {
  switch (kind) {
    case 'renewal':
    case 'cardChangeMonth':
      return null;
    case 'cardChange':
      return 0;
    case 'campaign':
      return OFFER_TERMS.campaignTrialDays;
    case 'trial':
      return OFFER_TERMS.webTrialDays;
  }
}

/**
 * Returns whether the subscription is ACTIVE. The shop sells nothing to an account with an ACTIVE subscription, so that
 * there is no second recurring payment.
 */
const isActive = (summary: SubscriptionSummary, now: Date): boolean =>
  statusAt(summary, now).status === 'ACTIVE';

/**
 * Returns the day of the month, in Moscow time, on which the months of an order are charged: the day on which the bought
 * month begins or, after a trial, of the first charge. A change of card has the day of its renewal instead.
 */
export function deriveChargeDay(
  order: Pick<PayableOrder, 'kind' | 'offeredAt' | 'recurringPaymentStartAt'>,
  accessUntil: Date | null,
): number {
  const { kind, offeredAt, recurringPaymentStartAt } = order;
  return findTrialDays(kind) === null
    ? deriveRunDay(recurringPaymentStartAt, later(offeredAt, accessUntil))
    : dayOfMonth(recurringPaymentStartAt);
}

/** Offer of the shop or of the campaign page. Amounts are in kopecks. */
export interface Offer {
  kind: OrderKind;
  variant: ShopVariant;
  amountKopecks: number;
  recurringPaymentAmountKopecks: number;
  recurringPaymentStartAt: Date;
}

/** Returns the order kind that the shop would sell now, and the start of its recurring payment. */
function wares(summary: SubscriptionSummary, now: Date, fullPrice: boolean) {
  const kind = summary.firstPaymentActivated || fullPrice ? ('renewal' as const) : ('trial' as const);
  const from = wholeSeconds(later(now, summary.accessUntil));
  return { kind, recurringPaymentStartAt: firstPeriodEnd(from, findTrialDays(kind)) };
}

/**
 * Returns the time when the shop will sell again to an account whose access lasts too long for a new order. The card
 * provider does not accept a recurring payment that starts more than 12 months ahead. Returns null if the account can
 * buy now or is ACTIVE.
 */
export function offeredFrom(summary: SubscriptionSummary, now: Date, fullPrice = false): Date | null {
  if (isActive(summary, now)) return null;
  const { recurringPaymentStartAt } = wares(summary, now, fullPrice);
  const from = addUtcMonths(recurringPaymentStartAt, -PROVIDER_HORIZON_MONTHS);
  return from > now ? from : null;
}

/**
 * Returns the shop's offer for an account. The first offer is the free trial, and later offers have the full price.
 * Returns null while the subscription is ACTIVE, or if `offeredFrom` returns a later date.
 *
 * The recurring payment starts after the existing access and the new period, so that no day is paid for twice. If
 * `fullPrice` is set, the offer contains no trial, because the customer's card already had a trial.
 */
export function offerFor(
  summary: SubscriptionSummary,
  variant: ShopVariant,
  now: Date,
  fullPrice = false,
): Offer | null {
  if (isActive(summary, now) || offeredFrom(summary, now, fullPrice) !== null) return null;
  const { kind, recurringPaymentStartAt } = wares(summary, now, fullPrice);
  return {
    kind,
    variant,
    amountKopecks: findPrice(kind),
    recurringPaymentAmountKopecks: toKopecks(OFFER_TERMS.monthlyPriceRub),
    recurringPaymentStartAt,
  };
}

/** Returns the campaign page's offer, which is the same for all visitors because the payer is unknown before payment. */
export function campaignOffer(now: Date): Offer {
  return {
    kind: 'campaign',
    variant: 'web',
    amountKopecks: findPrice('campaign'),
    recurringPaymentAmountKopecks: toKopecks(OFFER_TERMS.monthlyPriceRub),
    recurringPaymentStartAt: firstPeriodEnd(wholeSeconds(now), findTrialDays('campaign')),
  };
}

/** Returns the amount that an order charges at once, in kopecks. */
export function findPrice(kind: OrderKind): number {
  switch (kind) {
    case 'trial':
    case 'cardChange':
      return toKopecks(OFFER_TERMS.cardCheckRub);
    case 'campaign':
      return toKopecks(OFFER_TERMS.campaignPriceRub);
    case 'renewal':
    case 'cardChangeMonth':
      return toKopecks(OFFER_TERMS.monthlyPriceRub);
  }
}

/** Reason why a payment must be rejected. */
export type PaymentRejection =
  | 'wrongOrder'
  | 'wrongAccount'
  | 'wrongAmount'
  | 'testPayment'
  | 'overdue'
  /** The operation is a payout or a refund, not a payment. */
  | 'notAPayment'
  /** The campaign payment has no email address, so its payer cannot be identified. */
  | 'payerUnknown'
  | 'alreadyPaid'
  | 'alreadyActive'
  | 'trialUsed'
  /** The card already had a trial under another account, or similar cards had too many trials. */
  | 'cardTrialUsed'
  /**
   * The order changes the card, but the renewal no longer exists, its charge date was moved, or its charge failed or
   * was paid.
   */
  | 'cardChangeOutdated'
  /** The payer did not agree to the recurring charges. */
  | 'noConsent'
  /** The subscription agreement to which the recurring charge belongs has ended. */
  | 'notInForce'
  /**
   * The charge is made before its date. A charge may be too early if a gift moved the charge date and the card provider
   * has not received the new date.
   */
  | 'tooEarly';

/**
 * Returns the time of the first payment of an order, which is never before the order was created.
 *
 * The card provider rounds times down to whole seconds. Without this correction, a payment could precede a cancellation
 * in the same second, although its order was created after the cancellation. The result depends only on the report and
 * on the order's creation time, so the order in which notifications arrive does not matter.
 */
export function derivePaidAt(order: { createdAt: Date }, reportedAt: Date): Date {
  return later(reportedAt, order.createdAt);
}

/** Amount and currency of a payment that is checked against its order. */
export interface OfferedPayment {
  amountKopecks: number;
  currency: string;
  isTest: boolean;
}

/** Order that is checked against a payment. Amounts are in kopecks. */
export interface PayableOrder {
  kind: OrderKind;
  amountKopecks: number;
  recurringPaymentAmountKopecks: number;
  currency: string;
  offeredAt: Date;
  recurringPaymentStartAt: Date;
  isPaid: boolean;
}

/**
 * Returns why the amount or currency of a payment does not match its order or recurring payment, or null if both match.
 */
export function rejectPaymentTerms(
  order: PayableOrder,
  role: 'first' | 'recurrent',
  payment: OfferedPayment,
  acceptTestPayments: boolean,
): PaymentRejection | null {
  if (payment.isTest && !acceptTestPayments) return 'testPayment';
  const expected = role === 'first' ? order.amountKopecks : order.recurringPaymentAmountKopecks;
  return payment.amountKopecks === expected && payment.currency === order.currency ? null : 'wrongAmount';
}

/** Returns why the first payment of an order must not be made at `now`, or null if it may be made. */
export function rejectFirstPayment(
  order: PayableOrder,
  payment: OfferedPayment,
  summary: SubscriptionSummary,
  acceptTestPayments: boolean,
  now: Date,
): PaymentRejection | null {
  const money = rejectPaymentTerms(order, 'first', payment, acceptTestPayments);
  if (money !== null) return money;
  if (order.isPaid) return 'alreadyPaid';
  if (isActive(summary, now)) return 'alreadyActive';
  if (isTrialKind(order.kind) && summary.firstPaymentActivated) return 'trialUsed';
  return now.getTime() > order.offeredAt.getTime() + ORDER_LIFETIME_MS ? 'overdue' : null;
}

/**
 * Returns why the recurring payment of an order must not be charged at `now`, or null if it may be charged. A charge of
 * a new card is never too early, because the customer just entered that card at the card provider.
 */
export function rejectCharge(
  order: { id: string },
  { agreement, cardMask: knownMask }: Pick<SubscriptionState, 'agreement' | 'cardMask'>,
  now: Date,
  cardMask: string | null = null,
): PaymentRejection | null {
  if (agreement?.orderId !== order.id || agreement.ended !== null) return 'notInForce';
  if (cardMask !== null && knownMask !== null && cardMask !== knownMask) return null;
  return agreement.nextChargeAt > addDays(now, EARLY_CHARGE_DAYS) ? 'tooEarly' : null;
}
