/**
 * Tests that the stored subscription status is updated as time passes, because searches and lists read the stored status
 * instead of the ledger.
 */
import { eq } from 'drizzle-orm';
import { addDays } from '../../../../src/server/domain/billing/billingCalendar';
import { CHARGE_GRACE_DAYS } from '../../../../src/server/domain/billing/chargeDates';
import { accountEvents } from '../../../../src/server/store/schema/accountEvents';
import { outbox } from '../../../../src/server/store/schema/outbox';
import { subscriptions } from '../../../../src/server/store/schema/subscriptions';
import { makeForgottenEndsDue } from '../../../../src/server/store/subscriptions';
import { emailIdentity, openAccount } from '../../../../src/server/usecases/accounts/accounts';
import { grantGiftMonths } from '../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { deliverDueOutbox } from '../../../../src/server/workers/delivery/deliverOutbox';
import { nextJobDueAt, runDueJobs } from '../../../../src/server/workers/jobs/startJobs';
import { cardCustomer } from '../../../support/cardCustomer';
import { startTestServer, type TestServer } from '../../../support/server';

let server: TestServer;

const stored = async () => (await server.db.select().from(subscriptions))[0]?.status;

test('a subscription without a reported charge ends in its status, the timeline, an email and at the provider', async () => {
  server = await startTestServer();
  const customer = await cardCustomer(server, 'silent@example.org');
  await customer.subscribe();
  const lapse = addDays(new Date(customer.order.recurringPayment.startDate), CHARGE_GRACE_DAYS);
  server.clock.set(new Date(lapse.getTime() - 1));
  await runDueJobs(server.deps);
  expect(await stored()).toBe('ACTIVE');
  server.clock.set(lapse);
  await runDueJobs(server.deps);
  await deliverDueOutbox(server.deps);
  expect(await stored()).toBe('EXPIRED');
  const entries = (await server.db.select().from(accountEvents).orderBy(accountEvents.id)).map(
    ({ details }) => details,
  );
  expect(entries).toContainEqual({ action: 'lapsed', orderId: customer.order.id });
  expect(entries).toContainEqual(expect.objectContaining({ action: 'changed', cause: 'lapsed' }));
  expect(entries).toContainEqual({ action: 'subscriptionEnded' });
  const commands = await server.db.select().from(outbox).where(eq(outbox.kind, 'provider'));
  expect(commands.map(({ dedupeKey }) => dedupeKey)).toContainEqual(
    expect.stringMatching(`^cancel-recurring-payment:${customer.order.id}:`),
  );
  await runDueJobs(server.deps);
  expect(await server.db.select().from(accountEvents)).toHaveLength(entries.length);
});

test('a renewal that an earlier version left without an end ends after the upgrade', async () => {
  server = await startTestServer();
  const customer = await cardCustomer(server, 'forgotten@example.org');
  await customer.subscribe();
  const lapse = addDays(new Date(customer.order.recurringPayment.startDate), CHARGE_GRACE_DAYS);
  server.clock.set(addDays(lapse, 30));
  await server.db.update(subscriptions).set({ status: 'EXPIRED', statusChangesAt: null });
  await makeForgottenEndsDue(server.db, server.clock.now());
  await runDueJobs(server.deps);
  const [row] = await server.db.select().from(subscriptions);
  expect(row).toMatchObject({ status: 'EXPIRED', recurring: false, statusChangesAt: null });
  // The email waits for the command that ends the renewal, and is postponed by a second if the command takes long.
  server.clock.advance(2_000);
  await deliverDueOutbox(server.deps);
  const emails = server.mailbox.emailsTo('forgotten@example.org').map(({ subject }) => subject);
  expect(emails.filter((subject) => /остановлена/.test(subject))).toHaveLength(1);
});

describe('prepaid time', () => {
  beforeEach(async () => {
    server = await startTestServer({ start: '2026-01-31T12:00:00.000Z' });
    const { db, deps, clock } = server;
    const { id: accountId } = await openAccount(db, deps, emailIdentity('gifted@example.org'));
    await db.transaction((tx) =>
      grantGiftMonths(tx, deps, { accountId, months: 1, giftId: 1, at: clock.now() }),
    );
    await deliverDueOutbox(deps);
  });

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
});
