/** Compares the owner's metrics that the server returns with an independent computation from the raw ledger events. */
import { mergeDailyFigures } from '../../../../src/server/store/dailyFigures';
import { dailyFigures } from '../../../../src/server/store/schema/dailyFigures';
import { ledgerEvents, subscriptions } from '../../../../src/server/store/schema/subscriptions';
import { emailIdentity, openAccount } from '../../../../src/server/usecases/accounts/accounts';
import { change } from '../../../../src/server/usecases/billing/change/change';
import { type Analytics, readAnalytics } from '../../../../src/server/usecases/billing/readAnalytics';
import { addToDay, daysBetween } from '../../../../src/shared/moscowDays';
import { trialPayment } from '../../../support/paymentEvents';
import { arrivalOf, randomHistory } from '../../../support/randomHistory';
import { dateInMoscow, rawFiguresOf, rawFiguresTogether } from '../../../support/rawFigures';
import { seededRandom } from '../../../support/seededRandom';
import { startTestServer, type TestServer } from '../../../support/server';
import { signInStaffAs } from '../../../support/signIn';

const ACCOUNTS = 12;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  server.fakeCardProvider.isSilent = true;
});

const accountOf = async (name: string): Promise<number> =>
  (await openAccount(server.db, server.deps, emailIdentity(`${name}@example.org`))).id;

/** Creates accounts with random histories. The ledger events arrive shuffled, twice and concurrently. */
async function fillSimulation(): Promise<void> {
  const random = seededRandom(7);
  const lives = Array.from({ length: ACCOUNTS }, (_, index) => {
    const events = randomHistory(random).map(({ key, at, data }) => ({
      key: `${String(index)}:${key}`,
      at,
      data:
        'transactionId' in data ? { ...data, transactionId: `${String(index)}-${data.transactionId}` } : data,
    }));
    return { index, arrival: arrivalOf(events, random) };
  });
  await Promise.all(
    lives.map(async ({ index, arrival }) => {
      const accountId = await accountOf(`citizen${String(index)}`);
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
  const raw = rawFiguresTogether(
    accountIds.map((accountId) =>
      rawFiguresOf(
        rows
          .filter((row) => row.accountId === accountId)
          .map(({ eventKey, at, data }) => ({ key: eventKey, at, data })),
      ),
    ),
  );
  const parts = await readAll();
  const totals = parts.map(({ total }) => total);
  const paid = Object.fromEntries(
    parts.flatMap(({ days }) =>
      days.flatMap((day) => (day.paid.kopecks === 0 ? [] : [[day.day, day.paid.kopecks] as const])),
    ),
  );
  expect({
    paid,
    payments: sum(totals.map((total) => total.paid.count)),
    returned: sum(totals.map((total) => total.refunded.kopecks + total.chargedBack.kopecks)),
    chargedBack: sum(totals.map((total) => total.chargedBack.kopecks)),
    failedCharges: sum(totals.map((total) => total.failedCharges)),
    failedFirstPayments: sum(totals.map((total) => total.failedFirstPayments)),
    trialsBegun: sum(totals.map((total) => total.trialsBegun)),
    trialsConverted: sum(totals.map((total) => total.trialsConverted)),
    giftsUsed: sum(totals.map((total) => total.giftsUsed)),
  }).toEqual(raw);
  // The number of accounts per subscription status must match the stored subscriptions.
  const stored = await server.db.select().from(subscriptions);
  const last = parts.at(-1)?.days.at(-1);
  const ofStatus = (status: string): number => stored.filter((row) => row.status === status).length;
  expect([last?.active, last?.cancelled, last?.gifted]).toEqual([
    ofStatus('ACTIVE'),
    ofStatus('CANCELED'),
    ofStatus('GIFTED'),
  ]);
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
    const accountId = await accountOf('vasilisa');
    await notify(accountId, 'a', '2026-12-01T09:00:00.000Z', first);
    await notify(accountId, 'b', START, charge);
    server.clock.set('2026-12-10T09:00:00.000Z');
    const now = server.clock.now();
    await server.db.transaction((tx) =>
      change(tx, accountId, [{ key: 'c', data: { kind: 'cancelled', by: 'customer' } }], now),
    );
    const { days, total, partners } = await readAnalytics(server.deps, {
      from: '2026-12-01',
      to: '2026-12-11',
    });
    const shown = days.map(({ day, active, cancelled, paying, joined, left }) =>
      [day.slice(8), active, cancelled, paying, joined, left].join(' '),
    );
    expect(shown).toEqual([
      ...['01 1 0 0 0 0', '02 1 0 0 0 0', '03 1 0 0 0 0', '04 1 0 0 0 0', '05 1 0 0 0 0', '06 1 0 0 0 0'],
      ...['07 1 0 0 0 0', '08 1 0 1 1 0', '09 1 0 1 0 0', '10 0 1 0 0 1', '11 0 1 0 0 0'],
    ]);
    expect(days[7]?.monthlyKopecks).toBe(charge.recurringPaymentAmountKopecks);
    expect(total).toMatchObject({ trialsBegun: 1, trialsConverted: 1, trialsCharged: 1, payingBefore: 0 });
    expect(total.netKopecks).toBe(first.amountKopecks + charge.amountKopecks);
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
    expect(later.total).toMatchObject({ payingBefore: 1, left: 0 });
  });
});

describe('the endpoint', () => {
  const ask = async (body: Partial<Record<'from' | 'to', string>>) => {
    const { accessToken } = await signInStaffAs(server, 'admin');
    return server.call('readAnalytics', { token: accessToken, body: body as never });
  };

  it('returns every day of the period in rubles', async () => {
    const accountId = await accountOf('ivan');
    const paidAt = server.clock.now();
    const data = trialPayment({ transactionId: 'p1', recurringPaymentStartAt: '2027-01-08T09:00:00.000Z' });
    await server.db.transaction((tx) => change(tx, accountId, [{ key: 'a', at: paidAt, data }], paidAt));
    const to = dateInMoscow(paidAt);
    const { status, body } = await ask({ from: addToDay(to, -6), to });
    expect(status).toBe(200);
    expect(body.days).toHaveLength(7);
    expect(body.days.at(-1)).toMatchObject({ day: to, payments: 1, paid: 1, trialsBegun: 1, active: 1 });
    expect(body.total).toMatchObject({ payments: 1, paid: 1, net: 1 });
    expect(body.total.paidByKind).toEqual([{ kind: 'check', payments: 1, paid: 1 }]);
  });

  it.each([
    [{ from: '2026-12-02', to: '2026-12-01' }],
    [{ from: '2026-01-01', to: '2027-01-02' }],
    [{ from: '2026-02-30', to: '2026-03-01' }],
    [{ from: 'yesterday', to: '2026-03-01' }],
    [{ to: '2026-03-01' }],
  ])('rejects %j', async (body) => {
    expect(await ask(body)).toMatchObject({ status: 400, error: { code: 'INVALID_REQUEST' } });
  });

  it('returns a whole leap year', async () => {
    const period = { from: '2028-01-01', to: '2028-12-31' };
    expect(daysBetween(period.from, period.to)).toBe(366);
    expect((await ask(period)).body.days).toHaveLength(366);
  });
});
