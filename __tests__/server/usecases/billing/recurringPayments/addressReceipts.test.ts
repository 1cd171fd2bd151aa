/** Tests when the server sets the receipt address of a recurring payment at the card provider. */
import { eq } from 'drizzle-orm';
import {
  ProviderNotReady,
  type ProviderRecurringPayment,
  ProviderRejected,
  ProviderUnavailable,
} from '../../../../../src/server/ports/cardProvider';
import { linkRecurringPayment, updateOrder } from '../../../../../src/server/store/orders';
import { accounts } from '../../../../../src/server/store/schema/accounts';
import { ledgerEvents } from '../../../../../src/server/store/schema/subscriptions';
import {
  addressReceipts,
  setReceipt,
} from '../../../../../src/server/usecases/billing/recurringPayments/addressReceipts';
import { learnRecurringPayment } from '../../../../../src/server/usecases/billing/recurringPayments/learnRecurringPayment';
import { type CardCustomer, cardCustomer } from '../../../../support/cardCustomer';
import { MONTH_KOPECKS } from '../../../../support/offer';
import { PROVIDER } from '../../../../support/paymentEvents';
import { startTestServer, type TestServer } from '../../../../support/server';

const EMAIL = 'payer@example.org';
const ATTEMPT = { key: 'key', tries: 1, wasRejected: false };

let server: TestServer;
let customer: CardCustomer;

beforeEach(async () => {
  server = await startTestServer();
  customer = await cardCustomer(server, EMAIL);
});

const deps = () => ({ ...server.deps, cardProvider: server.fakeCardProvider });

/** Adds the recurring payment of the customer's order at the card provider, and links it to the order. */
async function recurringPaymentWith(
  changes: Partial<ProviderRecurringPayment> = {},
): Promise<ProviderRecurringPayment> {
  const recurringPayment = { ...customer.recurringPayment(), ...changes };
  server.fakeCardProvider.recurringPayments = [recurringPayment];
  const link = { provider: PROVIDER, recurringPaymentId: recurringPayment.id };
  await linkRecurringPayment(server.db, customer.order.id, link);
  return recurringPayment;
}

const erase = () =>
  server.db.update(accounts).set({ erasedAt: server.clock.now() }).where(eq(accounts.id, customer.id));

/** Returns the receipts that were set at the card provider. */
const receipts = () =>
  server.fakeCardProvider.changes.flatMap(({ call, details }) => (call === 'receipt' ? [details] : []));

const set = async (changes: Partial<ProviderRecurringPayment> = {}) =>
  setReceipt(
    deps(),
    {
      accountId: customer.id,
      orderId: customer.order.id,
      recurringPayment: await recurringPaymentWith(changes),
    },
    'key',
  );

const execute = () =>
  addressReceipts(
    deps(),
    {
      kind: 'addressReceipts',
      accountId: customer.id,
      provider: PROVIDER,
      orderId: customer.order.id,
      since: server.clock.now().toISOString(),
    },
    ATTEMPT,
  );

describe('the receipt address of a recurring payment', () => {
  it('becomes the address of the account', async () => {
    await set();
    expect(receipts()).toMatchObject([{ receipt: { email: EMAIL, amountKopecks: MONTH_KOPECKS } }]);
  });

  it.each([
    ['has ended', { state: 'cancelled', nextChargeAt: null }],
    ['has a failed charge', { state: 'pastDue', failures: 1 }],
  ] as const)('is not set if the recurring payment %s', async (_which, changes) => {
    await set(changes);
    expect(receipts()).toEqual([]);
  });

  it('is not set for a deleted account', async () => {
    await erase();
    await set();
    expect(receipts()).toEqual([]);
  });

  it('that the card provider rejects is reported in the log', async () => {
    server.fakeCardProvider.failNextWith(new ProviderRejected('subscriptions/update: rejected'));
    await set();
    expect(server.logs.filter(({ level }) => level === 'error')).toMatchObject([
      { message: 'the card provider rejected the receipt of future charges' },
    ]);
  });

  it('is set later if the card provider is unavailable', async () => {
    server.fakeCardProvider.failNextWith(new ProviderUnavailable('subscriptions/update: HTTP 502'));
    await expect(set()).rejects.toThrow(ProviderUnavailable);
    expect(server.logs.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('after a change of the email address', () => {
  it('the receipts of the recurring payment get the new address', async () => {
    await recurringPaymentWith();
    await execute();
    expect(receipts()).toHaveLength(1);
  });

  it('the command waits while a failed charge is being retried', async () => {
    await recurringPaymentWith({ state: 'pastDue', failures: 1 });
    await expect(execute()).rejects.toThrow(ProviderNotReady);
    expect(receipts()).toEqual([]);
  });

  it('the command is done if the recurring payment has ended after a failed charge', async () => {
    await recurringPaymentWith({ state: 'cancelled', failures: 3, nextChargeAt: null });
    await execute();
    expect(receipts()).toEqual([]);
  });

  it('the command is done if the order has no recurring payment', async () => {
    await execute();
    expect(receipts()).toEqual([]);
  });

  it('the card provider receives no request about a deleted account', async () => {
    await recurringPaymentWith();
    await erase();
    server.fakeCardProvider.isSilent = true;
    await expect(execute()).resolves.toBeUndefined();
  });
});

describe('a recurring payment that has just started', () => {
  const learn = () =>
    learnRecurringPayment(
      deps(),
      {
        kind: 'learnRecurringPayment',
        accountId: customer.id,
        provider: PROVIDER,
        orderId: customer.order.id,
        transactionId: '1',
      },
      ATTEMPT,
    );

  it('gets the receipt address if a campaign order started it', async () => {
    await updateOrder(server.db, customer.order.id, { kind: 'campaign' });
    await recurringPaymentWith();
    await learn();
    expect(receipts()).toHaveLength(1);
  });

  it('keeps its receipt address if it has already charged', async () => {
    await updateOrder(server.db, customer.order.id, { kind: 'campaign' });
    await recurringPaymentWith({ successes: 1 });
    await learn();
    expect(receipts()).toEqual([]);
  });

  it('is recorded, and keeps its receipt address if the shop started it', async () => {
    const { id } = await recurringPaymentWith();
    await learn();
    expect(receipts()).toEqual([]);
    const recorded = await server.db.select().from(ledgerEvents);
    expect(recorded.map(({ data }) => data)).toMatchObject([
      { kind: 'recurringPaymentChanged', orderId: customer.order.id, recurringPaymentId: id },
    ]);
  });

  it('is not awaited if the order has none', async () => {
    await expect(learn()).resolves.toBeUndefined();
  });
});
