/** Tests that the state of an order is returned quickly, even if the card provider does not respond. */
import type { Deps } from '../../../../../src/server/deps';
import type { ProviderPayment } from '../../../../../src/server/ports/cardProvider';
import { readOrder } from '../../../../../src/server/usecases/billing/orders/readOrder';
import { type CardCustomer, cardCustomer } from '../../../../support/cardCustomer';
import { startTestServer, type TestServer } from '../../../../support/server';

let server: TestServer;
let customer: CardCustomer;
/** Functions that resolve or reject the pending request to the card provider. */
let response: (payments: ProviderPayment[] | Error) => void;
let deps: Deps;

beforeEach(async () => {
  server = await startTestServer();
  customer = await cardCustomer(server, 'vasilisa@example.com');
  await customer.notify('check', customer.first());
  // The test advances the clock to a time at which the payment attempt should have finished.
  server.clock.advance(60_000);
  const silence = new Promise<ProviderPayment[]>((resolve, reject) => {
    response = (payments) => (payments instanceof Error ? reject(payments) : resolve(payments));
  });
  deps = { ...server.deps, cardProvider: { ...server.fakeCardProvider, findPaymentsOfOrder: () => silence } };
});

const asked = (patienceMs?: number) =>
  readOrder(deps, { accountId: customer.id, orderId: customer.order.id, ip: '192.0.2.1' }, patienceMs);

const turns = async (isTrue: () => Promise<boolean>) => {
  while (!(await isTrue())) await new Promise(setImmediate);
};

it('waits for an unresponsive provider for a limited time, and records its late response', async () => {
  expect(await asked(1)).toEqual({ state: 'open', declineReason: null });
  const transactionId = Number(customer.first()['TransactionId']);
  const paid = customer.told(server.clock.now(), transactionId, {
    amountKopecks: customer.order.amount * 100,
    recurringPaymentId: null,
  });
  response([paid]);
  await turns(async () => (await asked(1))?.state === 'paid');
});

it('a late failure of the request does not crash the process', async () => {
  await asked(1);
  response(new RangeError('what nobody thought of'));
  await turns(() => Promise.resolve(server.logs.some(({ level }) => level === 'error')));
  expect(server.logs.find(({ level }) => level === 'error')?.message).toBe('an order could not be polled');
});
