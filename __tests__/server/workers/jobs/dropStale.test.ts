/** Tests the retention periods of expired data, and that the timeline is kept longer. */
import { sql } from 'drizzle-orm';
import { enqueue } from '../../../../src/server/outbox/outbox';
import { accountEvents } from '../../../../src/server/store/schema/accountEvents';
import { outbox } from '../../../../src/server/store/schema/outbox';
import {
  CUSTOMER_ABSOLUTE_MS,
  CUSTOMER_IDLE_MS,
  STAFF_SESSION_MS,
} from '../../../../src/server/usecases/accounts/sessions';
import { EMAIL_LINK_MS } from '../../../../src/server/usecases/signIn/sendSignInEmail';
import { deliverDueOutbox } from '../../../../src/server/workers/delivery/deliverOutbox';
import { dropStale } from '../../../../src/server/workers/jobs/dropStale';
import { DATA_KINDS, SHORTER_PERIODS_DAYS } from '../../../../src/shared/personalData';
import { startTestServer, type TestServer } from '../../../support/server';
import { requestEmail, signInByEmail, signInStaffAs, STAFF_PASSWORD } from '../../../support/signIn';

const DAY = 86_400_000;
const EMAIL = 'vasilisa@example.com';

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});

async function count(table: string): Promise<number> {
  const { rows } = await server.db.execute<{ rows: unknown }>(
    sql.raw(`select count(*) as rows from ${table}`),
  );
  return Number(rows[0]?.rows);
}

/** Returns the number of rows one millisecond before the end of the retention period and at the end of the period. */
async function aroundTheEnd(table: string, ageMs: number): Promise<[number, number]> {
  server.clock.advance(ageMs);
  await dropStale(server.deps);
  const before = await count(table);
  server.clock.advance(1);
  await dropStale(server.deps);
  return [before, await count(table)];
}

it('deletes expired sign-in emails with their one-time tokens after a week', async () => {
  await signInByEmail(server, EMAIL);
  expect(await count('restore_tokens')).toBe(1);
  const ageMs = EMAIL_LINK_MS + DATA_KINDS.signInEmails.retention.days * DAY;
  expect(await aroundTheEnd('email_links', ageMs)).toEqual([1, 0]);
  expect(await count('restore_tokens')).toBe(0);
});

it('deletes a customer session a month after its expiry, and never a valid session', async () => {
  const { accessToken } = await signInByEmail(server, EMAIL);
  server.clock.advance(CUSTOMER_IDLE_MS - 1);
  expect((await server.call('getProfile', { token: accessToken, body: {} })).status).toBe(200);
  server.clock.advance(CUSTOMER_IDLE_MS - 1);
  await dropStale(server.deps);
  expect((await server.call('getProfile', { token: accessToken, body: {} })).status).toBe(200);
  const ageMs = CUSTOMER_IDLE_MS + DATA_KINDS.sessions.retention.days * DAY;
  expect(await aroundTheEnd('customer_sessions', ageMs)).toEqual([1, 0]);
  expect(CUSTOMER_ABSOLUTE_MS).toBeGreaterThan(CUSTOMER_IDLE_MS);
});

it('deletes expired staff credentials: access tokens after a day, sessions after a month', async () => {
  await signInStaffAs(server, 'support');
  server.clock.advance(2 * DAY);
  await dropStale(server.deps);
  expect([await count('staff_access_tokens'), await count('staff_sessions')]).toEqual([0, 1]);
  const ageMs = STAFF_SESSION_MS + DATA_KINDS.staff.retention.days * DAY - 2 * DAY;
  expect(await aroundTheEnd('staff_sessions', ageMs)).toEqual([1, 0]);
  expect(await count('staff_refresh_tokens')).toBe(0);
  expect(await count('staff_audit')).toBeGreaterThan(0);
});

it('deletes finished emails, keeps their delivery result in the timeline, and keeps commands to the provider', async () => {
  await signInByEmail(server, EMAIL);
  server.mailbox.failNext(1000);
  await server.call('sendEmailLink', {
    body: { email: EMAIL, platform: 'web', fcmToken: '', giftKey: null },
  });
  await deliverDueOutbox(server.deps);
  server.clock.advance(EMAIL_LINK_MS);
  await deliverDueOutbox(server.deps);
  await enqueue(server.db, {
    kind: 'provider',
    dedupeKey: 'explain-recurring-payment:cloudPayments:sc_1',
    payload: {
      kind: 'explainRecurringPayment',
      provider: 'cloudPayments',
      accountId: 1,
      recurringPaymentId: 'sc_1',
    },
  });
  await server.db.update(outbox).set({ state: 'delivered', finishedAt: server.clock.now() });
  await server.db
    .update(outbox)
    .set({ state: 'dropped' })
    .where(sql`dedupe_key = 'signIn:2'`);
  await server.db
    .update(outbox)
    .set({ state: 'failed', lastError: 'no such mailbox' })
    .where(sql`dedupe_key = 'signIn:1'`);
  const timeline = async () => {
    await signInStaffAgain();
    const { body } = await server.call('getTimeline', {
      token: staffToken,
      body: { userId: 1, kinds: ['email'] },
    });
    return body.entries.map(({ outcome }) => outcome);
  };
  const told = await timeline();
  expect(told.map((outcome) => outcome?.state)).toEqual(['dropped', 'failed']);
  expect(await aroundTheEnd('outbox', DATA_KINDS.messages.retention.days * DAY)).toEqual([3, 1]);
  expect(
    (await server.db.select().from(outbox).orderBy(outbox.id)).map(({ dedupeKey }) => dedupeKey),
  ).toEqual(['explain-recurring-payment:cloudPayments:sc_1']);
  expect(await timeline()).toEqual(told);
});

let staffToken = '';

async function signInStaffAgain(): Promise<void> {
  const known = await server.call('staffLogin', {
    body: { username: 'support', password: STAFF_PASSWORD },
  });
  staffToken =
    known.status === 200 ? known.body.accessToken : (await signInStaffAs(server, 'support')).accessToken;
}

it('deletes addresses that never became accounts, and nothing of an account', async () => {
  await requestEmail(server, 'ivan@example.com');
  await signInByEmail(server, EMAIL);
  expect(await aroundTheEnd('account_events', SHORTER_PERIODS_DAYS.eventsOfUnknownAddresses * DAY)).toEqual([
    3, 2,
  ]);
  expect((await server.db.select().from(accountEvents)).every(({ accountId }) => accountId === 1)).toBe(true);
});
