/**
 * Tests when the server corrects the day of the month from which months are counted: in the transaction of the payment, or
 * by a job for subscriptions that an earlier version recorded, but never while an earlier version uses the database.
 */
import { asc, eq } from 'drizzle-orm';
import pg from 'pg';
import { findSessions, mayEarlierVersionsRun } from '../../../../../src/server/store/earlierVersions';
import { accounts } from '../../../../../src/server/store/schema/accounts';
import { schemaState } from '../../../../../src/server/store/schema/schemaState';
import { ledgerEvents, subscriptions } from '../../../../../src/server/store/schema/subscriptions';
import { anchorMonths } from '../../../../../src/server/usecases/billing/ledger/anchorMonths';
import { change, readState } from '../../../../../src/server/usecases/billing/ledger/change';
import { runDueJobs } from '../../../../../src/server/workers/jobs/startJobs';
import { onPostgres, testDatabaseUrl } from '../../../../support/database';
import { instanceWith, startTestServer, type TestServer } from '../../../../support/server';
import { at, cancelled, charge, gift, renewal } from '../../../../support/subscriptionHistory';

const MINUTE = 60_000;

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});

async function newAccount(): Promise<number> {
  const [row] = await server.db
    .insert(accounts)
    .values({ uid: 'u-1', email: 'payer@example.org', providerId: 'email', createdAt: at('2027-01-01') })
    .returning({ id: accounts.id });
  return row?.id ?? 0;
}

/** Records events at their time, as the notifications of the card provider do. */
async function record(accountId: number, ...events: ReturnType<typeof renewal>[]): Promise<void> {
  for (const event of events) {
    server.clock.set(event.at);
    await server.db.transaction((tx) => change(tx, accountId, [event], event.at));
  }
}

async function earlierVersionsRun(): Promise<void> {
  await server.db.insert(schemaState).values({ id: 1, oldestVersion: '1.0.0', earlierVersionsRun: true });
}

const readKinds = async (accountId: number): Promise<string[]> =>
  (
    await server.db
      .select({ kind: ledgerEvents.kind })
      .from(ledgerEvents)
      .where(eq(ledgerEvents.accountId, accountId))
      .orderBy(asc(ledgerEvents.id))
  ).map(({ kind }) => kind);

const readNextCharge = async (accountId: number): Promise<Date | null | undefined> =>
  (await server.db.select().from(subscriptions).where(eq(subscriptions.accountId, accountId)))[0]
    ?.nextChargeAt;

it('corrects a purchase in the transaction of its payment, and charges on 28 February, 31 March and 30 April', async () => {
  const id = await newAccount();
  await record(id, renewal('2027-01-31', '2027-02-28'));
  expect(await readKinds(id)).toEqual(['paymentSucceeded', 'monthsAnchored']);
  expect(await readNextCharge(id)).toEqual(at('2027-02-28'));
  await record(id, charge('2027-02-28'));
  expect(await readNextCharge(id)).toEqual(at('2027-03-31'));
  await record(id, charge('2027-03-31'));
  expect(await readNextCharge(id)).toEqual(at('2027-04-30'));
  expect(await readKinds(id)).toHaveLength(4);
});

it('records no event for days that no month lacks', async () => {
  const id = await newAccount();
  await record(id, renewal('2027-01-28', '2027-02-28'), charge('2027-02-28'));
  await record(id, cancelled('2027-03-01'), renewal('2027-05-31', '2027-06-30', 'o-2'));
  expect((await readKinds(id)).filter((kind) => kind === 'monthsAnchored')).toHaveLength(1);
});

describe('while an earlier version may be running', () => {
  const EVENTS = [renewal('2027-01-31', '2027-02-28'), charge('2027-02-28')];
  let id: number;

  beforeEach(async () => {
    await earlierVersionsRun();
    id = await newAccount();
    await record(id, ...EVENTS);
  });

  it('counts as that version does, also for gifts', async () => {
    expect(await readNextCharge(id)).toEqual(at('2027-03-28'));
    await record(id, gift('2027-03-05', 1));
    expect(await readNextCharge(id)).toEqual(at('2027-04-28'));
    expect(await readKinds(id)).toEqual(['paymentSucceeded', 'paymentSucceeded', 'giftGranted']);
  });

  it('records one event afterwards, moves the charge at the card provider, and repeats nothing', async () => {
    server.clock.set('2027-03-10T12:00:00.000Z');
    for (let minute = 0; minute < 30; minute += 1) {
      await anchorMonths(server.deps);
      server.clock.set(new Date(server.clock.now().getTime() + MINUTE));
    }
    expect(await mayEarlierVersionsRun(server.db)).toBe(false);
    expect(await readKinds(id)).toEqual(['paymentSucceeded', 'paymentSucceeded', 'monthsAnchored']);
    expect(await readNextCharge(id)).toEqual(at('2027-03-31'));
    const { state } = await readState(server.db, id);
    expect(state.accessUntil).toEqual(at('2027-03-31'));
    expect(state.commands).toEqual([
      expect.objectContaining({
        kind: 'moveRecurringPayment',
        nextChargeAt: at('2027-03-31').toISOString(),
      }),
    ]);
    await anchorMonths(instanceWith(server.deps, {}));
    expect(await readKinds(id)).toHaveLength(3);
  });

  it('keeps a charge that is announced, and follows the day after it', async () => {
    server.clock.set('2027-03-25T12:00:00.000Z');
    await runDueJobs(server.deps);
    server.clock.set('2027-03-26T12:00:00.000Z');
    await anchorMonths(server.deps);
    server.clock.set('2027-03-26T12:15:00.000Z');
    await anchorMonths(server.deps);
    expect((await readKinds(id)).at(-1)).toBe('monthsAnchored');
    expect(await readNextCharge(id)).toEqual(at('2027-03-28'));
    await record(id, charge('2027-03-28'));
    expect(await readNextCharge(id)).toEqual(at('2027-04-30'));
    const { state } = await readState(server.db, id);
    for (const [index, { from }] of state.segments.slice(1).entries())
      expect(from).toEqual(state.segments[index]?.until);
  });
});

if (onPostgres) {
  it('finds the sessions of version 1.1.0, which have no name, and waits for ten minutes without one', async () => {
    await earlierVersionsRun();
    expect(await findSessions(server.db)).toBe('none');
    const id = await newAccount();
    await record(id, renewal('2027-01-31', '2027-02-28'), charge('2027-02-28'));
    const pass = async (minutes: number): Promise<boolean> => {
      server.clock.set(new Date(server.clock.now().getTime() + minutes * MINUTE));
      await anchorMonths(server.deps);
      return mayEarlierVersionsRun(server.db);
    };
    const earlier = new pg.Client({ connectionString: testDatabaseUrl() });
    await earlier.connect();
    expect(await pass(0)).toBe(true);
    expect(await pass(60)).toBe(true);
    await earlier.end();
    while ((await findSessions(server.db)) !== 'none') await new Promise((done) => setTimeout(done, 20));
    expect(await pass(1)).toBe(true);
    expect(await pass(9)).toBe(true);
    expect(await readKinds(id)).not.toContain('monthsAnchored');
    expect(await pass(1)).toBe(false);
    expect(await readKinds(id)).toContain('monthsAnchored');
    // The upgrade is reverted, so a new instance finds an earlier version again.
    const again = new pg.Client({ connectionString: testDatabaseUrl() });
    await again.connect();
    expect(await pass(1)).toBe(true);
    await again.end();
  });

  it('ignores the tools of PostgreSQL', async () => {
    for (const name of ['psql', 'pg_dump', 'prosvet 1.2.0']) {
      const client = new pg.Client({ connectionString: testDatabaseUrl(), application_name: name });
      await client.connect();
      expect(await findSessions(server.db)).toBe('none');
      await client.end();
    }
  });
} else {
  it('knows that nothing else uses the embedded database', async () => {
    expect(await findSessions(server.db)).toBe('embedded');
  });
}
