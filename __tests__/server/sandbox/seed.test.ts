import { sql } from 'drizzle-orm';
import { demoCustomer } from '../../../src/server/sandbox/demoCustomers';
import type { Database } from '../../../src/server/store/database';
import { openSandboxTestDatabase } from '../../support/database';
import { type SandboxServer, startSandboxServer } from '../../support/sandboxServer';

let db: Database;
let server: SandboxServer;

beforeEach(async () => {
  db = await openSandboxTestDatabase();
  server = await startSandboxServer(db);
});

afterEach(async () => {
  await server.settled();
  expect(server.errors).toEqual([]);
});

const seed = (customers: unknown) => server.post('/sandbox/api/seed', { customers });

async function statuses(): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ status: string; customers: number }>(
    sql`select coalesce(s.status, 'NOT_ACTIVE') as status, count(*)::int as customers
        from accounts a left join subscriptions s on s.account_id = a.id group by 1`,
  );
  return Object.fromEntries(rows.map(({ status, customers }) => [status, customers]));
}

async function readStatus(number: number): Promise<unknown> {
  const { email } = demoCustomer(number);
  const { accessToken } = (await server.post('/sandbox/api/sessions', { email })).body as {
    accessToken: string;
  };
  const response = await server.fetch('/api/profile', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${accessToken}` },
    body: '{}',
  });
  return ((await response.json()) as { userInfo: { subscriptionStatus: string } }).userInfo
    .subscriptionStatus;
}

test('a few demo customers cover every status', async () => {
  expect((await seed(12)).body).toEqual({ customers: 12, created: 12 });
  expect(await statuses()).toEqual({ ACTIVE: 4, CANCELED: 2, EXPIRED: 3, GIFTED: 1, NOT_ACTIVE: 2 });
});

test('the timeline of a demo customer contains the reason of each status', async () => {
  await seed(12);
  const { rows } = await db.execute<{ email: string; from: string; to: string; cause: string }>(sql`
    select a.email, e.details->>'from' as "from", e.details->>'to' as "to", e.details->>'cause' as cause
      from account_events e join accounts a on a.id = e.account_id
     where e.kind = 'status' order by e.at, e.id`);
  const listTurns = (number: number) =>
    rows
      .filter(({ email }) => email === demoCustomer(number).email)
      .map(({ from, to, cause }) => [from, to, cause].join(' '));
  const begun = 'NOT_ACTIVE ACTIVE paymentSucceeded';
  expect(listTurns(0)).toEqual([begun]);
  expect(listTurns(1)).toEqual([begun]);
  expect(listTurns(2)).toEqual(['NOT_ACTIVE GIFTED giftGranted']);
  expect(listTurns(3)).toEqual([begun, 'ACTIVE CANCELED recurringPaymentChanged']);
  expect(listTurns(8)).toEqual(['NOT_ACTIVE GIFTED giftGranted', 'GIFTED EXPIRED time']);
});

test('no email about a past event of a demo customer is sent', async () => {
  await seed(12);
  await server.settled();
  const emails = (await server.get('/sandbox/api/mail')).body as { to: string }[];
  // The only email is the notice about the charge on the day after tomorrow.
  expect(emails.map(({ to }) => to)).toEqual([demoCustomer(7).email]);
});

test('the metrics of demo customers match the ledger', async () => {
  await seed(3000);
  const { rows } = await db.execute<{ what: string; sum: number }>(sql`
    select 'paid' as what, sum((data->>'amountKopecks')::int)::int as sum
      from ledger_events where kind = 'paymentSucceeded'
    union all select 'figures', sum(kopecks)::int from daily_figures where figure = 'paid'
    union all select 'active', count(*)::int from subscriptions where status = 'ACTIVE'
    union all select 'standing', sum(count)::int from daily_figures where figure = 'status' and label = 'ACTIVE'`);
  const sums = Object.fromEntries(rows.map(({ what, sum }) => [what, sum]));
  expect(sums['paid']).toBeGreaterThan(0);
  expect(sums['figures']).toBe(sums['paid']);
  expect(sums['active']).toBeGreaterThan(0);
  expect(sums['standing']).toBe(sums['active']);
});

test('a repeated seeding adds no customer, and a larger seeding adds only the rest', async () => {
  await seed(5);
  expect((await seed(5)).body).toEqual({ customers: 5, created: 0 });
  expect((await seed(8)).body).toEqual({ customers: 8, created: 3 });
  const responses = await Promise.all([seed(20), seed(20)]);
  expect(responses.reduce((sum, { body }) => sum + (body as { created: number }).created, 0)).toBe(12);
});

test('the same number gives the same customer, and all customers differ', () => {
  const customers = Array.from({ length: 5000 }, (_, number) => demoCustomer(number));
  expect(demoCustomer(77)).toEqual(customers[77]);
  expect(new Set(customers.map(({ email }) => email)).size).toBe(5000);
  expect(new Set(customers.map(({ uid }) => uid)).size).toBe(5000);
  expect(customers.every(({ email }) => email.endsWith('.example'))).toBe(true);
});

test('a large seeding covers every status', async () => {
  expect((await seed(3000)).body).toEqual({ customers: 3000, created: 3000 });
  const counted = await statuses();
  expect(Object.values(counted).reduce((sum, count) => sum + count, 0)).toBe(3000);
  expect(Object.keys(counted).sort()).toEqual(['ACTIVE', 'CANCELED', 'EXPIRED', 'GIFTED', 'NOT_ACTIVE']);
});

test('time affects demo customers like other customers', async () => {
  await seed(12);
  expect(await readStatus(0)).toBe('ACTIVE');
  expect(await readStatus(3)).toBe('CANCELED');
  await server.post('/sandbox/api/clock', { advance: 'P1M' });
  // The demo customer was charged at the end of the trial.
  expect(await readStatus(0)).toBe('ACTIVE');
  expect(await readStatus(1)).toBe('ACTIVE');
  expect(await readStatus(3)).toBe('EXPIRED');
  // The card of the demo customer has no money, so the recurring payment ended after its retries.
  expect(await readStatus(7)).toBe('EXPIRED');
});

test('an active demo customer can cancel', async () => {
  await seed(12);
  const { email } = demoCustomer(1);
  const { accessToken } = (await server.post('/sandbox/api/sessions', { email })).body as {
    accessToken: string;
  };
  const response = await server.fetch('/api/subscriptions/cancel', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${accessToken}` },
    body: '{}',
  });
  expect(await response.json()).toMatchObject({ success: true });
  await server.post('/sandbox/api/clock', { advance: 'P1M' });
  expect(await readStatus(1)).toBe('EXPIRED');
});

test.each([0, -1, 1.5, 100_001, '12', null, undefined])(
  'rejects a seeding of %p customers',
  async (customers) => {
    const { status, body } = await seed(customers);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code: 'INVALID_REQUEST', fields: ['customers'] } });
  },
);
