/**
 * Tests that each kind of data is deleted at the end of its retention period, and that payments, refunds and totals stay
 * consistent.
 */
import { sql } from 'drizzle-orm';
import { eraseRows } from '../../../../src/server/store/erasure';
import { APP_IDLE_MS } from '../../../../src/server/usecases/accounts/sessions';
import { dropStale } from '../../../../src/server/workers/jobs/dropStale';
import { DATA_KINDS, SHORTER_PERIODS_DAYS } from '../../../../src/shared/personalData';
import { populateAccount } from '../../../support/populatedAccount';
import { startTestServer, type TestServer } from '../../../support/server';

const DAY = 86_400_000;
const YEARS_5 = DATA_KINDS.payments.retention.years;

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});

async function count(table: string, where = 'true'): Promise<number> {
  const { rows } = await server.db.execute<{ rows: unknown }>(
    sql.raw(`select count(*) as rows from ${table} where ${where}`),
  );
  return Number(rows[0]?.rows);
}

const inYears = (years: number): number => {
  const then = server.clock.now();
  then.setUTCFullYear(then.getUTCFullYear() + years);
  return then.getTime() - server.clock.now().getTime();
};

/**
 * Advances the clock to the end of a retention period. Returns the number of rows at the end of the period and one
 * millisecond later.
 */
async function aroundTheEnd(table: string, ageMs: number): Promise<[number, number]> {
  server.clock.advance(ageMs);
  await dropStale(server.deps);
  const atTheEnd = await count(table);
  server.clock.advance(1);
  await dropStale(server.deps);
  return [atTheEnd, await count(table)];
}

const { signInEmails, sessions, connections, timeline, messages } = DATA_KINDS;

it.each([
  ['confirmation_codes', signInEmails.retention.days],
  ['email_changes', signInEmails.retention.days],
  ['email_links', signInEmails.retention.days],
  ['restore_tokens', signInEmails.retention.days],
  ['customer_sessions', sessions.retention.days],
  ['connections', connections.retention.days],
  ['account_events', timeline.retention.days],
  ['bulk_pushes', timeline.retention.days],
  ['bulk_push_devices', timeline.retention.days],
  ['outbox', messages.retention.days],
  ['rejected_addresses', messages.retention.days],
  ['customer_notes', SHORTER_PERIODS_DAYS.removedNotes],
  ['staff_presence', SHORTER_PERIODS_DAYS.staffPresence],
])('deletes rows of %s after %d days', async (table, days) => {
  const at = server.clock.now();
  await populateAccount(server.db, {
    canary: 'anna',
    at,
    changes: {
      outbox: { state: 'delivered', finishedAt: at },
      // A requested deletion keeps its row until it is carried out.
      email_changes: { deletionRequestedAt: null },
    },
  });
  expect(await aroundTheEnd(table, days * DAY)).toEqual([1, 0]);
});

it('deletes a session that an application no longer uses', async () => {
  const at = server.clock.now();
  await populateAccount(server.db, {
    canary: 'anna',
    at,
    changes: { customer_sessions: { revokedAt: null } },
  });
  expect(await aroundTheEnd('customer_sessions', APP_IDLE_MS + sessions.retention.days * DAY)).toEqual([
    1, 0,
  ]);
});

it.each([
  'staff_audit',
  'erasures',
  'trial_cards',
  'consents',
  'gifts',
  'payment_events',
  'receipts',
  'refunds',
  'payment_issues',
])('deletes rows of %s after five years, also of an existing account', async (table) => {
  await populateAccount(server.db, { canary: 'anna', at: server.clock.now() });
  expect(await aroundTheEnd(table, inYears(YEARS_5))).toEqual([1, 0]);
});

it('keeps what the subscription of an existing account is computed from', async () => {
  await populateAccount(server.db, { canary: 'anna', at: server.clock.now() });
  server.clock.advance(inYears(3 * YEARS_5));
  await dropStale(server.deps);
  for (const table of ['ledger_events', 'subscriptions', 'orders', 'accounts', 'devices']) {
    expect([table, await count(table)]).toEqual([table, 1]);
  }
});

it('deletes the payments of a deleted account five years after the last payment, not after the deletion', async () => {
  const at = server.clock.now();
  const { subject } = await populateAccount(server.db, { canary: 'anna', at });
  await server.db.transaction((tx) => eraseRows(tx, subject, new Date(at.getTime() + inYears(2))));
  server.clock.advance(inYears(YEARS_5));
  await dropStale(server.deps);
  for (const table of ['ledger_events', 'subscriptions', 'orders'])
    expect([table, await count(table)]).toEqual([table, 1]);
  server.clock.advance(1);
  await dropStale(server.deps);
  for (const table of ['ledger_events', 'subscriptions', 'orders', 'consents', 'trial_cards'])
    expect([table, await count(table)]).toEqual([table, 0]);
});

it('keeps the payments of a deleted account while a later charge or refund is younger', async () => {
  const at = server.clock.now();
  const { subject } = await populateAccount(server.db, {
    canary: 'anna',
    at,
    changes: { ledger_events: { kind: 'refunded', recordedAt: new Date(at.getTime() + 20 * DAY) } },
  });
  await server.db.transaction((tx) => eraseRows(tx, subject, at));
  server.clock.advance(inYears(YEARS_5) + 20 * DAY);
  await dropStale(server.deps);
  expect([await count('ledger_events'), await count('orders')]).toEqual([1, 1]);
  server.clock.advance(1);
  await dropStale(server.deps);
  expect([await count('ledger_events'), await count('orders')]).toEqual([0, 0]);
});

it('keeps the consent to charges that continue', async () => {
  await populateAccount(server.db, {
    canary: 'anna',
    at: server.clock.now(),
    changes: { subscriptions: { recurring: true } },
  });
  server.clock.advance(inYears(2 * YEARS_5));
  await dropStale(server.deps);
  expect(await count('consents')).toBe(1);
});

it('erases the origin of a consent before the consent', async () => {
  await populateAccount(server.db, { canary: 'anna', at: server.clock.now() });
  server.clock.advance(SHORTER_PERIODS_DAYS.consentOrigins * DAY);
  await dropStale(server.deps);
  expect(await count('consents', "ip <> '' and user_agent <> ''")).toBe(1);
  server.clock.advance(1);
  await dropStale(server.deps);
  expect(await count('consents', "ip = '' and user_agent = ''")).toBe(1);
});

it('keeps a gift that can still be activated', async () => {
  await populateAccount(server.db, {
    canary: 'anna',
    at: server.clock.now(),
    changes: { gifts: { activatedAt: null, activatedBy: null } },
  });
  server.clock.advance(inYears(2 * YEARS_5));
  await dropStale(server.deps);
  expect(await count('gifts')).toBe(1);
});

it('keeps commands to the card provider for five years, because their keys prevent repetition', async () => {
  const at = server.clock.now();
  await populateAccount(server.db, {
    canary: 'anna',
    at,
    changes: { outbox: { kind: 'provider', state: 'delivered', finishedAt: at } },
  });
  expect(await aroundTheEnd('outbox', inYears(YEARS_5))).toEqual([1, 0]);
});
