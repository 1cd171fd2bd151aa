/** Whoever asks what became of an order is answered soon, whatever the card provider does. */
import type { Deps } from '../../../../src/server/deps';
import type { ProviderPayment } from '../../../../src/server/ports/cardProvider';
import { readOrder } from '../../../../src/server/usecases/billing/readOrder';
import { type CardCustomer, cardCustomer } from '../../../support/cardCustomer';
import { startTestServer, type TestServer } from '../../../support/server';

let server: TestServer;
let customer: CardCustomer;
/** Ends the provider's silence. */
let response: (payments: ProviderPayment[] | Error) => void;
let deps: Deps;

beforeEach(async () => {
  server = await startTestServer();
  customer = await cardCustomer(server, 'vasilisa@example.com');
  await customer.notify('check', customer.first());
  // The attempt should be over by now.
  server.clock.advance(60_000);
  const silence = new Promise<ProviderPayment[]>((resolve, reject) => {
    response = (payments) => (payments instanceof Error ? reject(payments) : resolve(payments));
  });
  deps = { ...server.deps, cardProvider: { ...server.fakeCardProvider, findPaymentsOfOrder: () => silence } };
});

const asked = (patienceMs?: number) =>
  readOrder(deps, { accountId: customer.id, orderId: customer.order.id }, patienceMs);

const turns = async (isTrue: () => Promise<boolean>) => {
  while (!(await isTrue())) await new Promise(setImmediate);
};

it('waits for a provider that is silent no longer than somebody at a screen, and takes its late answer', async () => {
  expect(await asked(1)).toEqual({ state: 'open', declineReason: null });
  const transactionId = Number(customer.first()['TransactionId']);
  const paid = customer.told(server.clock.now(), transactionId, {
    amountKopecks: customer.order.amount * 100,
    recurringPaymentId: null,
  });
  response([paid]);
  await turns(async () => (await asked(1))?.state === 'paid');
});

it('ends no process by what fails when nobody waits any more', async () => {
  await asked(1);
  response(new RangeError('what nobody thought of'));
  await turns(() => Promise.resolve(server.logs.some(({ level }) => level === 'error')));
  expect(server.logs.find(({ level }) => level === 'error')?.message).toBe('an order could not be polled');
});
