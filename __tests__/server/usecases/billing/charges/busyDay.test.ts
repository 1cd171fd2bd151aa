/**
 * Tests how many requests and how much memory a day with many payments at YooKassa takes: one charge with an unknown
 * outcome, and the hourly poll for lost payments. `npm run prove -- busyDay` runs it with 100 000 payments.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { eq, sql } from 'drizzle-orm';
import { yooKassaPayments } from '../../../../../src/server/sandbox/schema/yooKassa';
import { requestedPayments } from '../../../../../src/server/store/schema/requestedPayments';
import { findSubscription } from '../../../../../src/server/store/subscriptions';
import { runDueCharges } from '../../../../../src/server/usecases/billing/charges/runDueCharges';
import { readState } from '../../../../../src/server/usecases/billing/ledger/change';
import { reconcileRefunds } from '../../../../../src/server/usecases/billing/refunds/reconcileRefunds';
import { runAlone } from '../../../../support/runAlone';
import {
  startYooKassaServer,
  type YooKassaCustomer,
  type YooKassaServer,
} from '../../../../support/yooKassaServer';

const PAYMENTS = Number(process.env['BUSY_DAY_PAYMENTS'] ?? '1500');
const PAGE = 100;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const REQUESTS_MAX = 10;
const MEMORY_MAX_MB = 20;
/** Id of a payment whose notification was lost. */
const LOST = 'lost';
/** Number of requests between two measurements of the memory. */
const MEASURED_EVERY = 50;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Returns the memory that is in use after a garbage collection, in MB. */
function usedMb(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

let server: YooKassaServer;
let customer: YooKassaCustomer;
let orderId: string;

/** Stores payments of other customers at YooKassa, which were made evenly in the last 24 hours. */
const addPayments = (): Promise<unknown> =>
  server.fakeDb.execute(sql`
    insert into sandbox_yookassa_payments
      (id, status, amount_kopecks, refunded_kopecks, capture, saved, method_id, card, metadata, has_receipt, created_at, captured_at)
    select 'busy-' || n, 'succeeded', 44900, 0, true, true, 'busy-' || n,
      '{"first6":"555555","last4":"4444","expiryMonth":"12","expiryYear":"2030","cardType":"MasterCard"}'::jsonb,
      jsonb_build_object('orderId', 'other-' || n), false, at, at
    from (select n, ${server.clock.now().toISOString()}::timestamptz
      - n * interval '1 day' / ${PAYMENTS}::int as at from generate_series(1, ${PAYMENTS}::int) as n) as made`);

/** Counts the requests to YooKassa and measures the most memory above idle, in MB, until it is called again. */
function measure(): () => { requests: number; memoryMb: number } {
  const idle = usedMb();
  let [requests, memoryMb] = [0, 0];
  server.before(() => {
    requests += 1;
    if (requests % MEASURED_EVERY === 0) memoryMb = Math.max(memoryMb, usedMb() - idle);
    return Promise.resolve();
  });
  return () => {
    server.before(null);
    memoryMb = Math.max(memoryMb, usedMb() - idle);
    process.stdout.write(
      `${PAYMENTS} payments: ${requests} requests, ${memoryMb.toFixed(1)} MB above idle\n`,
    );
    return { requests, memoryMb };
  };
}

const isLostKnown = async (): Promise<boolean> =>
  (await readState(server.db, customer.id)).state.payments.some(
    ({ transactionId }) => transactionId === LOST,
  );

beforeEach(async () => {
  server = await startYooKassaServer();
  customer = await server.customer('payer@example.org');
  orderId = await customer.subscribe(undefined, { fullPrice: true });
  const { nextChargeAt } = await findSubscription(server.db, customer.id);
  const due = nextChargeAt?.getTime() ?? NaN;
  server.clock.set(new Date(due - 3 * DAY_MS + MINUTE_MS));
  await server.settle();
  server.clock.set(new Date(due + MINUTE_MS));
  await addPayments();
  await server.fake.change({ drop: true });
}, 300_000);

it.each(['errorAfter', 'errorBefore'] as const)(
  'learns the unknown outcome of one charge with few requests after %s',
  async (fault) => {
    await server.fake.change({ faults: [fault] });
    await runAlone(runDueCharges, server.deps);
    const charges = () =>
      server.db.select().from(requestedPayments).where(eq(requestedPayments.kind, 'charge'));
    expect(await charges()).toMatchObject([{ outcome: null }]);
    server.clock.advance(11_000);
    const measured = measure();
    await runAlone(runDueCharges, server.deps);
    const { requests, memoryMb } = measured();
    expect(await charges()).toMatchObject([{ outcome: 'completed' }]);
    expect(requests).toBeLessThanOrEqual(REQUESTS_MAX);
    expect(memoryMb).toBeLessThan(MEMORY_MAX_MB);
  },
  900_000,
);

it('finds a payment whose notification was lost page by page, and continues after HTTP 429 where it was', async () => {
  await runAlone(runDueCharges, server.deps);
  const [paid] = await server.fakeDb
    .select()
    .from(yooKassaPayments)
    .where(sql`metadata ->> 'order_id' = ${orderId} and id = method_id`);
  if (paid === undefined) throw new Error('the order was not paid');
  const madeAt = new Date(server.clock.now().getTime() - 23 * 60 * MINUTE_MS);
  await server.fakeDb
    .insert(yooKassaPayments)
    .values({ ...paid, id: LOST, methodId: LOST, createdAt: madeAt, capturedAt: madeAt });
  server.clock.advance(6 * MINUTE_MS);
  const pages = Math.ceil(PAYMENTS / PAGE);
  const failsAt = Math.ceil(pages / 2);
  let lists = 0;
  let fails = true;
  server.instead((request) => {
    if (!new URL(request.url).pathname.endsWith('/payments')) return null;
    lists += 1;
    if (!fails || lists !== failsAt) return null;
    fails = false;
    return Response.json({ type: 'error', code: 'too_many_requests', retry_after: 600_000 }, { status: 429 });
  });
  server.deps.memory.refundPolls.clear();
  const measured = measure();
  await runAlone(reconcileRefunds, server.deps);
  expect(lists).toBe(failsAt);
  expect(await isLostKnown()).toBe(false);
  server.clock.advance(9 * MINUTE_MS);
  await runAlone(reconcileRefunds, server.deps);
  expect(lists).toBe(failsAt);
  server.clock.advance(2 * MINUTE_MS);
  await runAlone(reconcileRefunds, server.deps);
  const { memoryMb } = measured();
  expect(lists).toBeGreaterThan(pages);
  expect(lists).toBeLessThanOrEqual(pages + 4);
  expect(memoryMb).toBeLessThan(MEMORY_MAX_MB);
  await runAlone(reconcileRefunds, server.deps);
  expect(lists).toBeLessThanOrEqual(pages + 4);
  expect(await isLostKnown()).toBe(true);
}, 900_000);
