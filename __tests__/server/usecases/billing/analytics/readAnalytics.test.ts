/** Compares the owner's metrics that the server returns with an independent computation from the raw ledger events. */
import { inArray } from 'drizzle-orm';
import { mergeDailyFigures } from '../../../../../src/server/store/dailyFigures';
import { dailyFigures } from '../../../../../src/server/store/schema/dailyFigures';
import { ledgerEvents, subscriptions } from '../../../../../src/server/store/schema/subscriptions';
import { emailIdentity, openAccount } from '../../../../../src/server/usecases/accounts/accounts';
import {
  type Analytics,
  readAnalytics,
} from '../../../../../src/server/usecases/billing/analytics/readAnalytics';
import { change } from '../../../../../src/server/usecases/billing/ledger/change';
import { addToDay, daysBetween } from '../../../../../src/shared/moscowDays';
import { computeFlows } from '../../../../support/analyticsFlows';
import { MONTH_KOPECKS } from '../../../../support/offer';
import { renewalPayment, trialPayment } from '../../../../support/paymentEvents';
import { randomHistory, shuffleArrival } from '../../../../support/randomHistory';
import {
  computeRawFigures,
  dateInMoscow,
  deriveRawStanding,
  flowTogether,
  NO_FLOW,
  rawFiguresTogether,
  rawSalesByProvider,
} from '../../../../support/rawFigures';
import { seededRandom } from '../../../../support/seededRandom';
import { startTestServer, type TestServer } from '../../../../support/server';
import { signInStaffAs } from '../../../../support/signIn';

const ACCOUNTS = 12;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  server.fakeCardProvider.isSilent = true;
});

const createAccount = async (name: string): Promise<number> =>
  (await openAccount(server.db, server.deps, emailIdentity(`${name}@example.org`))).id;

/** Creates accounts with random histories. The ledger events arrive shuffled, twice and concurrently. */
async function fillSimulation(): Promise<void> {
  const random = seededRandom(7);
  const lives = Array.from({ length: ACCOUNTS }, (_, index) => {
    const events = randomHistory(random, ['cloudPayments', 'yooKassa']).map(({ key, at, data }) => ({
      key: `${String(index)}:${key}`,
      at,
      data:
        'transactionId' in data ? { ...data, transactionId: `${String(index)}-${data.transactionId}` } : data,
    }));
    return { index, arrival: shuffleArrival(events, random) };
  });
  await Promise.all(
    lives.map(async ({ index, arrival }) => {
      const accountId = await createAccount(`citizen${String(index)}`);
      for (const event of arrival)
        await server.db.transaction((tx) => change(tx, accountId, [event], server.clock.now()));
    }),
  );
}

/** Reads the metrics of the whole ledger, split into periods that the API endpoint accepts. */
async function readAll(): Promise<Analytics[]> {
  const parts: Analytics[] = [];
  for (let from = '2026-01-01'; from < '2036-01-01'; from = addToDay(from, 366))
    parts.push(await readAnalytics(server.deps, { from, to: addToDay(from, 365) }));
  return parts;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

async function expectTruth(): Promise<void> {
  const rows = await server.db.select().from(ledgerEvents);
  const accountIds = [...new Set(rows.map(({ accountId }) => accountId))];
  const histories = accountIds.map((accountId) =>
    rows
      .filter((row) => row.accountId === accountId)
      .map(({ eventKey, at, data }) => ({ key: eventKey, at, data })),
  );
  const raw = rawFiguresTogether(histories.map(computeRawFigures));
  const parts = await readAll();
  const totals = parts.map(({ total }) => total);
  const paid = Object.fromEntries(
    parts.flatMap(({ steps }) =>
      steps.flatMap(({ from, sales, checks, rejected }) => {
        const kopecks = sum([sales, checks, rejected].map((flow) => flow.paid.kopecks));
        return kopecks === 0 ? [] : [[from, kopecks] as const];
      }),
    ),
  );
  const { sales, checks, rejected } = computeFlows(totals);
  const flows = totals.flatMap((total) => [total.sales, total.checks, total.rejected]);
  expect({
    paid,
    ...{ sales, checks, rejected },
    payments: sales.payments + checks.payments + rejected.payments,
    returned: sales.returned + checks.returned + rejected.returned,
    chargedBack: sum(flows.map(({ chargedBack }) => chargedBack.kopecks)),
    failedCharges: sum(totals.map((total) => total.failedCharges)),
    failedFirstPayments: sum(totals.map((total) => total.failedFirstPayments)),
    trialsBegun: sum(totals.map((total) => total.trialsBegun)),
    trialsConverted: sum(totals.map((total) => total.trialsConverted)),
    giftsUsed: sum(totals.map((total) => total.giftsUsed)),
  }).toEqual(raw);
  for (const provider of ['cloudPayments', 'yooKassa']) {
    const ofRaw = histories.map((events) => rawSalesByProvider(events).get(provider) ?? NO_FLOW);
    const ofSteps = parts
      .flatMap(({ steps }) => steps.flatMap(({ byProvider }) => byProvider))
      .filter((each) => each.provider === provider)
      .map(({ paid: { count, kopecks }, returned }) => ({
        payments: count,
        paid: kopecks,
        returned: returned.kopecks,
      }));
    expect(ofSteps.reduce(flowTogether, NO_FLOW)).toEqual(ofRaw.reduce(flowTogether, NO_FLOW));
  }
  expect(sum(totals.map(({ netKopecks }) => netKopecks))).toBe(raw.sales.paid - raw.sales.returned);
  // The number of accounts per subscription status must match the stored subscriptions.
  const stored = await server.db.select().from(subscriptions);
  const last = parts.at(-1)?.steps.at(-1);
  const ofStatus = (status: string): number => stored.filter((row) => row.status === status).length;
  expect([last?.active, last?.cancelled, last?.gifted]).toEqual([
    ofStatus('ACTIVE'),
    ofStatus('CANCELED'),
    ofStatus('GIFTED'),
  ]);
  // The monthly recurring revenue must match the ledger and the sum of its movements.
  const standings = histories.map((events) => deriveRawStanding(events, server.clock.now().getTime()));
  expect(last?.monthlyKopecks).toBe(sum(standings.map(({ monthly }) => monthly)));
  expect(last?.paying).toBe(standings.filter(({ monthly }) => monthly > 0).length);
  const movements = totals.map((total) => total.movements);
  expect(
    sum(
      movements.map(
        (each) => each.new.kopecks + each.returned.kopecks - each.canceled.kopecks - each.lapsed.kopecks,
      ),
    ) + sum(totals.map(({ repricedKopecks }) => repricedKopecks)),
  ).toBe(last?.monthlyKopecks);
}

it('agrees with the ledger to the kopeck, before and after the daily rollup', async () => {
  await fillSimulation();
  await expectTruth();
  const before = await server.db.select().from(dailyFigures);
  await mergeDailyFigures(server.db);
  const after = await server.db.select().from(dailyFigures);
  expect(after.length).toBeLessThan(before.length);
  const keys = after.map(({ day, figure, label }) => [day, figure, label].join());
  expect(new Set(keys).size).toBe(keys.length);
  await expectTruth();
});

it('loses no amount if several instances roll up while customers pay', async () => {
  await Promise.all([
    fillSimulation(),
    ...Array.from({ length: 3 }, async () => {
      for (let round = 0; round < 20; round += 1) await mergeDailyFigures(server.db);
    }),
  ]);
  await mergeDailyFigures(server.db);
  await expectTruth();
});

it('adds the days up to weeks and months, to the whole period and to the period before', async () => {
  await fillSimulation();
  const period = { from: '2027-02-10', to: '2028-01-20' };
  const days = await readAnalytics(server.deps, period);
  for (const step of ['week', 'month'] as const) {
    const { steps, total, previous } = await readAnalytics(server.deps, { ...period, step });
    expect(steps[0]?.from).toBe(period.from);
    expect(steps.at(-1)?.to).toBe(period.to);
    expect(total).toEqual(days.total);
    for (const each of steps) {
      const own = days.steps.filter(({ from }) => from >= each.from && from <= each.to);
      expect(each.sales.paid.kopecks).toBe(sum(own.map(({ sales }) => sales.paid.kopecks)));
      expect(each.movements.lapsed.count).toBe(sum(own.map(({ movements }) => movements.lapsed.count)));
      expect(each).toMatchObject({ monthlyKopecks: own.at(-1)?.monthlyKopecks, active: own.at(-1)?.active });
    }
    const before = await readAnalytics(server.deps, { from: previous.from, to: previous.to, step });
    expect(previous.steps).toEqual(before.steps);
    expect(previous.total).toEqual(before.total);
    expect(previous.to < period.from).toBe(true);
  }
});

it('counts sales that version 1.0.0 recorded for the card provider of the first payment', async () => {
  const at = (day: string) => new Date(`${day}T09:00:00.000Z`);
  const pay = async (name: string, day: string, provider: string) => {
    const accountId = await createAccount(name);
    const data = renewalPayment({
      provider,
      transactionId: name,
      recurringPaymentStartAt: '2027-03-10T09:00:00Z',
    });
    const event = { key: `paid:${name}`, at: at(day), data };
    await server.db.transaction((tx) => change(tx, accountId, [event], server.clock.now()));
    return accountId;
  };
  server.clock.set('2027-02-10T12:00:00.000Z');
  const first = await pay('first', '2027-02-10', 'cloudPayments');
  await pay('second', '2027-02-10', 'cloudPayments');
  // Version 1.0.0 wrote no metrics by card provider.
  await server.db
    .delete(dailyFigures)
    .where(inArray(dailyFigures.figure, ['providerPaid', 'providerReturned']));
  server.clock.set('2027-02-11T12:00:00.000Z');
  await pay('third', '2027-02-11', 'yooKassa');
  const back = {
    ...{ kind: 'refunded' as const, provider: 'cloudPayments', transactionId: 'first', refundId: 'r' },
    amountKopecks: 5_000,
  };
  await server.db.transaction((tx) =>
    change(tx, first, [{ key: 'refunded:r', at: at('2027-02-11'), data: back }], server.clock.now()),
  );
  const { total, steps } = await readAnalytics(server.deps, { from: '2027-02-10', to: '2027-02-11' });
  const none = { count: 0, kopecks: 0 };
  expect(total.byProvider).toEqual([
    {
      provider: 'cloudPayments',
      paid: { count: 2, kopecks: 2 * MONTH_KOPECKS },
      returned: { count: 1, kopecks: 5_000 },
    },
    { provider: 'yooKassa', paid: { count: 1, kopecks: MONTH_KOPECKS }, returned: none },
  ]);
  expect(
    steps.map(({ byProvider }) => byProvider.map(({ provider, paid }) => [provider, paid.count])),
  ).toEqual([
    [['cloudPayments', 2]],
    [
      ['cloudPayments', 0],
      ['yooKassa', 1],
    ],
  ]);
});

/** Inserts rollup rows: changes of the number of paying accounts by day. */
async function fillPaying(moves: readonly (readonly [day: string, count: number])[]): Promise<void> {
  await server.db
    .insert(dailyFigures)
    .values(
      moves.flatMap(([day, count]) => [
        { day, figure: 'paying' as const, label: '', count, kopecks: count * 44_900 },
        count > 0
          ? { day, figure: 'joined' as const, label: 'new', count, kopecks: count * 44_900 }
          : { day, figure: 'left' as const, label: 'canceled', count: -count, kopecks: -count * 44_900 },
      ]),
    );
}

describe('the monthly churn', () => {
  it('is the share of the average number of paying customers that leaves in 30 days', async () => {
    await fillPaying([
      ['2025-01-10', 100],
      ['2025-02-01', 800],
      ['2025-03-01', -90],
    ]);
    server.clock.set('2026-01-15T09:00:00.000Z');
    const { total } = await readAnalytics(server.deps, {
      from: '2025-01-01',
      to: '2025-12-31',
      step: 'month',
    });
    // 100 accounts on 22 days, 900 on 28 days and 810 on 305 days, counted at the start of each day.
    const payingDays = 100 * 22 + 900 * 28 + 810 * 305;
    expect(total.monthlyChurn).toBeCloseTo((90 * 30) / payingDays, 12);
    expect(total.before.paying).toBe(0);
  });

  it('ignores the days after today', async () => {
    await fillPaying([
      ['2026-11-01', 100],
      ['2026-12-02', -2],
    ]);
    server.clock.set('2026-12-10T09:00:00.000Z');
    const { total } = await readAnalytics(server.deps, { from: '2026-12-01', to: '2026-12-31' });
    expect(total.monthlyChurn).toBeCloseTo((2 * 30) / (100 * 2 + 98 * 8), 12);
  });

  it('is null if no customer paid', async () => {
    const { total } = await readAnalytics(server.deps, { from: '2026-12-01', to: '2026-12-31' });
    expect(total.monthlyChurn).toBeNull();
  });
});

it('shows the conversion of trials by the whole week in which they started', async () => {
  await server.db.insert(dailyFigures).values(
    [
      ['2026-11-29', 'trialBegun', 3],
      ['2026-11-30', 'trialBegun', 5],
      ['2026-12-06', 'trialBegun', 5],
      ['2026-12-06', 'trialCharged', 4],
      ['2026-12-07', 'trialBegun', 2],
    ].map(([day, figure, count]) => ({
      ...{ day: day as string, figure: figure as 'trialBegun', label: 'trial', count: count as number },
      kopecks: 0,
    })),
  );
  const { trialWeeks } = await readAnalytics(server.deps, { from: '2026-12-02', to: '2026-12-07' });
  expect(trialWeeks).toEqual([
    { week: '2026-11-30', begun: 10, charged: 4 },
    { week: '2026-12-07', begun: 2, charged: 0 },
  ]);
});

describe('one customer', () => {
  const START = '2026-12-08T09:00:00.000Z';
  const first = trialPayment({ transactionId: 'p1', recurringPaymentStartAt: START, partner: 'blogger' });
  const charge = trialPayment({ ...first, transactionId: 'p2', role: 'recurrent' });
  const notify = async (accountId: number, key: string, at: string, data: typeof first): Promise<void> => {
    server.clock.set(at);
    await server.db.transaction((tx) =>
      change(tx, accountId, [{ key, at: new Date(at), data }], new Date(at)),
    );
  };

  it('shows their status from day to day', async () => {
    const accountId = await createAccount('vasilisa');
    await notify(accountId, 'a', '2026-12-01T09:00:00.000Z', first);
    await notify(accountId, 'b', START, charge);
    server.clock.set('2026-12-10T09:00:00.000Z');
    const now = server.clock.now();
    await server.db.transaction((tx) =>
      change(tx, accountId, [{ key: 'c', data: { kind: 'cancelled', by: 'customer' } }], now),
    );
    const { steps, total, partners } = await readAnalytics(server.deps, {
      from: '2026-12-01',
      to: '2026-12-11',
    });
    const shown = steps.map(({ from, active, cancelled, paying, movements }) =>
      [from.slice(8), active, cancelled, paying, movements.new.count, movements.canceled.count].join(' '),
    );
    expect(shown).toEqual([
      ...['01 1 0 0 0 0', '02 1 0 0 0 0', '03 1 0 0 0 0', '04 1 0 0 0 0', '05 1 0 0 0 0', '06 1 0 0 0 0'],
      ...['07 1 0 0 0 0', '08 1 0 1 1 0', '09 1 0 1 0 0', '10 0 1 0 0 1', '11 0 1 0 0 0'],
    ]);
    expect(steps[7]?.monthlyKopecks).toBe(charge.recurringPaymentAmountKopecks);
    expect(total).toMatchObject({ trialsBegun: 1, trialsConverted: 1, trialsCharged: 1 });
    expect(total.before.paying).toBe(0);
    expect(total.netKopecks).toBe(charge.amountKopecks);
    expect(total.checks.paid).toEqual({ count: 1, kopecks: first.amountKopecks });
    expect(partners).toEqual([
      {
        prefix: 'blogger',
        trialsBegun: 1,
        trialsConverted: 1,
        paidKopecks: first.amountKopecks + charge.amountKopecks,
        returnedKopecks: 0,
      },
    ]);
    const later = await readAnalytics(server.deps, { from: '2026-12-09', to: '2026-12-09' });
    expect(later.total.before.paying).toBe(1);
    expect(later.total.movements.canceled.count).toBe(0);
  });
});

describe('the endpoint', () => {
  const ask = async (body: Partial<Record<'from' | 'to' | 'step', string>>) => {
    const { accessToken } = await signInStaffAs(server, 'admin');
    return server.call('readAnalytics', { token: accessToken, body: body as never });
  };

  it('returns every day of the period in rubles', async () => {
    const accountId = await createAccount('ivan');
    const paidAt = server.clock.now();
    const data = trialPayment({ transactionId: 'p1', recurringPaymentStartAt: '2027-01-08T09:00:00.000Z' });
    await server.db.transaction((tx) => change(tx, accountId, [{ key: 'a', at: paidAt, data }], paidAt));
    const to = dateInMoscow(paidAt);
    const { status, body } = await ask({ from: addToDay(to, -6), to });
    expect(status).toBe(200);
    expect(body.steps).toHaveLength(7);
    expect(body.steps.at(-1)).toMatchObject({
      ...{ from: to, to, payments: 0, paid: 0, checks: 1, checked: 1, trialsBegun: 1, active: 1 },
    });
    expect(body.total).toMatchObject({ payments: 0, paid: 0, net: 0, checks: 1, checked: 1 });
    expect(body.total.paidByKind).toEqual([{ kind: 'check', payments: 1, paid: 1, returned: 0 }]);
  });

  it.each([
    [{ from: '2026-12-02', to: '2026-12-01' }],
    [{ from: '2026-01-01', to: '2027-01-02' }],
    [{ from: '2026-02-30', to: '2026-03-01' }],
    [{ from: 'yesterday', to: '2026-03-01' }],
    [{ to: '2026-03-01' }],
    [{ from: '2026-02-01', to: '2026-03-01', step: 'year' }],
  ])('rejects %j', async (body) => {
    expect(await ask(body)).toMatchObject({ status: 400, error: { code: 'INVALID_REQUEST' } });
  });

  it('returns a whole leap year', async () => {
    const period = { from: '2028-01-01', to: '2028-12-31' };
    expect(daysBetween(period.from, period.to)).toBe(366);
    expect((await ask(period)).body.steps).toHaveLength(366);
  });
});
