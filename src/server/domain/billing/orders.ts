/** What an account is offered, and which payments of an offer are acceptable. */
import { toKopecks } from '../../../shared/money';
import { OFFER_TERMS } from '../../../shared/offerTerms';
import type { OrderKind } from '../../../shared/orderKinds';
import { addUtcMonths } from '../../../shared/utcMonths';
import { addDays, later, wholeSeconds } from './billingCalendar';
import { EARLY_CHARGE_DAYS, PROVIDER_HORIZON_MONTHS } from './chargeDates';
import { firstPeriodEnd, type SubscriptionState } from './fold';
import { statusAt, type SubscriptionSummary } from './status';

export type ShopVariant = 'web' | 'mobile';

export const ORDER_CURRENCY = 'RUB';

/** An order may be paid this long after the shop last showed it, ms. */
export const ORDER_LIFETIME_MS = 24 * 3_600_000;

/**
 * How many days lie before the recurring payment of an order; null for an order that buys a month. The
 * mobile shop promises 2 days and the recurring payment starts after 7 all the same.
 */
export function trialDaysOf(kind: OrderKind): number | null {
  switch (kind) {
    case 'renewal':
      return null;
    case 'campaign':
      return OFFER_TERMS.campaignTrialDays;
    case 'trial':
      return OFFER_TERMS.webTrialDays;
  }
}

/** Nothing more is sold while ACTIVE: there is never a second recurring payment. */
const isActive = (summary: SubscriptionSummary, now: Date): boolean =>
  statusAt(summary, now).status === 'ACTIVE';

export interface Offer {
  kind: OrderKind;
  variant: ShopVariant;
  amountKopecks: number;
  recurringPaymentAmountKopecks: number;
  recurringPaymentStartAt: Date;
}

/** What the shop would sell now, and when its recurring payment would begin. */
function wares(summary: SubscriptionSummary, now: Date, fullPrice: boolean) {
  const kind = summary.firstPaymentActivated || fullPrice ? ('renewal' as const) : ('trial' as const);
  const from = wholeSeconds(later(now, summary.accessUntil));
  return { kind, recurringPaymentStartAt: firstPeriodEnd(from, trialDaysOf(kind)) };
}

/**
 * From when on the shop sells again to whom it sells nothing now because so much is paid or given already:
 * the card provider sets no recurring payment that begins more than a year ahead. Null: at once, or not while ACTIVE.
 */
export function offeredFrom(summary: SubscriptionSummary, now: Date, fullPrice = false): Date | null {
  if (isActive(summary, now)) return null;
  const { recurringPaymentStartAt } = wares(summary, now, fullPrice);
  const from = addUtcMonths(recurringPaymentStartAt, -PROVIDER_HORIZON_MONTHS);
  return from > now ? from : null;
}

/**
 * The offer of the shop; null while ACTIVE, and as long as `offeredFrom` names a later day. The first
 * time it is the free trial, later the full price. The recurring payment begins when what is paid or
 * given already and the new period are over, so that nobody pays for the same day twice. Whoever
 * asks for `fullPrice` gets no trial: his card has had one.
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
    amountKopecks: priceOf(kind),
    recurringPaymentAmountKopecks: toKopecks(OFFER_TERMS.monthlyPriceRub),
    recurringPaymentStartAt,
  };
}

/** The offer of the campaign page, the same for everybody: the payer is not known before the payment. */
export function campaignOffer(now: Date): Offer {
  return {
    kind: 'campaign',
    variant: 'web',
    amountKopecks: priceOf('campaign'),
    recurringPaymentAmountKopecks: toKopecks(OFFER_TERMS.monthlyPriceRub),
    recurringPaymentStartAt: firstPeriodEnd(wholeSeconds(now), trialDaysOf('campaign')),
  };
}

/** What an order charges at once, kopecks. */
export function priceOf(kind: OrderKind): number {
  switch (kind) {
    case 'trial':
      return toKopecks(OFFER_TERMS.cardCheckRub);
    case 'campaign':
      return toKopecks(OFFER_TERMS.campaignPriceRub);
    case 'renewal':
      return toKopecks(OFFER_TERMS.monthlyPriceRub);
  }
}

/** Why a payment is not acceptable: one name per reason. */
export type PaymentRejection =
  | 'wrongOrder'
  | 'wrongAccount'
  | 'wrongAmount'
  | 'testPayment'
  | 'overdue'
  /** A payout or a refund. */
  | 'notAPayment'
  /** A campaign payment without an email: whose it is would never be known. */
  | 'payerUnknown'
  | 'alreadyPaid'
  | 'alreadyActive'
  | 'trialUsed'
  /** The card has had its trial under another account. */
  | 'cardTrialUsed'
  /** The payer never agreed to the charges. */
  | 'noConsent'
  /** A charge that no agreement allows any more. */
  | 'notInForce'
  /** A charge before its date: a gift has moved it, and the provider has not heard. */
  | 'tooEarly';

/**
 * When the first payment of an order was made. The provider names whole seconds, rounded down, and nobody
 * pays an order before it is opened: without that, a payment in the second of a cancel, for an order
 * that was opened after it, would stand before it. Of the event and of what never changes about its
 * order alone, so every order of arrival comes to the same.
 */
export function paidAtOf(order: { createdAt: Date }, reportedAt: Date): Date {
  return later(reportedAt, order.createdAt);
}

export interface OfferedPayment {
  amountKopecks: number;
  currency: string;
  isTest: boolean;
}

export interface PayableOrder {
  kind: OrderKind;
  amountKopecks: number;
  recurringPaymentAmountKopecks: number;
  currency: string;
  offeredAt: Date;
  isPaid: boolean;
}

/** Whether what arrived is what the order or its recurring payment asks for; null: it is. */
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

/** Whether the first payment of an order may be made now; null: it may. */
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
  if (order.kind !== 'renewal' && summary.firstPaymentActivated) return 'trialUsed';
  return now.getTime() > order.offeredAt.getTime() + ORDER_LIFETIME_MS ? 'overdue' : null;
}

/**
 * Whether the recurring payment of an order may be charged now; null: it may. A card that has not paid yet was entered by the
 * payer just now, at the provider: what it pays is wanted, however early.
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
