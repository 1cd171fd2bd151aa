/** The stored status follows time: searches and lists read it without folding anything. */
import { grantGiftMonths } from '../../../src/server/billing/usecases/grantGiftMonths';
import { deliverDueOutbox } from '../../../src/server/delivery/deliverOutbox';
import { nextJobDueAt, runDueJobs } from '../../../src/server/jobs/startJobs';
import { subscriptions } from '../../../src/server/store/schema/subscriptions';
import { emailIdentity, openAccount } from '../../../src/server/usecases/accounts/accounts';
import { startTestServer, type TestServer } from '../../support/server';

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer({ start: '2026-01-31T12:00:00.000Z' });
  const { db, deps, clock } = server;
  const { id: accountId } = await openAccount(db, deps, emailIdentity('gifted@example.org'));
  await db.transaction((tx) =>
    grantGiftMonths(tx, deps, { accountId, months: 1, giftId: 1, at: clock.now() }),
  );
  await deliverDueOutbox(deps);
});

const stored = async () => (await server.db.select().from(subscriptions))[0]?.status;

test('GIFTED turns EXPIRED at its end and not a millisecond before', async () => {
  const end = new Date('2026-02-28T12:00:00.000Z');
  expect(await nextJobDueAt(server.db)).toEqual(end);
  server.clock.set(new Date(end.getTime() - 1));
  await runDueJobs(server.deps);
  expect(await stored()).toBe('GIFTED');
  server.clock.set(end);
  await runDueJobs(server.deps);
  expect(await stored()).toBe('EXPIRED');
  expect(await nextJobDueAt(server.db)).toBeNull();
});

test('the same gift counts once', async () => {
  const { db, deps, clock } = server;
  const [row] = await db.select().from(subscriptions);
  await db.transaction((tx) =>
    grantGiftMonths(tx, deps, { accountId: row!.accountId, months: 1, giftId: 1, at: clock.now() }),
  );
  expect((await db.select().from(subscriptions))[0]?.accessUntil).toEqual(row!.accessUntil);
});
