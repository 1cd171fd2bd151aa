/** Tests which emails a billing history requires, including late, repeated and shuffled events. */
import fc from 'fast-check';
import { CHARGE_NOTICE_DAYS } from '../../../../src/server/domain/billing/chargeDates';
import {
  deriveEmails,
  emailsFor,
  nextEmailAt,
  type WantedEmail,
} from '../../../../src/server/domain/billing/emails';
import { foldSubscription } from '../../../../src/server/domain/billing/fold';
import type {
  LedgerEvent,
  LedgerEventData,
  RecurringPaymentState,
} from '../../../../src/server/domain/billing/ledgerEvents';
import { cloudPaymentsDecline } from '../../../../src/shared/cloudPaymentsDeclines';
import { buildDecline, type Composition, COMPOSITIONS, isOwnCharge } from '../../../support/compositions';
import { MONTH_KOPECKS } from '../../../support/offer';
import { PROVIDER } from '../../../support/paymentEvents';
import { type PaymentEventData, trialPayment } from '../../../support/paymentEvents';
import { scaleSample } from '../../../support/simulation';

const DAY_MS = 86_400_000;
const at = (text: string) => new Date(text.length === 10 ? `${text}T12:00:00.000Z` : text);
const days = (date: Date, by: number) => new Date(date.getTime() + by * DAY_MS);

const event = (key: string, when: string, data: LedgerEventData): LedgerEvent => ({
  key,
  at: at(when),
  data,
});

const pay = (when: string, change: Partial<PaymentEventData> = {}): LedgerEvent => {
  const transactionId = change.transactionId ?? `first-${change.orderId ?? 'o-1'}`;
  return event(
    `paid:${transactionId}`,
    when,
    trialPayment({ recurringPaymentStartAt: days(at(when), 7).toISOString(), ...change, transactionId }),
  );
};

const charge = (when: string, transactionId: string, orderId = 'o-1') =>
  pay(when, {
    transactionId,
    orderId,
    role: 'recurrent',
    amountKopecks: MONTH_KOPECKS,
    recurringPaymentStartAt: at('2026-01-08').toISOString(),
  });

const renewal = (when: string, orderId: string, start: string) =>
  pay(when, {
    orderId,
    orderKind: 'renewal',
    amountKopecks: MONTH_KOPECKS,
    recurringPaymentStartAt: at(start).toISOString(),
    trialDays: null,
  });

const failed = (when: string, transactionId: string, reasonCode = 5051) =>
  event(`failed:${transactionId}`, when, {
    kind: 'paymentFailed',
    provider: PROVIDER,
    transactionId,
    orderId: 'o-1',
    role: 'recurrent',
    decline: cloudPaymentsDecline(reasonCode),
  });

const recurringPayment = (
  when: string,
  state: RecurringPaymentState,
  failures: number,
  next: string | null,
) =>
  event(`recurrence:${state}:${failures}:${when}`, when, {
    kind: 'recurringPaymentChanged',
    provider: PROVIDER,
    orderId: 'o-1',
    recurringPaymentId: 'sc_1',
    state,
    successes: 0,
    failures,
    nextChargeAt: next === null ? null : at(next).toISOString(),
  });

const cancelled = (when: string) => event(`cancelled:${when}`, when, { kind: 'cancelled', by: 'customer' });
const gift = (when: string, months: number) => event(`gift:${when}`, when, { kind: 'giftGranted', months });
const decided = (when: string, transactionId: string, amountKopecks: number) =>
  event(`refund-decided:${transactionId}`, when, {
    kind: 'refundDecided',
    provider: PROVIDER,
    transactionId,
    amountKopecks,
  });
const refunded = (when: string, transactionId: string, refundId: string, amountKopecks: number) =>
  event(`refunded:${refundId}`, when, {
    kind: 'refunded',
    provider: PROVIDER,
    transactionId,
    refundId,
    amountKopecks,
  });
const voided = (when: string, transactionId: string) =>
  event(`voided:${transactionId}`, when, { kind: 'voided', provider: PROVIDER, transactionId });

/** Returns the emails that the last event requires. `now` defaults to the time of the last event. */
function callsFor(events: LedgerEvent[], now = events.at(-1)!.at): WantedEmail[] {
  return emailsFor(foldSubscription(events.slice(0, -1)), foldSubscription(events), now);
}

const TRIAL = [pay('2026-01-01'), voided('2026-01-01', 'first-o-1')];
const PAID = [...TRIAL, charge('2026-01-08', 'charge-1')];

test.each<[string, LedgerEvent[], Partial<WantedEmail>[]]>([
  [
    'the first ruble: the trial began',
    [pay('2026-01-01')],
    [
      {
        name: 'paymentReceived',
        key: 'payment:cloudPayments:first-o-1',
        bought: 'trial',
        amountKopecks: 100,
        accessUntil: at('2026-01-08'),
        nextCharge: { at: at('2026-01-08'), amountKopecks: MONTH_KOPECKS },
      },
    ],
  ],
  ['the ruble goes back: nothing new', TRIAL, []],
  [
    'a campaign ruble',
    [pay('2026-01-01', { orderKind: 'campaign' })],
    [{ name: 'paymentReceived', bought: 'campaign', amountKopecks: 100 }],
  ],
  [
    'a monthly charge',
    PAID,
    [
      {
        name: 'paymentReceived',
        key: 'payment:cloudPayments:charge-1',
        bought: 'month',
        amountKopecks: MONTH_KOPECKS,
        accessUntil: at('2026-02-08'),
        nextCharge: { at: at('2026-02-08'), amountKopecks: MONTH_KOPECKS },
      },
    ],
  ],
  [
    'a declined first payment: the screen says it',
    [
      event('failed:t', '2026-01-01', {
        kind: 'paymentFailed',
        provider: PROVIDER,
        transactionId: 't',
        orderId: 'o-1',
        role: 'first',
        decline: cloudPaymentsDecline(5051),
      }),
    ],
    [],
  ],
  [
    'a failed charge',
    [...TRIAL, failed('2026-01-08', 'f-1')],
    [{ name: 'chargeFailed', reason: 'noMoney', amountKopecks: MONTH_KOPECKS, retryAt: null }],
  ],
  [
    'the provider tries the same charge again and fails: it is told already',
    [
      ...TRIAL,
      failed('2026-01-08', 'f-1'),
      recurringPayment('2026-01-08', 'pastDue', 1, '2026-01-09'),
      failed('2026-01-09', 'f-2'),
    ],
    [],
  ],
  [
    'the provider gave up',
    [...TRIAL, failed('2026-01-10', 'f-3'), recurringPayment('2026-01-10', 'rejected', 3, null)],
    [{ name: 'subscriptionEnded', accessUntil: null, amountKopecks: MONTH_KOPECKS }],
  ],
  [
    'cancelled by the customer: access to the paid end',
    [...PAID, cancelled('2026-01-20')],
    [{ name: 'subscriptionCancelled', accessUntil: at('2026-02-08') }],
  ],
  [
    'cancelled at the provider: the same',
    [...PAID, recurringPayment('2026-01-20', 'cancelled', 0, null)],
    [{ name: 'subscriptionCancelled', accessUntil: at('2026-02-08') }],
  ],
  [
    'the provider confirms our cancel: nothing new',
    [...PAID, cancelled('2026-01-20'), recurringPayment('2026-01-20', 'cancelled', 0, null)],
    [],
  ],
  [
    'the card is withdrawn: one email, which says that nothing is charged any more',
    [...PAID, event('card-removed', '2026-01-20', { kind: 'cardRemoved' })],
    [{ name: 'cardRemoved', accessUntil: at('2026-02-08') }],
  ],
  [
    'the card is withdrawn after a cancel',
    [...PAID, cancelled('2026-01-20'), event('card-removed', '2026-01-21', { kind: 'cardRemoved' })],
    [{ name: 'cardRemoved', accessUntil: at('2026-02-08') }],
  ],
  [
    'staff decide a refund: the email waits for the money',
    [...PAID, decided('2026-01-20', 'charge-1', MONTH_KOPECKS)],
    [],
  ],
  [
    'the money went back',
    [
      ...PAID,
      decided('2026-01-20', 'charge-1', MONTH_KOPECKS),
      refunded('2026-01-20', 'charge-1', 'r-1', MONTH_KOPECKS),
    ],
    [
      {
        name: 'moneyReturned',
        why: 'refund',
        paidKopecks: MONTH_KOPECKS,
        returnedKopecks: MONTH_KOPECKS,
        accessUntil: null,
        nextCharge: null,
      },
    ],
  ],
  [
    'a part of the money went back',
    [...PAID, decided('2026-01-20', 'charge-1', 20_000), refunded('2026-01-20', 'charge-1', 'r-1', 20_000)],
    [{ name: 'moneyReturned', why: 'refund', paidKopecks: MONTH_KOPECKS, returnedKopecks: 20_000 }],
  ],
  [
    'given back in the provider’s own office',
    [...PAID, refunded('2026-01-20', 'charge-1', 'r-1', MONTH_KOPECKS)],
    [{ name: 'moneyReturned', why: 'refund', returnedKopecks: MONTH_KOPECKS, nextCharge: null }],
  ],
  [
    'staff end a free trial: there was no money, so it is a cancel',
    [...TRIAL, decided('2026-01-03', 'first-o-1', 0)],
    [{ name: 'subscriptionCancelled', accessUntil: null }],
  ],
  [
    'a charge after the cancel buys nothing: no word until it is back',
    [...PAID, cancelled('2026-01-20'), charge('2026-02-08', 'late')],
    [],
  ],
  [
    'a charge after the cancel went back',
    [
      ...PAID,
      cancelled('2026-01-20'),
      charge('2026-02-08', 'late'),
      refunded('2026-02-08', 'late', 'r-1', MONTH_KOPECKS),
    ],
    [{ name: 'moneyReturned', why: 'surplus', transactionId: 'late', returnedKopecks: MONTH_KOPECKS }],
  ],
  [
    'a second trial went back',
    [
      ...TRIAL,
      cancelled('2026-01-02'),
      pay('2026-03-01', { orderId: 'o-2' }),
      refunded('2026-03-01', 'first-o-2', 'r-1', 100),
    ],
    [{ name: 'moneyReturned', why: 'secondTrial', returnedKopecks: 100 }],
  ],
  [
    'a campaign ruble went back: the email with the way in has said so',
    [
      ...PAID,
      pay('2026-01-20', { orderId: 'o-2', orderKind: 'campaign' }),
      refunded('2026-01-20', 'first-o-2', 'r-1', 100),
    ],
    [],
  ],
  [
    'a gift on nothing',
    [gift('2026-01-01', 3)],
    [{ name: 'giftActivated', months: 3, accessUntil: at('2026-04-01'), nextCharge: null }],
  ],
  [
    'a gift on a subscription: the charge moves',
    [...PAID, gift('2026-01-20', 2)],
    [
      {
        name: 'giftActivated',
        months: 2,
        accessUntil: at('2026-04-08'),
        nextCharge: { at: at('2026-04-08'), amountKopecks: MONTH_KOPECKS },
      },
    ],
  ],
  [
    'resumed after the end',
    [...PAID, cancelled('2026-01-20'), renewal('2026-03-01', 'o-2', '2026-04-01')],
    [
      {
        name: 'paymentReceived',
        bought: 'month',
        nextCharge: { at: at('2026-04-01'), amountKopecks: MONTH_KOPECKS },
      },
    ],
  ],
])('%s', (_what, events, expected) => {
  expect(callsFor(events)).toHaveLength(expected.length);
  expect(callsFor(events)).toMatchObject(expected);
});

describe('late events cause no untrue email', () => {
  test.each<[string, LedgerEvent[], string]>([
    [
      'a failure, after the charge succeeded',
      [...TRIAL, charge('2026-01-09', 'charge-1'), failed('2026-01-08', 'f-1')],
      '2026-01-10',
    ],
    [
      'a failure, after the customer cancelled',
      [...TRIAL, cancelled('2026-01-08'), failed('2026-01-08', 'f-1')],
      '2026-01-10',
    ],
    ['a trial, after its week', [cancelled('2026-01-02'), pay('2026-01-01')], '2026-02-01'],
    [
      'a payment that is given back already',
      [refunded('2026-01-20', 'charge-1', 'r-1', MONTH_KOPECKS), ...TRIAL, charge('2026-01-08', 'charge-1')],
      '2026-01-21',
    ],
    ['a gift that is used up', [gift('2026-01-01', 1)], '2026-02-02'],
  ])('%s', (_what, events, now) => {
    const names = callsFor(events, at(now)).map(({ name }) => name);
    expect(names).not.toContain('chargeFailed');
    expect(names).not.toContain('paymentReceived');
    expect(names).not.toContain('giftActivated');
  });

  test('a payment reported after the cancellation announces no charge', () => {
    const [emailMessage] = callsFor(
      [...TRIAL, cancelled('2026-01-20'), charge('2026-01-08', 'charge-1')],
      at('2026-01-21'),
    );
    expect(emailMessage).toMatchObject({
      name: 'paymentReceived',
      nextCharge: null,
      paidAt: at('2026-01-08'),
      accessUntil: at('2026-02-08'),
    });
  });
});

describe('the email before a charge', () => {
  const state = foldSubscription(PAID);
  const chargeAt = at('2026-02-08');
  const notice = days(chargeAt, -CHARGE_NOTICE_DAYS);
  const upcoming = (events: LedgerEvent[], now: Date) =>
    deriveEmails(foldSubscription(events), now).filter(({ name }) => name === 'chargeUpcoming');

  test('is due from three days ahead until the charge, to the millisecond', () => {
    expect(upcoming(PAID, new Date(notice.getTime() - 1))).toEqual([]);
    expect(upcoming(PAID, notice)).toEqual([
      {
        name: 'chargeUpcoming',
        key: 'chargeUpcoming:o-1:2026-02-08',
        chargeAt,
        amountKopecks: MONTH_KOPECKS,
        cardMask: '•••• 4242',
      },
    ]);
    expect(upcoming(PAID, new Date(chargeAt.getTime() - 1))).toHaveLength(1);
    expect(upcoming(PAID, chargeAt)).toEqual([]);
  });

  test('is also sent before the first charge of a trial', () => {
    expect(upcoming(TRIAL, at('2026-01-05'))).toMatchObject([{ chargeAt: at('2026-01-08') }]);
  });

  test.each<[string, LedgerEvent]>([
    ['it was cancelled', cancelled('2026-02-06')],
    ['a gift moved it', gift('2026-02-06', 1)],
    ['the payment was given back', refunded('2026-02-06', 'charge-1', 'r-1', MONTH_KOPECKS)],
  ])('is not sent if %s', (_why, change) => {
    expect(upcoming([...PAID, change], at('2026-02-06'))).toEqual([]);
  });

  test('is not sent while the provider retries', () => {
    const trying = [
      ...TRIAL,
      failed('2026-01-08', 'f-1'),
      recurringPayment('2026-01-08', 'pastDue', 1, '2026-01-09'),
    ];
    expect(upcoming(trying, at('2026-01-08'))).toEqual([]);
  });

  test('is due by time alone, once', () => {
    expect(nextEmailAt(state, at('2026-01-10'))).toEqual(notice);
    expect(nextEmailAt(state, notice)).toBeNull();
    expect(nextEmailAt(foldSubscription([...PAID, cancelled('2026-01-20')]), at('2026-01-21'))).toBeNull();
    expect(nextEmailAt(foldSubscription([]), at('2026-01-21'))).toBeNull();
  });
});

describe.each(COMPOSITIONS)('in any order of arrival, with %s', (_name, composition: Composition) => {
  const isOwnOrder = (orderId: string): boolean =>
    isOwnCharge(composition.length > 1 && orderId === 'o-1' ? 'cloudPayments' : composition.at(-1)!);
  const isOwn = isOwnOrder('o-1');
  /** Returns the event as it happens at the card provider of its order. */
  const atProvider = (one: LedgerEvent): LedgerEvent => {
    const { data } = one;
    if (data.kind === 'paymentSucceeded' && isOwnOrder(data.orderId)) {
      const isHold = data.role === 'first' && data.orderKind === 'trial';
      return {
        ...one,
        data: { ...data, chargedBy: 'merchant', ...(isHold ? { isHold: true as const } : {}) },
      };
    }
    if (data.kind !== 'paymentFailed' || data.orderId === null || !isOwnOrder(data.orderId)) return one;
    return { ...one, data: { ...data, decline: buildDecline('yooKassa', false) } };
  };
  /** Ledger events of one year, with every kind of event, in chronological order. */
  const HISTORY = [
    pay('2026-01-01'),
    voided('2026-01-01', 'first-o-1'),
    charge('2026-01-08', 'charge-1'),
    gift('2026-01-20', 1),
    failed('2026-03-08', 'f-1'),
    // A server that is down for days after a decline postpones the next attempt.
    ...(isOwn
      ? [
          event('postponed', '2026-03-12', {
            kind: 'chargePostponed',
            orderId: 'o-1',
            to: '2026-03-15T12:00:00.000Z',
          }),
        ]
      : [recurringPayment('2026-03-08', 'pastDue', 1, '2026-03-09')]),
    charge(isOwn ? '2026-03-15' : '2026-03-09', 'charge-2'),
    cancelled('2026-03-20'),
    ...(isOwn ? [] : [recurringPayment('2026-03-20', 'cancelled', 0, null)]),
    renewal('2026-05-01', 'o-2', '2026-06-01'),
    decided('2026-05-10', 'first-o-2', MONTH_KOPECKS),
    refunded('2026-05-10', 'first-o-2', 'r-1', MONTH_KOPECKS),
  ].map(atProvider);

  /** Returns every email that is sent if the events arrive in the given order. An email is sent once per key. */
  function mailed(arrivals: readonly { event: LedgerEvent; heardAt: Date }[]): WantedEmail[] {
    const sent = new Map<string, WantedEmail>();
    const known: LedgerEvent[] = [];
    for (const { event: news, heardAt } of arrivals) {
      const before = foldSubscription(known);
      known.push(news);
      for (const emailMessage of emailsFor(before, foldSubscription(known), heardAt)) {
        if (!sent.has(emailMessage.key)) sent.set(emailMessage.key, emailMessage);
      }
    }
    return [...sent.values()];
  }

  const inOrder = HISTORY.map((one) => ({ event: one, heardAt: one.at }));

  test('in chronological order, each event causes its email', () => {
    expect(mailed(inOrder).map(({ name }) => name)).toEqual([
      'paymentReceived',
      'paymentReceived',
      'giftActivated',
      'chargeFailed',
      ...(isOwn ? ['chargeUpcoming'] : []),
      'paymentReceived',
      'subscriptionCancelled',
      'paymentReceived',
      'moneyReturned',
    ]);
  });

  test('repeated events cause no further email', () => {
    expect(mailed([...inOrder, ...inOrder])).toHaveLength(isOwn ? 9 : 8);
    expect(mailed(inOrder.flatMap((one) => [one, one]))).toHaveLength(isOwn ? 9 : 8);
  });

  test('3000 shuffled and duplicated histories: at most one email per event, and no untrue email', () => {
    const timesOf: Partial<Record<WantedEmail['name'], number>> = {
      paymentReceived: 4,
      giftActivated: 1,
      chargeFailed: 1,
      subscriptionCancelled: 1,
      moneyReturned: 1,
      subscriptionEnded: 1,
    };
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...HISTORY, ...HISTORY], { minLength: HISTORY.length }),
        fc.integer({ min: 0, max: 200 }),
        (events, lateDays) => {
          let heardAt = days(at('2026-01-01'), lateDays);
          const arrivals = events.map((one) => {
            heardAt = new Date(Math.max(heardAt.getTime(), one.at.getTime()));
            return { event: one, heardAt };
          });
          const emails = mailed(arrivals);
          const counts = new Map<string, number>();
          for (const emailMessage of emails) {
            counts.set(emailMessage.name, (counts.get(emailMessage.name) ?? 0) + 1);
            // The gift may be reported long before a timely charge is reported.
            if (emailMessage.name === 'subscriptionEnded' && !isOwn) expect(emailMessage.why).toBe('unheard');
            if (emailMessage.name === 'moneyReturned') expect(emailMessage.transactionId).toBe('first-o-2');
            if ('accessUntil' in emailMessage && emailMessage.name === 'giftActivated') {
              expect(emailMessage.accessUntil.getTime()).toBeGreaterThan(at('2026-01-20').getTime());
            }
          }
          for (const [name, most] of counts) {
            if (name === 'chargeUpcoming') continue;
            expect(most).toBeLessThanOrEqual(timesOf[name as WantedEmail['name']] ?? 0);
          }
        },
      ),
      { numRuns: scaleSample(3000) },
    );
  });
});
