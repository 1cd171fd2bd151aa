/** Tests how long the recurring payment of an order may still appear at the card provider. */
import { findOrder, type OrderRow, updateOrder } from '../../../../../src/server/store/orders';
import {
  isAwaited,
  mayHaveUnknown,
} from '../../../../../src/server/usecases/billing/recurringPayments/recurringPaymentOfOrder';
import { addDays } from '../../../../support/offer';
import { startTestServer, type TestServer } from '../../../../support/server';
import { signInByEmail } from '../../../../support/signIn';

let server: TestServer;
let orderId: string;

beforeEach(async () => {
  server = await startTestServer();
  const { accessToken: token } = await signInByEmail(server, 'payer@example.org');
  const { body } = await server.call('getShop', { token });
  if (!body.order) throw new Error('there is no order');
  orderId = body.order.id;
});

async function orderWith(changes: Partial<OrderRow>): Promise<OrderRow> {
  if (Object.keys(changes).length > 0) await updateOrder(server.db, orderId, changes);
  const order = await findOrder(server.db, orderId);
  if (order === null) throw new Error('the order is lost');
  return order;
}

/** Times one millisecond before and at the end of the day within which a recurring payment appears. */
const around = (start: Date) => [new Date(addDays(start, 1).getTime() - 1), addDays(start, 1)];

test('the recurring payment of a paid order may appear within a day', async () => {
  const paidAt = server.clock.now();
  const order = await orderWith({ paidAt, paidTransactionId: '700001' });
  expect(around(paidAt).map((now) => isAwaited(order, now))).toEqual([true, false]);
  expect(around(paidAt).map((now) => mayHaveUnknown([order], now))).toEqual([true, false]);
});

test('a payment attempt may lead to a recurring payment within a day', async () => {
  const attemptedAt = server.clock.now();
  const order = await orderWith({ attemptedAt, attemptTransactionId: '700002' });
  expect(around(attemptedAt).map((now) => mayHaveUnknown([order], now))).toEqual([true, false]);
  expect(isAwaited(order, attemptedAt)).toBe(false);
});

test.each([
  ['without a payment attempt', {}],
  [
    'whose recurring payment is known',
    { paidAt: new Date(), paidTransactionId: '700003', recurringPaymentId: 'sc_1' },
  ],
  [
    'that was paid longer ago than its last payment attempt',
    { paidAt: new Date(0), paidTransactionId: '700004', attemptedAt: new Date() },
  ],
])('an order %s has no unknown recurring payment', async (_which, changes) => {
  const order = await orderWith(changes);
  expect(mayHaveUnknown([order], new Date())).toBe(false);
});

test('one order among several is enough', async () => {
  const now = server.clock.now();
  const open = await orderWith({});
  const paid = { ...open, paidAt: now, paidTransactionId: '700005' };
  expect(mayHaveUnknown([open, paid], now)).toBe(true);
  expect(mayHaveUnknown([], now)).toBe(false);
});
