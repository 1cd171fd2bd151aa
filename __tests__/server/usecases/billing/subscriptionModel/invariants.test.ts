/** Checks that each rule of the simulation of subscriptions accepts what is allowed and fails for what is not. */
import { findForbiddenCharge } from '../../../../support/chargeRules';
import { MONTH_KOPECKS } from '../../../../support/offer';
import type { PaymentFact } from '../../../../support/providerPayments';
import { type Books, findViolation } from '../../../../support/subscriptionInvariants';
import type { Renewal } from '../../../../support/subscriptionModel';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2027-03-10T12:00:00.000Z');

const charge: PaymentFact = {
  ...{
    provider: 'yooKassa',
    id: 'c-1',
    orderId: 'o-1',
    isCharge: true,
    state: 'taken',
    isFinalDecline: false,
  },
  ...{ amount: MONTH_KOPECKS, returned: 0, isCardSaved: true, isByCard: true, recurringPaymentId: null },
  ...{ outUntil: 0, createdAt: NOW - DAY, at: NOW - DAY },
};
const atCloudPayments: PaymentFact = { ...charge, provider: 'cloudPayments', recurringPaymentId: 'sc_1' };

describe('an invariant', () => {
  const books: Books = {
    view: { status: 'ACTIVE', isActive: true, totalPaidKopecks: MONTH_KOPECKS },
    chargeDates: new Map([['c-1', NOW - DAY]]),
    hasSavedMethod: true,
    hasRecurringPayment: false,
    hasIssue: false,
  };
  const find = (payments: PaymentFact[], change: Partial<Books> = {}, chargedBack = 0): string | null =>
    findViolation(payments, { ...books, ...change }, { isReversed: chargedBack > 0, chargedBack, now: NOW });
  const twice = { view: { status: 'ACTIVE' as const, isActive: true, totalPaidKopecks: 2 * MONTH_KOPECKS } };
  const expired = { status: 'EXPIRED' as const, isActive: false, totalPaidKopecks: MONTH_KOPECKS };
  const old = { ...charge, at: NOW - 60 * DAY };
  const oldDate = new Map([['c-1', NOW - 60 * DAY]]);

  it('accepts a paid month', () => {
    expect(find([charge])).toBeNull();
  });

  it('rejects a second charge of a charge date', () => {
    const second = { ...charge, id: 'c-2' };
    const chargeDates = (days: number) => new Map([...books.chargeDates, ['c-2', NOW - DAY + days * DAY]]);
    expect(find([charge, second], { ...twice, chargeDates: chargeDates(0) })).toMatch(
      /c-2 charges a paid month/,
    );
    expect(find([charge, second], { ...twice, chargeDates: chargeDates(28) })).toBeNull();
    expect(
      find([charge, { ...second, returned: MONTH_KOPECKS }], { chargeDates: chargeDates(0) }),
    ).toBeNull();
  });

  it('rejects two charges of a recurring payment within half a month', () => {
    const second = { ...atCloudPayments, id: 'c-2' };
    const none = { ...twice, hasSavedMethod: false, hasRecurringPayment: true, chargeDates: new Map() };
    expect(find([{ ...atCloudPayments, at: NOW - 15 * DAY }, second], none)).toMatch(
      /c-2 charges a paid month/,
    );
    expect(find([{ ...atCloudPayments, at: NOW - 29 * DAY }, second], none)).toBeNull();
  });

  it('rejects a paid month without access', () => {
    const change = { view: expired, hasSavedMethod: false };
    expect(find([charge], change)).toMatch(/has no access/);
    expect(find([old], { ...change, chargeDates: oldDate })).toBeNull();
  });

  it('rejects means of payment without a renewal', () => {
    const change = { view: expired, chargeDates: oldDate };
    expect(find([old], change)).toMatch(/a payment method is saved/);
    expect(find([old], { ...change, hasSavedMethod: false, hasRecurringPayment: true })).toMatch(
      /a recurring payment is active/,
    );
  });

  it('rejects money that is neither access, refund, chargeback nor payment issue', () => {
    const other = { ...charge, id: 'o-2', isCharge: false };
    expect(find([charge, other])).toMatch(/the card providers hold/);
    expect(find([charge, { ...other, returned: MONTH_KOPECKS }])).toBeNull();
    expect(find([charge, other], { hasIssue: true })).toBeNull();
    expect(find([charge, other], {}, MONTH_KOPECKS)).toBeNull();
    expect(find([{ ...charge, returned: 100 }])).toMatch(/the card providers hold/);
  });
});

describe('a charge', () => {
  const renewal: Renewal = {
    ...{
      provider: 'yooKassa',
      orderId: 'o-1',
      orders: ['o-1'],
      dueAt: NOW,
      nextAttemptAt: NOW,
      postponedTo: null,
      attempts: 0,
    },
    ...{ graceFloor: 0, outUntil: null },
  };
  const announced = { day: '2027-03-10', at: NOW - 48 * HOUR };
  const customer = { renewal, stoppedAt: null, announcements: [announced], declineEmails: [] };
  const find = (
    change: Partial<typeof customer> | { renewal: null } | { stoppedAt: number } = {},
    at = NOW,
  ) => findForbiddenCharge(charge, at, { ...customer, ...change });

  it('is allowed on its date, 48 hours after its announcement', () => {
    expect(find()).toBeNull();
  });

  it('needs an announcement of its date that is 48 hours old', () => {
    const message = /without the email/;
    expect(find({ announcements: [] })).toMatch(message);
    expect(find({ announcements: [{ ...announced, at: announced.at + 1 }] })).toMatch(message);
    expect(find({ announcements: [{ ...announced, day: '2027-03-11' }] })).toMatch(message);
    const postponed = { ...renewal, postponedTo: NOW + 3 * DAY, nextAttemptAt: NOW + 3 * DAY };
    expect(find({ renewal: postponed }, NOW + 3 * DAY)).toMatch(message);
  });

  it('needs the email about the last decline if it is repeated', () => {
    const second = { ...renewal, attempts: 1, nextAttemptAt: NOW + DAY };
    expect(find({ renewal: second }, NOW + DAY)).toMatch(/without the email/);
    const declineEmails: number[] = [NOW + HOUR];
    expect(
      findForbiddenCharge(charge, NOW + DAY, { ...customer, renewal: second, declineEmails }),
    ).toBeNull();
  });

  it('is neither early, nor made after the last attempt', () => {
    expect(find({}, NOW - 1)).toBe('a charge before its date');
    expect(find({ renewal: { ...renewal, nextAttemptAt: null } })).toBe('an attempt after the last attempt');
  });

  it('follows no cancellation, removal of the card or deletion', () => {
    expect(find({ stoppedAt: NOW - 1 })).toMatch(/ended the renewal/);
    expect(find({ renewal: null })).toBe('a charge without a renewal');
    expect(find({ renewal: { ...renewal, orderId: 'o-2' } })).toBe('a charge without a renewal');
    const stopped = { ...customer, renewal: null, stoppedAt: NOW - 1 };
    expect(findForbiddenCharge(atCloudPayments, NOW, stopped)).toMatch(/ended the renewal/);
    expect(findForbiddenCharge({ ...atCloudPayments, state: 'declined' }, NOW, stopped)).toBeNull();
  });

  it('takes the price of a month', () => {
    expect(findForbiddenCharge({ ...charge, amount: 100 }, NOW, customer)).toBe('a charge of 100 kopecks');
  });
});
