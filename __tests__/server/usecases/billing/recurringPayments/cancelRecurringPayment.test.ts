/** Tests which recurring payments of an account a cancellation ends at the card provider. */
import { eq } from 'drizzle-orm';
import {
  ProviderNotReady,
  type ProviderRecurringPayment,
  ProviderUnavailable,
} from '../../../../../src/server/ports/cardProvider';
import { accounts } from '../../../../../src/server/store/schema/accounts';
import { orders } from '../../../../../src/server/store/schema/orders';
import { cancelRecurringPayment } from '../../../../../src/server/usecases/billing/recurringPayments/cancelRecurringPayment';
import { cancelSubscription } from '../../../../../src/server/usecases/billing/subscriptions/cancelSubscription';
import { grantGiftMonths } from '../../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { deliverDueOutbox } from '../../../../../src/server/workers/delivery/deliverOutbox';
import { type CardCustomer, cardCustomer } from '../../../../support/cardCustomer';
import { addDays, addSeconds } from '../../../../support/offer';
import { PROVIDER } from '../../../../support/paymentEvents';
import { startTestServer, type TestServer } from '../../../../support/server';

let server: TestServer;
let customer: CardCustomer;
let own: string;

beforeEach(async () => {
  server = await startTestServer();
  customer = await cardCustomer(server, 'payer@example.org');
  own = customer.recurringPaymentId;
  await customer.subscribe();
  server.fakeCardProvider.changes.length = 0;
});

const cancelled = () =>
  server.fakeCardProvider.changes.flatMap(({ call, id }) => (call === 'cancel' ? [id] : []));

const execute = (orderId = customer.order.id) =>
  cancelRecurringPayment(
    { ...server.deps, cardProvider: server.fakeCardProvider },
    {
      kind: 'cancelRecurringPayment',
      accountId: customer.id,
      provider: PROVIDER,
      orderId,
      recurringPaymentId: null,
    },
    { key: 'key', tries: 1, wasRejected: false },
  );

/** Cancels the subscription. The card provider is unavailable at that moment. */
async function cancelByCustomer(): Promise<void> {
  server.fakeCardProvider.isSilent = true;
  await cancelSubscription(server.deps, { accountId: customer.id });
  await deliverDueOutbox(server.deps);
  server.fakeCardProvider.isSilent = false;
}

/** Adds a recurring payment of the customer that starts `seconds` after the start in the order. */
function listed(id: string, seconds: number, changes: Partial<ProviderRecurringPayment> = {}): void {
  const known = customer.recurringPayment();
  server.fakeCardProvider.recurringPayments.push({
    ...known,
    id,
    startAt: addSeconds(known.startAt, seconds),
    ...changes,
  });
}

const FAR = 40 * 86_400;

/** Adds a second paid order, which is linked to a recurring payment or awaits one. */
async function orderAgain(recurringPaymentId: string | null): Promise<void> {
  const [row] = await server.db.select().from(orders).where(eq(orders.id, customer.order.id));
  if (row === undefined) throw new Error('the customer has no order');
  await server.db.insert(orders).values({
    ...row,
    id: 'again',
    paidTransactionId: 'again',
    recurringPaymentId,
    recurringPaymentStartAt: addSeconds(row.recurringPaymentStartAt, FAR),
  });
}

const later = () => server.clock.set(addDays(server.clock.now(), 2));

test('the recurring payment of the cancelled order ends, and the recurring payment of another order stays', async () => {
  await orderAgain('sc_again');
  listed('sc_again', FAR);
  await cancelByCustomer();
  await execute();
  expect(cancelled()).toEqual([own]);
});

test('a recurring payment whose order is found in the list only ends too', async () => {
  await server.db.update(orders).set({ recurringPaymentId: null });
  await cancelByCustomer();
  await execute();
  expect(cancelled()).toEqual([own]);
});

test('a recurring payment that is linked to its order ends even if the list is unavailable', async () => {
  await cancelByCustomer();
  server.fakeCardProvider.findRecurringPayments = () =>
    Promise.reject(new ProviderUnavailable('subscriptions/find: HTTP 502'));
  await expect(execute()).rejects.toThrow(ProviderUnavailable);
  expect(cancelled()).toEqual([own]);
});

test('an outdated cancellation ends nothing, even if the charge is to be moved', async () => {
  const { deps } = server;
  await deps.db.transaction((tx) =>
    grantGiftMonths(tx, deps, { accountId: customer.id, months: 1, giftId: 1, at: deps.clock.now() }),
  );
  await execute();
  expect(cancelled()).toEqual([]);
});

test('a recurring payment that has ended is not cancelled again', async () => {
  await server.db.update(orders).set({ recurringPaymentId: null });
  server.fakeCardProvider.recurringPayments = [
    { ...customer.recurringPayment(), state: 'cancelled', nextChargeAt: null },
  ];
  await cancelByCustomer();
  await execute();
  expect(cancelled()).toEqual([]);
});

test('an unknown recurring payment ends only once no order can have started it', async () => {
  await orderAgain(null);
  listed('sc_unknown', 20 * 86_400);
  await execute();
  expect(cancelled()).toEqual([]);
  later();
  await execute();
  expect(cancelled()).toEqual(['sc_unknown']);
});

test('the second recurring payment of an order ends even if another order awaits its recurring payment', async () => {
  await orderAgain(null);
  listed('sc_second', 0);
  await execute();
  expect(cancelled()).toEqual(['sc_second']);
});

test('all recurring payments of a deleted account end', async () => {
  await orderAgain('sc_again');
  listed('sc_again', FAR);
  listed('sc_over', FAR, { state: 'cancelled', nextChargeAt: null });
  await server.db.update(accounts).set({ erasedAt: server.clock.now() }).where(eq(accounts.id, customer.id));
  // A deleted account keeps its payer id until the deletion is finished.
  server.fakeCardProvider.findRecurringPayments = () =>
    Promise.resolve(server.fakeCardProvider.recurringPayments);
  await server.db.update(orders).set({ payerId: 'payer' }).where(eq(orders.id, 'again'));
  await execute();
  expect(cancelled().toSorted()).toEqual([own, 'sc_again'].toSorted());
});

describe('an order without a recurring payment', () => {
  beforeEach(async () => {
    await server.db.update(orders).set({ recurringPaymentId: null });
    server.fakeCardProvider.recurringPayments = [];
    await cancelByCustomer();
  });

  it('is asked about again within a day of its payment', async () => {
    await expect(execute()).rejects.toThrow(ProviderNotReady);
  });

  it('is done after a day', async () => {
    later();
    await expect(execute()).resolves.toBeUndefined();
    expect(cancelled()).toEqual([]);
  });
});

test('an order that does not exist is done', async () => {
  await expect(execute('no-such-order')).resolves.toBeUndefined();
});
