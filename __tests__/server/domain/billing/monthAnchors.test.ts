/**
 * Tests the rule by which months are counted (decision 0015): from the day of the month on which the present run of months
 * began, and never from a date that was clamped to the end of a shorter month. The server records an event that corrects
 * the day. Without the event the fold counts months as earlier versions did.
 */
import { cardChangeAt } from '../../../../src/server/domain/billing/cardChange';
import { CHARGE_NOTICE_DAYS } from '../../../../src/server/domain/billing/chargeDates';
import { deriveEmails } from '../../../../src/server/domain/billing/emails';
import { foldSubscription } from '../../../../src/server/domain/billing/fold';
import { anchorKey, type LedgerEvent } from '../../../../src/server/domain/billing/ledgerEvents';
import { rejectCharge } from '../../../../src/server/domain/billing/orders';
import {
  isCountedFromClampedDay,
  type SubscriptionState,
} from '../../../../src/server/domain/billing/subscriptionState';
import { moscowDay } from '../../../../src/shared/moscowDays';
import {
  anchored,
  at,
  cancelled,
  charge,
  days,
  decided,
  gift,
  renewal,
  said,
  trial,
} from '../../../support/subscriptionHistory';

const DAY = 86_400_000;
const OURS = { chargedBy: 'merchant' } as const;

/** Returns the events with the corrections that the server records in the same transaction. */
function recorded(events: readonly LedgerEvent[]): LedgerEvent[] {
  const history: LedgerEvent[] = [];
  for (const event of events) {
    history.push(event);
    const { agreement } = foldSubscription(history);
    if (agreement === null || !isCountedFromClampedDay(agreement)) continue;
    const { orderId } = agreement;
    const known = history.map(({ key }) => key);
    history.push({
      key: anchorKey(orderId, event.at),
      at: event.at,
      data: { kind: 'monthsAnchored', orderId, known },
    });
  }
  return history;
}

const findNextCharge = ({ agreement }: SubscriptionState): Date => agreement?.nextChargeAt ?? new Date(0);

/** Returns the first days of charge of a subscription whose charges are made on time, as Moscow days. */
function chargeDays(first: readonly LedgerEvent[], count: number, orderId = 'o-1'): string[] {
  const events = [...first];
  const found: string[] = [];
  while (found.length < count) {
    const due = findNextCharge(foldSubscription(recorded(events)));
    found.push(moscowDay(due));
    const data = foldSubscription(events).agreement?.chargedBy === 'merchant' ? OURS : {};
    events.push(charge(due.toISOString(), orderId, data));
  }
  return found;
}

/** Asserts that the access periods follow each other without gap and overlap. */
function expectSeamless({ segments, accessUntil, agreement }: SubscriptionState): void {
  for (const [index, { from }] of segments.slice(1).entries()) expect(from).toEqual(segments[index]?.until);
  expect(accessUntil).toEqual(agreement?.nextChargeAt);
}

const moscow = (text: string): string => new Date(`${text}:00.000+03:00`).toISOString();

describe.each([
  ['the card provider', {}],
  ['this server', OURS],
])('months that %s charges', (_who, change) => {
  test.each([
    ['2027-01-31', '2027-02-28', ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30']],
    ['2027-01-30', '2027-02-28', ['2027-02-28', '2027-03-30', '2027-04-30', '2027-05-30']],
    ['2027-01-29', '2027-02-28', ['2027-02-28', '2027-03-29', '2027-04-29', '2027-05-29']],
    ['2027-01-28', '2027-02-28', ['2027-02-28', '2027-03-28', '2027-04-28', '2027-05-28']],
    ['2028-01-31', '2028-02-29', ['2028-02-29', '2028-03-31', '2028-04-30']],
    ['2028-01-30', '2028-02-29', ['2028-02-29', '2028-03-30', '2028-04-30']],
    ['2028-01-29', '2028-02-29', ['2028-02-29', '2028-03-29', '2028-04-29']],
    ['2027-03-31', '2027-04-30', ['2027-04-30', '2027-05-31', '2027-06-30']],
    ['2027-08-31', '2027-09-30', ['2027-09-30', '2027-10-31', '2027-11-30', '2027-12-31', '2028-01-31']],
    ['2027-02-28', '2027-03-28', ['2027-03-28', '2027-04-28', '2027-05-28']],
    ['2027-04-30', '2027-05-30', ['2027-05-30', '2027-06-30', '2027-07-30']],
  ])('bought on %s with a first charge on %s', (bought, start, expected) => {
    expect(chargeDays([renewal(bought, start, 'o-1', change)], expected.length)).toEqual(expected);
  });

  test('after a trial, the day of the first charge counts', () => {
    expect(chargeDays([trial('2027-01-24', 'o-1', change)], 4)).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
    ]);
    // A trial that ends on the last day of February was not clamped.
    expect(chargeDays([trial('2027-02-21', 'o-1', change)], 3)).toEqual([
      '2027-02-28',
      '2027-03-28',
      '2027-04-28',
    ]);
  });

  test.each([
    ['2027-01-30T23:58', '2027-02-28T23:58', '2027-01-31T00:03', ['2027-02-28', '2027-03-30']],
    ['2027-01-31T00:00', '2027-02-28T00:00', '2027-01-31T00:03', ['2027-02-28', '2027-03-31']],
    ['2027-01-31T02:59', '2027-02-28T02:59', '2027-01-31T03:01', ['2027-02-28', '2027-03-31']],
    ['2027-01-31T23:59', '2027-02-28T23:59', '2027-02-01T00:04', ['2027-02-28', '2027-03-31']],
    ['2027-02-01T00:00', '2027-03-01T00:00', '2027-02-01T00:01', ['2027-03-01', '2027-04-01']],
    // Offered on 31 January in Moscow, which is 30 January in UTC.
    ['2027-01-31T01:00', '2027-02-28T01:00', '2027-01-31T01:01', ['2027-02-28', '2027-03-31']],
  ])('offered at %s in Moscow, charged from %s, paid at %s', (_offered, start, paid, expected) => {
    const events = [renewal(moscow(paid), moscow(start), 'o-1', change)];
    expect(chargeDays(events, expected.length)).toEqual(expected);
  });

  test('a late first payment starts the run on its own day', () => {
    // The order was offered on 10 January, and paid when its first charge date had passed.
    expect(chargeDays([renewal('2027-01-31', '2027-01-17', 'o-1', change)], 3)).toEqual([
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
    ]);
  });

  test('a month that begins at the end of access counts from there', () => {
    const gifted = gift('2026-12-31', 1);
    expect(chargeDays([gifted, renewal('2027-01-20', '2027-02-28', 'o-1', change)], 3)).toEqual([
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
    ]);
  });

  test('a gift keeps the day', () => {
    const bought = renewal('2027-01-31', '2027-02-28', 'o-1', change);
    expect(chargeDays([bought, gift('2027-02-10', 1)], 3)).toEqual([
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
    ]);
    const inMarch = [bought, charge(at('2027-02-28').toISOString(), 'o-1', change), gift('2027-03-10', 1)];
    expect(chargeDays(inMarch, 2)).toEqual(['2027-04-30', '2027-05-31']);
    const onDay = renewal('2026-12-31', '2027-01-31', 'o-1', change);
    expect(chargeDays([onDay, gift('2027-01-10', 1)], 3)).toEqual(['2027-02-28', '2027-03-31', '2027-04-30']);
  });

  test('a gift after the charge date starts a run on its first day', () => {
    const bought = renewal('2026-12-29', '2027-01-29', 'o-1', change);
    expect(chargeDays([bought, gift('2027-01-31', 1)], 3)).toEqual([
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
    ]);
  });

  test('days start a run on the day after which the next month begins', () => {
    const bought = renewal('2027-01-31', '2027-02-28', 'o-1', change);
    expect(chargeDays([bought, days('2027-02-10', 3)], 3)).toEqual([
      '2027-03-03',
      '2027-04-03',
      '2027-05-03',
    ]);
    const toLast = renewal('2027-01-25', '2027-02-25', 'o-1', change);
    expect(chargeDays([toLast, days('2027-02-10', 3)], 3)).toEqual([
      '2027-02-28',
      '2027-03-28',
      '2027-04-28',
    ]);
  });

  test('a resumption starts a run', () => {
    const first = [renewal('2027-01-15', '2027-02-15', 'o-1', change), cancelled('2027-01-20')];
    const again = renewal('2027-03-31', '2027-04-30', 'o-2', change);
    expect(chargeDays([...first, again], 3, 'o-2')).toEqual(['2027-04-30', '2027-05-31', '2027-06-30']);
    const running = [renewal('2026-12-31', '2027-01-31', 'o-1', change), cancelled('2027-01-05')];
    const before = renewal('2027-01-20', '2027-02-28', 'o-2', change);
    expect(chargeDays([...running, before], 2, 'o-2')).toEqual(['2027-02-28', '2027-03-31']);
  });

  test('a refund starts a run on the day on which access then ends', () => {
    const bought = renewal('2027-01-31', '2027-02-28', 'o-1', change);
    const events = [bought, decided('2027-02-05', 'first:o-1'), gift('2027-02-05T12:30:00.000Z', 1)];
    const { accessUntil } = foldSubscription(recorded(events));
    expect(accessUntil).toEqual(at('2027-03-05T12:30:00.000Z'));
  });

  test('a change of card keeps the day', () => {
    const bought = renewal('2027-01-31', '2027-02-28', 'o-1', change);
    const changed = cardChangeAt(foldSubscription(recorded([bought])), at('2027-02-10'));
    if (changed.kind !== 'offered') throw new Error('the card cannot be changed');
    const start = changed.offer.recurringPaymentStartAt.toISOString();
    const card = renewal('2027-02-10', start, 'o-2', { ...change, orderKind: 'cardChange', trialDays: 0 });
    expect(chargeDays([bought, card], 3, 'o-2')).toEqual(['2027-02-28', '2027-03-31', '2027-04-30']);
  });
});

test('emails state the day only if some months lack it', () => {
  const emailsAbout = (bought: string, start: string) => {
    const state = foldSubscription(recorded([renewal(bought, start)]));
    return deriveEmails(state, at(bought)).concat(deriveEmails(state, new Date(at(start).getTime() - DAY)));
  };
  expect(emailsAbout('2027-01-31', '2027-02-28')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        name: 'paymentReceived',
        nextCharge: expect.objectContaining({ at: at('2027-02-28'), dayOfMonth: 31 }) as unknown,
      }),
      expect.objectContaining({ name: 'chargeUpcoming', chargeAt: at('2027-02-28'), dayOfMonth: 31 }),
    ]),
  );
  expect(JSON.stringify(emailsAbout('2027-01-28', '2027-02-28'))).not.toContain('dayOfMonth');
});

describe('a subscription that an earlier version counted from the last day of a month', () => {
  const BEFORE = [renewal('2027-01-31', '2027-02-28'), charge('2027-02-28')];

  test('is counted as before without the event', () => {
    expect(findNextCharge(foldSubscription(BEFORE))).toEqual(at('2027-03-28'));
    expect(findNextCharge(foldSubscription([...BEFORE, charge('2027-03-28')]))).toEqual(at('2027-04-28'));
    expect(findNextCharge(foldSubscription([...BEFORE, gift('2027-03-01', 1)]))).toEqual(at('2027-04-28'));
  });

  test('is charged on the day of its run from the next charge on, and access lasts until then', () => {
    const after = foldSubscription([...BEFORE, anchored('2027-03-10')]);
    expect(findNextCharge(after)).toEqual(at('2027-03-31'));
    expectSeamless(after);
    const further = foldSubscription([...BEFORE, anchored('2027-03-10'), charge('2027-03-31')]);
    expect(findNextCharge(further)).toEqual(at('2027-04-30'));
    expectSeamless(further);
  });

  test('has the schedule of CloudPayments corrected before the clamped day', () => {
    const after = foldSubscription([...BEFORE, anchored('2027-03-10')]);
    const move = { kind: 'moveRecurringPayment', nextChargeAt: at('2027-03-31').toISOString() };
    expect(after.commands).toEqual([expect.objectContaining(move)]);
    // CloudPayments reports its own date until it has the new one.
    const reported = foldSubscription([
      ...BEFORE,
      anchored('2027-03-10'),
      said('2027-03-10T12:00:05.000Z', 'active', '2027-03-28', { successes: 1 }),
    ]);
    expect(findNextCharge(reported)).toEqual(at('2027-03-31'));
    expect(reported.agreement?.providerNextChargeAt).toBeNull();
    expect(reported.commands).toEqual([expect.objectContaining(move)]);
    // A charge that CloudPayments makes on its own date counts for the month.
    const { agreement, cardMask } = after;
    expect(rejectCharge({ id: 'o-1' }, { agreement, cardMask }, at('2027-03-28'))).toBeNull();
    const early = foldSubscription([...BEFORE, anchored('2027-03-10'), charge('2027-03-28')]);
    expect(findNextCharge(early)).toEqual(at('2027-04-30'));
    expectSeamless(early);
  });

  test('keeps the date of a charge that is announced, and the month begins on it', () => {
    for (const when of ['2027-03-25T11:50:00.000Z', '2027-03-25', '2027-03-27', '2027-03-29']) {
      const after = foldSubscription([...BEFORE, anchored(when)]);
      expect(findNextCharge(after)).toEqual(at('2027-03-28'));
      const further = foldSubscription([...BEFORE, anchored(when), charge('2027-03-29T13:00:00.000Z')]);
      expect(findNextCharge(further)).toEqual(at('2027-04-30'));
      expectSeamless(further);
    }
    const notice = at('2027-03-28').getTime() - CHARGE_NOTICE_DAYS * DAY;
    const inTime = anchored(new Date(notice - 11 * 60_000).toISOString());
    expect(findNextCharge(foldSubscription([...BEFORE, inTime]))).toEqual(at('2027-03-31'));
  });

  test('keeps a date to which the dashboard of CloudPayments postponed the charge', () => {
    const postponed = said('2027-03-05', 'active', '2027-04-10', { successes: 1 });
    const after = foldSubscription([...BEFORE, postponed, anchored('2027-03-10')]);
    expect(after.agreement?.providerNextChargeAt).toEqual(at('2027-04-10'));
    expect(findNextCharge(after)).toEqual(at('2027-03-28'));
  });

  test('keeps its date in a shorter month', () => {
    const september = [renewal('2027-07-31', '2027-08-31'), charge('2027-08-31')];
    expect(foldSubscription(september).agreement).toMatchObject({ anchorDay: 31, runDay: 31 });
    const leap = [renewal('2028-01-31', '2028-02-29'), anchored('2028-02-01')];
    expect(findNextCharge(foldSubscription(leap))).toEqual(at('2028-02-29'));
    expect(findNextCharge(foldSubscription([...leap, charge('2028-02-29')]))).toEqual(at('2028-03-31'));
  });

  test('ends as the customer decided, and the event changes nothing after that', () => {
    const ended = [...BEFORE, cancelled('2027-03-05')];
    const { commands, accessUntil } = foldSubscription(ended);
    const after = foldSubscription([...ended, anchored('2027-03-10')]);
    expect({ commands: after.commands, accessUntil: after.accessUntil }).toEqual({ commands, accessUntil });
    expect(after.accessUntil).toEqual(at('2027-03-28'));
  });

  test('is corrected by the event of another order, or by a second event, in nothing', () => {
    const once = [...BEFORE, anchored('2027-03-10')];
    const other = foldSubscription([...BEFORE, anchored('2027-03-10', 'o-2')]);
    expect(findNextCharge(other)).toEqual(at('2027-03-28'));
    expect(findNextCharge(foldSubscription([...once, anchored('2027-03-11')]))).toEqual(at('2027-03-31'));
  });

  test('only ever moves to a later day of the 29th to the 31st', () => {
    for (let day = 0; day < 3 * 366; day += 1) {
      const bought = new Date(Date.UTC(2027, 0, 1, 9) + day * DAY).toISOString();
      const start = foldSubscription([gift(bought, 1)]).accessUntil?.toISOString() ?? '';
      const { agreement } = foldSubscription([renewal(bought, start)]);
      const [counted = 0, run = 0] = [agreement?.anchorDay, agreement?.runDay];
      expect(run).toBe(new Date(bought).getUTCDate());
      expect(run === counted || (run > counted && run >= 29)).toBe(true);
    }
  });
});
