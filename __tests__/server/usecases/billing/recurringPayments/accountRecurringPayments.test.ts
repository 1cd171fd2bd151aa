/**
 * Tests how the server finds the order that started a recurring payment of the card provider, and how the server records
 * the state of the recurring payment.
 */
import { eq } from 'drizzle-orm';
import type { ProviderRecurringPayment } from '../../../../../src/server/ports/cardProvider';
import { findAccountById } from '../../../../../src/server/store/accounts';
import { findOrder } from '../../../../../src/server/store/orders';
import { orders } from '../../../../../src/server/store/schema/orders';
import { paymentEvents } from '../../../../../src/server/store/schema/subscriptions';
import {
  readRecurringPayments,
  recordRecurringPayment,
  recurringPaymentEventData,
} from '../../../../../src/server/usecases/billing/recurringPayments/accountRecurringPayments';
import { deliverDueOutbox } from '../../../../../src/server/workers/delivery/deliverOutbox';
import { type CardCustomer, cardCustomer } from '../../../../support/cardCustomer';
import { CHECK } from '../../../../support/notificationExamples';
import { addSeconds } from '../../../../support/offer';
import { PROVIDER } from '../../../../support/paymentEvents';
import { startTestServer, type TestServer } from '../../../../support/server';

const DAY_SECONDS = 86_400;

let server: TestServer;
let customer: CardCustomer;

/** Sets up a customer who has paid an order whose recurring payment the server does not know. */
beforeEach(async () => {
  server = await startTestServer();
  customer = await cardCustomer(server, 'payer@example.org');
  await customer.notify('check', { ...customer.first(), Status: CHECK.Status });
  await customer.notify('pay', customer.first());
  await deliverDueOutbox(server.deps);
});

/** Adds a recurring payment that starts `seconds` after the start in the order's terms. */
function reported(id: string, seconds: number): void {
  const known = customer.recurringPayment();
  server.fakeCardProvider.recurringPayments.push({
    ...known,
    id,
    startAt: addSeconds(known.startAt, seconds),
  });
}

/** Adds a second paid order whose terms start the given number of seconds later. */
async function orderAgain(seconds: number): Promise<void> {
  const [row] = await server.db.select().from(orders).where(eq(orders.id, customer.order.id));
  if (row === undefined) throw new Error('the customer has no order');
  await server.db.insert(orders).values({
    ...row,
    id: 'again',
    paidTransactionId: 'again',
    recurringPaymentStartAt: addSeconds(row.recurringPaymentStartAt, seconds),
  });
}

async function read() {
  const account = await findAccountById(server.db, customer.id);
  if (account === null) throw new Error('the customer has no account');
  const deps = { ...server.deps, cardProvider: server.fakeCardProvider };
  const { recurringPayments } = await readRecurringPayments(deps, account);
  return recurringPayments.map(({ recurringPayment, orderId, origin }) => [
    recurringPayment.id,
    origin,
    orderId,
  ]);
}

const linked = async (orderId = customer.order.id) =>
  (await findOrder(server.db, orderId))?.recurringPaymentId ?? null;

test('a recurring payment that starts at the second of an order belongs to the order', async () => {
  reported('sc_exact', 0);
  expect(await read()).toEqual([['sc_exact', 'order', customer.order.id]]);
  expect(await linked()).toBe('sc_exact');
});

test('the only recurring payment near the only paid order belongs to the order', async () => {
  reported('sc_near', DAY_SECONDS);
  expect(await read()).toEqual([['sc_near', 'order', customer.order.id]]);
  expect(await linked()).toBe('sc_near');
});

test('a recurring payment more than a day apart belongs to no order', async () => {
  reported('sc_far', DAY_SECONDS + 1);
  expect(await read()).toEqual([['sc_far', 'unknown', null]]);
  expect(await linked()).toBeNull();
});

test('if two recurring payments are near an order, neither belongs to the order', async () => {
  reported('sc_one', 60);
  reported('sc_other', 120);
  expect(await read()).toEqual([
    ['sc_one', 'unknown', null],
    ['sc_other', 'unknown', null],
  ]);
  expect(await linked()).toBeNull();
});

test('a recurring payment near two paid orders belongs to neither', async () => {
  await orderAgain(60);
  reported('sc_near', 30);
  expect(await read()).toEqual([['sc_near', 'unknown', null]]);
  expect([await linked(), await linked('again')]).toEqual([null, null]);
});

test('a second recurring payment near an order that has one belongs to no order', async () => {
  reported('sc_exact', 0);
  reported('sc_near', 60);
  expect(await read()).toEqual([
    ['sc_exact', 'order', customer.order.id],
    ['sc_near', 'unknown', null],
  ]);
  expect(await linked()).toBe('sc_exact');
});

test('the state of a recurring payment is recorded once, and ends the subscription', async () => {
  reported('sc_exact', 0);
  await read();
  const over: ProviderRecurringPayment = {
    ...customer.recurringPayment(),
    id: 'sc_exact',
    state: 'cancelled',
    nextChargeAt: null,
  };
  for (let time = 0; time < 2; time += 1)
    await recordRecurringPayment(server.deps, customer.id, customer.order.id, over);
  const recorded = await server.db
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.kind, 'recurringPayment'));
  expect(recorded).toMatchObject([
    { orderId: customer.order.id, accountId: customer.id, source: 'reconciliation', verdict: 'applied' },
  ]);
  expect((await customer.subscription()).status).toBe('CANCELED');
});

test('a recurring payment without a next charge is recorded without one', () => {
  const report = {
    kind: 'recurringPayment' as const,
    recurringPaymentId: 'sc_1',
    state: 'cancelled' as const,
    successes: 1,
    failures: 0,
    nextChargeAt: null,
  };
  expect(recurringPaymentEventData(PROVIDER, 'o-1', report)).toMatchObject({ nextChargeAt: null });
});
