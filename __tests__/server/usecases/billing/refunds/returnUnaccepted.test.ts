/** Tests the refund of a payment that was not accepted, and which recurring payments end with it. */
import { eq } from 'drizzle-orm';
import {
  type ProviderRecurringPayment,
  ProviderUnavailable,
} from '../../../../../src/server/ports/cardProvider';
import { linkRecurringPayment, updateOrder } from '../../../../../src/server/store/orders';
import { accounts } from '../../../../../src/server/store/schema/accounts';
import { returnUnaccepted } from '../../../../../src/server/usecases/billing/refunds/returnUnaccepted';
import { type CardCustomer, cardCustomer } from '../../../../support/cardCustomer';
import { addSeconds } from '../../../../support/offer';
import { PROVIDER } from '../../../../support/paymentEvents';
import { startTestServer, type TestServer } from '../../../../support/server';

const PAYMENT = '700001';

let server: TestServer;
let customer: CardCustomer;

beforeEach(async () => {
  server = await startTestServer();
  customer = await cardCustomer(server, 'payer@example.org');
});

const calls = () => server.fakeCardProvider.changes.map(({ call, id }) => `${call} ${id}`);

const execute = (changes: Partial<Parameters<typeof returnUnaccepted>[1]> = {}): Promise<void> =>
  returnUnaccepted(
    server.deps,
    {
      kind: 'returnUnaccepted',
      accountId: customer.id,
      provider: PROVIDER,
      transactionId: PAYMENT,
      amountKopecks: 100,
      at: server.clock.now().toISOString(),
      orderId: customer.order.id,
      payerId: customer.uid,
      ...changes,
    },
    { key: 'key', tries: 1, wasRejected: false },
  );

/** Adds a recurring payment of the customer that starts `seconds` after the start in the order. */
function listed(id: string, seconds = 0, changes: Partial<ProviderRecurringPayment> = {}): void {
  const known = customer.recurringPayment();
  const startAt = addSeconds(known.startAt, seconds);
  server.fakeCardProvider.recurringPayments.push({ ...known, id, startAt, ...changes });
}

const pay = () => updateOrder(server.db, customer.order.id, { paidTransactionId: 'accepted' });
const link = (recurringPaymentId: string) =>
  linkRecurringPayment(server.db, customer.order.id, { provider: PROVIDER, recurringPaymentId });

describe('the recurring payment that a refunded payment started', () => {
  it('ends, and recurring payments of other orders stay', async () => {
    listed('sc_1');
    listed('sc_other', 60);
    listed('sc_over', 0, { state: 'cancelled', nextChargeAt: null });
    await execute();
    expect(calls()).toEqual(['cancel sc_1', `refund ${PAYMENT}`]);
  });

  it('stays if it may belong to the accepted payment of the order', async () => {
    listed('sc_1');
    await pay();
    await execute();
    expect(calls()).toEqual([`refund ${PAYMENT}`]);
  });

  it('ends if the accepted payment of the order started another one', async () => {
    listed('sc_1');
    listed('sc_2');
    await pay();
    await link('sc_1');
    await execute();
    expect(calls()).toEqual(['cancel sc_2', `refund ${PAYMENT}`]);
  });

  it('ends if no payment of the order was accepted, even if the order is linked to it', async () => {
    listed('sc_1');
    await link('sc_1');
    await execute();
    expect(calls()).toEqual(['cancel sc_1', `refund ${PAYMENT}`]);
  });

  it('ends with a deleted account', async () => {
    listed('sc_1');
    await pay();
    await link('sc_1');
    await server.db
      .update(accounts)
      .set({ erasedAt: server.clock.now() })
      .where(eq(accounts.id, customer.id));
    await execute({ receiptEmail: 'typed@example.org' });
    expect(calls()).toEqual(['cancel sc_1', `refund ${PAYMENT}`]);
  });

  it('ends if the account is unknown', async () => {
    listed('sc_1');
    await execute({ accountId: null });
    expect(calls()).toEqual(['cancel sc_1', `refund ${PAYMENT}`]);
  });

  it('is not looked up if the payer is unknown', async () => {
    server.fakeCardProvider.findRecurringPayments = () =>
      Promise.reject(new ProviderUnavailable('subscriptions/find: no AccountId'));
    await execute({ payerId: null });
    expect(calls()).toEqual([`refund ${PAYMENT}`]);
  });
});

describe('the refund', () => {
  const receipt = () => {
    const [refund] = server.fakeCardProvider.changes.filter(({ call }) => call === 'refund');
    return (refund?.details as { receipt: object | null }).receipt;
  };

  it('has a receipt for the account', async () => {
    await execute();
    expect(receipt()).toMatchObject({ amountKopecks: 100, email: 'payer@example.org' });
  });

  it.each([
    ['order', { orderId: null }],
    ['account', { accountId: null }],
  ])('has no receipt if the %s is unknown', async (_which, changes) => {
    await execute(changes);
    expect(receipt()).toBeNull();
  });
});
