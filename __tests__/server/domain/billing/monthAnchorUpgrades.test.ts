/**
 * Tests the correction of subscriptions whose months an earlier version counted from a clamped date (decision 0015), with
 * the frozen data of version 1.0.0 and simulated subscriptions. The correction makes no charge earlier, and leaves neither a
 * gap nor an overlap in the access that was paid.
 */
import { inCausalOrder } from '../../../../src/server/domain/billing/eventOrder';
import { foldSubscription } from '../../../../src/server/domain/billing/fold';
import {
  anchorKey,
  type LedgerEvent,
  type LedgerEventData,
} from '../../../../src/server/domain/billing/ledgerEvents';
import { rejectCharge } from '../../../../src/server/domain/billing/orders';
import { summarize } from '../../../../src/server/domain/billing/status';
import {
  isCountedFromClampedDay,
  type SubscriptionState,
} from '../../../../src/server/domain/billing/subscriptionState';
import { addMonths } from '../../../../src/shared/moscowDays';
import { addUtcMonths } from '../../../../src/shared/utcMonths';
import { readFrozenVersion } from '../../../support/frozenFiles';
import { MoneyModel } from '../../../support/moneyModel';
import { type SeededRandom, seededRandom } from '../../../support/seededRandom';
import { scaleSample } from '../../../support/simulation';
import { charge, days, gift, renewal } from '../../../support/subscriptionHistory';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SUBSCRIPTIONS = scaleSample(2_000);
const CHARGES = 14;
/** Months of 31 days before a shorter one, counted from 0. */
const LONG_BEFORE_SHORT = [0, 2, 4, 7, 9];

/** Returns the event by which the server corrects a subscription, or nothing if it needs no correction. */
function buildCorrection(
  { agreement }: SubscriptionState,
  events: readonly LedgerEvent[],
  at: Date,
): LedgerEvent[] {
  if (agreement === null || !isCountedFromClampedDay(agreement)) return [];
  const { orderId } = agreement;
  const known = events.map(({ key }) => key);
  return [{ key: anchorKey(orderId, at), at, data: { kind: 'monthsAnchored', orderId, known } }];
}

/** A subscription, and what happens to it, whether or not it is corrected. */
interface Life {
  chargedBy: 'provider' | 'merchant';
  boughtAt: Date;
  /** Time from which the server corrects subscriptions. */
  upgradeAt: Date;
  gifts: readonly { at: Date; event: LedgerEvent }[];
  /** Delay of each charge, and of each command to the card provider, in ms. */
  delays: readonly number[];
}

function createLife(random: SeededRandom, chargedBy: Life['chargedBy']): Life {
  const after = (from: Date, most: number): Date =>
    new Date(from.getTime() + random.between(1, most) * DAY + random.between(0, 86_399) * 1000);
  const month = random.chance(0.6) ? (LONG_BEFORE_SHORT[random.between(0, 4)] ?? 0) : random.between(0, 11);
  const day = random.chance(0.8) ? random.between(28, 31) : random.between(1, 28);
  const year = 2026 + random.between(0, 2);
  const boughtAt = new Date(Date.UTC(year, month, day, random.between(0, 23), 59, 30));
  const gifts = Array.from({ length: random.chance(0.4) ? random.between(1, 3) : 0 }, () => {
    const at = after(boughtAt, 300);
    const when = at.toISOString();
    return {
      at,
      event: random.chance(0.6) ? gift(when, random.between(1, 2)) : days(when, random.between(1, 9)),
    };
  });
  return {
    ...{ chargedBy, boughtAt },
    upgradeAt: after(boughtAt, 300),
    gifts: gifts.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    delays: Array.from({ length: CHARGES }, () => (random.chance(0.2) ? random.between(0, 40) * HOUR : 0)),
  };
}

/** CloudPayments' calendar: whole months in UTC from the start date, which a command replaces. */
class ProviderCalendar {
  private chargedAt = 0;

  constructor(private startAt: Date) {}

  moveTo(date: Date): void {
    this.startAt = date;
  }

  charged(at: Date): void {
    this.chargedAt = at.getTime();
  }

  get nextAt(): Date {
    let months = 0;
    while (addUtcMonths(this.startAt, months).getTime() <= this.chargedAt + 12 * HOUR) months += 1;
    return addUtcMonths(this.startAt, months);
  }
}

/** Runs a subscription until its last charge. Returns the due date of each charge, and the final state. */
function run(
  life: Life,
  isCorrected: boolean,
): { due: Date[]; state: SubscriptionState; corrections: number } {
  const { boughtAt, chargedBy, gifts, delays, upgradeAt } = life;
  const change = chargedBy === 'merchant' ? { chargedBy } : {};
  const start = addMonths(boughtAt, 1);
  const calendar = new ProviderCalendar(start);
  const events = [renewal(boughtAt.toISOString(), start.toISOString(), 'o-1', change)];
  const waiting = gifts.map(({ event }) => event);
  const due: Date[] = [];
  let isUpgraded = false;
  let state = foldSubscription(events);
  const follow = (at: Date): void => {
    state = foldSubscription(events);
    if (isUpgraded) {
      events.push(...buildCorrection(state, events, at));
      state = foldSubscription(events);
    }
    for (const command of state.commands)
      if (command.kind === 'moveRecurringPayment') calendar.moveTo(new Date(command.nextChargeAt));
  };
  while (due.length < CHARGES) {
    const dueAt = state.agreement?.nextChargeAt ?? boughtAt;
    const dateAt = chargedBy === 'merchant' ? dueAt : calendar.nextAt;
    const [next] = waiting;
    const lateAt = new Date(dateAt.getTime() + (delays[due.length] ?? 0));
    // A gift while a charge is overdue would begin after the end of access.
    const chargeAt = next !== undefined && next.at > dateAt && next.at <= lateAt ? dateAt : lateAt;
    const other = next === undefined || next.at > chargeAt ? chargeAt : next.at;
    if (isCorrected && !isUpgraded && upgradeAt <= other) {
      isUpgraded = true;
      follow(upgradeAt);
      continue;
    }
    if (next !== undefined && next.at <= chargeAt) {
      events.push(next);
      waiting.shift();
      follow(next.at);
      continue;
    }
    const { agreement, cardMask } = state;
    if (rejectCharge({ id: 'o-1' }, { agreement, cardMask }, chargeAt) !== null)
      throw new Error(
        `CloudPayments charges on ${chargeAt.toISOString()}, and not on ${dueAt.toISOString()}`,
      );
    due.push(dueAt);
    calendar.charged(dateAt);
    events.push(charge(chargeAt.toISOString(), 'o-1', { ...change, transactionId: `charge-${due.length}` }));
    follow(chargeAt);
  }
  const model = new MoneyModel(events);
  expect(model.charge).toBe(state.agreement?.nextChargeAt.getTime());
  expect(model.end).toBe(state.accessUntil?.getTime());
  const corrections = events.filter(({ data }) => data.kind === 'monthsAnchored').length;
  return { due, state, corrections };
}

/** Asserts that each access period begins when the previous one ends, also if a charge was late. */
function expectSeamless({ segments, payments, accessUntil, agreement }: SubscriptionState): void {
  for (const [index, { from, until }] of segments.entries()) {
    expect(until.getTime()).toBeGreaterThan(from.getTime());
    if (index > 0) expect(from).toEqual(segments[index - 1]?.until);
  }
  expect(accessUntil).toEqual(agreement?.nextChargeAt);
  expect(payments.filter(({ verdict }) => verdict !== 'counted')).toEqual([]);
}

test.each(['provider', 'merchant'] as const)(
  `${String(SUBSCRIPTIONS)} subscriptions that the %s charges are never charged earlier than before`,
  (chargedBy) => {
    let corrected = 0;
    let later = 0;
    for (let seed = 1; seed <= SUBSCRIPTIONS; seed += 1) {
      const life = createLife(seededRandom(seed), chargedBy);
      const before = run(life, false);
      const after = run(life, true);
      expectSeamless(before.state);
      expectSeamless(after.state);
      for (const [index, date] of before.due.entries())
        expect(after.due[index]?.getTime()).toBeGreaterThanOrEqual(date.getTime());
      if (after.corrections > 0) corrected += 1;
      else expect(after.due).toEqual(before.due);
      if (after.due.at(-1)?.getTime() !== before.due.at(-1)?.getTime()) later += 1;
    }
    process.stdout.write(
      `${chargedBy}: ${corrected} of ${SUBSCRIPTIONS} corrected, ${later} charged later\n`,
    );
    expect(later).toBeGreaterThan(SUBSCRIPTIONS / 20);
  },
  600_000,
);

/** Asserts that a correction moves at most the present charge and access, to the day of the run. */
function expectCorrected(before: SubscriptionState, after: SubscriptionState, isCorrected: boolean): void {
  if (!isCorrected) {
    expect(after).toEqual(before);
    return;
  }
  const [was, is] = [before.agreement, after.agreement];
  expect(is?.anchorDay).toBeGreaterThanOrEqual(29);
  expect(is?.anchorDay).toBeGreaterThan(was?.anchorDay ?? 31);
  const movedBy = (is?.nextChargeAt.getTime() ?? 0) - (was?.nextChargeAt.getTime() ?? 0);
  expect(movedBy).toBeGreaterThanOrEqual(0);
  expect(movedBy).toBeLessThanOrEqual(3 * DAY);
  expect((after.accessUntil?.getTime() ?? 0) - (before.accessUntil?.getTime() ?? 0)).toBe(movedBy);
  expect(after.segments.length).toBe(before.segments.length);
}

test('the frozen data keeps its dates without the event, and no charge is earlier with it', async () => {
  const { rows } = await readFrozenVersion('1.0.0');
  const ledgers = new Map<unknown, LedgerEvent[]>();
  for (const { table, row } of rows) {
    if (table !== 'ledger_events') continue;
    const event = {
      key: String(row['event_key']),
      at: new Date(String(row['at'])),
      data: row['data'] as LedgerEventData,
    };
    ledgers.set(row['account_id'], [...(ledgers.get(row['account_id']) ?? []), event]);
  }
  expect(ledgers.size).toBeGreaterThan(40);
  const corrected: unknown[] = [];
  for (const [accountId, events] of ledgers) {
    const before = foldSubscription(events);
    const stored = rows.find(
      ({ table, row }) => table === 'subscriptions' && row['account_id'] === accountId,
    );
    const { accessUntil, nextChargeAt } = summarize(before);
    const dates = [accessUntil, nextChargeAt].map((date) => date?.toISOString() ?? null);
    const storedDates = [stored?.row['access_until'], stored?.row['next_charge_at']].map((text) =>
      typeof text === 'string' ? new Date(text).toISOString() : null,
    );
    // The sample row of each table does not follow from a ledger.
    if (!String(stored?.row['status']).startsWith('frozen-')) expect(dates).toEqual(storedDates);
    // The ledger as it was after each of its events, so that more subscriptions are running.
    for (const [index, { at }] of inCausalOrder(events).entries()) {
      const ledger = inCausalOrder(events).slice(0, index + 1);
      const earlier = foldSubscription(ledger);
      const corrections = buildCorrection(earlier, ledger, at);
      if (corrections.length > 0) corrected.push(accountId);
      expectCorrected(earlier, foldSubscription([...ledger, ...corrections]), corrections.length > 0);
    }
  }
  process.stdout.write(`frozen data: ${corrected.length} ledgers corrected\n`);
  expect(corrected).not.toEqual([]);
});
