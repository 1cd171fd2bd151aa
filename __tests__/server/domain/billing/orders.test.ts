/** Tests which payments for an order are accepted, and the reasons for rejected payments. */
import { EARLY_CHARGE_DAYS } from '../../../../src/server/domain/billing/chargeDates';
import { foldSubscription } from '../../../../src/server/domain/billing/fold';
import {
  offerFor,
  type PayableOrder,
  rejectCharge,
  rejectFirstPayment,
} from '../../../../src/server/domain/billing/orders';
import {
  NO_SUBSCRIPTION,
  type SubscriptionSummary,
  summarize,
} from '../../../../src/server/domain/billing/status';
import { toKopecks } from '../../../../src/shared/money';
import { OFFER_TERMS } from '../../../../src/shared/offerTerms';
import type { OrderKind } from '../../../../src/shared/orderKinds';
import { addDays, addMonths, MONTH_KOPECKS } from '../../../support/offer';
import { renewalPayment } from '../../../support/paymentEvents';

/** Payment that verifies the card of a free trial. */
const CHECK_KOPECKS = toKopecks(OFFER_TERMS.cardCheckRub);
const DAY_MS = 86_400_000;
const NOW = new Date('2026-01-20T12:00:00.000Z');
const CHARGE_AT = addMonths(NOW, 1);
const ACTIVATED: SubscriptionSummary = { ...NO_SUBSCRIPTION, firstPaymentActivated: true };
const RUNNING = foldSubscription([
  {
    key: 'first',
    at: NOW,
    data: renewalPayment({ transactionId: 'first', recurringPaymentStartAt: CHARGE_AT.toISOString() }),
  },
]);

const buildOrder = (kind: OrderKind, changes: Partial<PayableOrder> = {}): PayableOrder => ({
  kind,
  amountKopecks: kind === 'trial' ? CHECK_KOPECKS : MONTH_KOPECKS,
  recurringPaymentAmountKopecks: MONTH_KOPECKS,
  currency: 'RUB',
  offeredAt: NOW,
  recurringPaymentStartAt: CHARGE_AT,
  isPaid: false,
  ...changes,
});

const payFirst = (
  order: PayableOrder,
  {
    summary = NO_SUBSCRIPTION,
    now = NOW,
    acceptsTests = false,
    ...changes
  }: {
    summary?: SubscriptionSummary;
    now?: Date;
    acceptsTests?: boolean;
    amountKopecks?: number;
    currency?: string;
    isTest?: boolean;
  } = {},
) =>
  rejectFirstPayment(
    order,
    { amountKopecks: order.amountKopecks, currency: 'RUB', isTest: false, ...changes },
    summary,
    acceptsTests,
    now,
  );

describe('a first payment', () => {
  it.each<[OrderKind, string, string | null]>([
    ['trial', 'nothing', null],
    ['campaign', 'nothing', null],
    ['renewal', 'nothing', null],
    ['trial', 'a trial', 'trialUsed'],
    ['campaign', 'a trial', 'trialUsed'],
    ['renewal', 'a trial', null],
  ])('of a %s order after %s: %s', (kind, former, rejection) => {
    const summary = former === 'nothing' ? NO_SUBSCRIPTION : ACTIVATED;
    expect(payFirst(buildOrder(kind), { summary })).toBe(rejection);
  });

  it('is rejected if it is repeated, with that reason even if the first payment made the account ACTIVE', () => {
    const order = buildOrder('renewal', { isPaid: true });
    expect(payFirst(order)).toBe('alreadyPaid');
    expect(payFirst(order, { summary: summarize(RUNNING) })).toBe('alreadyPaid');
  });

  it('is rejected while ACTIVE', () => {
    expect(payFirst(buildOrder('renewal'), { summary: summarize(RUNNING) })).toBe('alreadyActive');
  });

  it('is accepted until one day after the shop last showed the order', () => {
    const end = new Date(NOW.getTime() + DAY_MS);
    expect(payFirst(buildOrder('trial'), { now: end })).toBeNull();
    expect(payFirst(buildOrder('trial'), { now: new Date(end.getTime() + 1) })).toBe('overdue');
  });

  it('must have the amount and the currency of the order', () => {
    expect(payFirst(buildOrder('trial'), { amountKopecks: CHECK_KOPECKS + 1 })).toBe('wrongAmount');
    expect(payFirst(buildOrder('trial'), { amountKopecks: MONTH_KOPECKS })).toBe('wrongAmount');
    expect(payFirst(buildOrder('trial'), { currency: 'USD' })).toBe('wrongAmount');
  });

  it('with a test card counts only if test payments are accepted', () => {
    expect(payFirst(buildOrder('trial'), { isTest: true })).toBe('testPayment');
    expect(payFirst(buildOrder('trial'), { isTest: true, acceptsTests: true })).toBeNull();
    expect(payFirst(buildOrder('trial'), { acceptsTests: true })).toBeNull();
  });
});

describe('a charge earlier than its date', () => {
  const early = addDays(CHARGE_AT, -EARLY_CHARGE_DAYS - 1);
  const charge = (cardMask?: string | null, state = RUNNING) =>
    rejectCharge({ id: 'o-1' }, state, early, cardMask);

  it('is accepted from a card that the payer has just entered', () => {
    expect(charge('•••• 5555')).toBeNull();
  });

  it('is rejected from the card that has paid, and from an unknown card', () => {
    expect(charge('•••• 4242')).toBe('tooEarly');
    expect(charge(null)).toBe('tooEarly');
    expect(charge()).toBe('tooEarly');
    expect(charge('•••• 5555', { ...RUNNING, cardMask: null })).toBe('tooEarly');
  });
});

describe('the offer', () => {
  it('is the free trial for a customer who has not had it, and the full price otherwise', () => {
    expect(offerFor(NO_SUBSCRIPTION, 'web', NOW)).toMatchObject({
      kind: 'trial',
      amountKopecks: CHECK_KOPECKS,
    });
    for (const [summary, fullPrice] of [
      [ACTIVATED, false],
      [NO_SUBSCRIPTION, true],
    ] as const) {
      expect(offerFor(summary, 'web', NOW, fullPrice)).toMatchObject({
        kind: 'renewal',
        amountKopecks: MONTH_KOPECKS,
        recurringPaymentStartAt: CHARGE_AT,
      });
    }
  });

  it('is empty while ACTIVE', () => {
    expect(offerFor(summarize(RUNNING), 'web', NOW)).toBeNull();
  });
});
