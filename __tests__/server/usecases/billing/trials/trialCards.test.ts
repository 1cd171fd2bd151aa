/** Tests that each card gets only one free trial, whatever account uses the card. */
import { trialCards } from '../../../../../src/server/store/schema/consents';
import { emailIdentity, openAccount } from '../../../../../src/server/usecases/accounts/accounts';
import { createCustomerSession } from '../../../../../src/server/usecases/accounts/sessions';
import { readSubscription } from '../../../../../src/server/usecases/billing/subscriptions/readSubscription';
import { deliverDueOutbox } from '../../../../../src/server/workers/delivery/deliverOutbox';
import type { Order } from '../../../../../src/shared/contract/shop';
import { agreeTo } from '../../../../support/consent';
import { onPostgres } from '../../../../support/database';
import { CHECK, PAY } from '../../../../support/notificationExamples';
import { MONTH_RUB } from '../../../../support/offer';
import { startTestServer, type TestServer } from '../../../../support/server';

interface Customer {
  id: number;
  token: string;
  order: Order;
}

let server: TestServer;
let lastTransaction: number;

beforeEach(async () => {
  server = await startTestServer();
  lastTransaction = 700_000;
});

afterEach(() => deliverDueOutbox(server.deps));

async function openShop(token: string, fullPrice = false): Promise<Order> {
  const { body } = await server.call('getShop', { token, body: { fullPrice } });
  if (!body.order) throw new Error('there is no order');
  await agreeTo(server.db, body.order.id);
  return body.order;
}

async function newCustomer(email: string): Promise<Customer> {
  const { deps } = server;
  const { id } = await openAccount(deps.db, deps, emailIdentity(email));
  const token = await createCustomerSession(deps.db, deps, id);
  return { id, token, order: await openShop(token) };
}

const { Token: _token, ...PAY_WITHOUT_TOKEN } = PAY;

async function notify(kind: 'check' | 'pay', order: Order, card: Record<string, string>): Promise<number> {
  lastTransaction += 1;
  const fields = {
    ...(kind === 'check' ? CHECK : PAY_WITHOUT_TOKEN),
    TransactionId: String(lastTransaction),
    Amount: order.amount.toFixed(2),
    InvoiceId: order.id,
    AccountId: order.accountId,
    ...card,
  };
  return ((await (await server.fakeCardProvider.notify(kind, fields)).json()) as { code: number }).code;
}

const CARD = { CardId: 'card-1' };

const readStatus = async ({ id }: { id: number }) =>
  (await readSubscription(server.db, id, server.clock.now())).status;
const readOrderState = async ({ token, order }: Customer) =>
  (await server.call('getOrder', { token, body: { orderId: order.id } })).body;
const asked = async () => {
  await deliverDueOutbox(server.deps);
  return server.fakeCardProvider.changes.map(({ call, id }) => `${call} ${id}`);
};

test('a second trial with the card is rejected before the charge, and the payer gets the reason', async () => {
  const first = await newCustomer('first@example.org');
  expect(await notify('check', first.order, CARD)).toBe(0);
  expect(await notify('pay', first.order, CARD)).toBe(0);
  const second = await newCustomer('second@example.org');
  expect(await notify('check', second.order, CARD)).toBe(13);
  expect(await readOrderState(second)).toMatchObject({
    success: true,
    state: 'declined',
    rejection: 'trialUsed',
  });

  const fullPrice = await openShop(second.token, true);
  expect(fullPrice).toMatchObject({ kind: 'renewal', amount: MONTH_RUB });
  expect(fullPrice.recurringPayment.startDate).toBe('2026-12-21T09:00:00.000Z');
  expect(await notify('check', fullPrice, CARD)).toBe(0);
  expect(await notify('pay', fullPrice, CARD)).toBe(0);
  expect(await readStatus(second)).toBe('ACTIVE');
});

test('another card of the same person can have a trial', async () => {
  const first = await newCustomer('first@example.org');
  await notify('pay', first.order, CARD);
  const second = await newCustomer('second@example.org');
  expect(await notify('check', second.order, CARD)).toBe(13);
  expect(await notify('check', second.order, { CardId: 'card-2' })).toBe(0);
  expect(await notify('pay', second.order, { CardId: 'card-2' })).toBe(0);
  expect(await readOrderState(second)).toEqual({ success: true, state: 'paid', declineReason: null });
  expect(await readStatus(second)).toBe('ACTIVE');
});

test('a declined payment does not use up the trial', async () => {
  const first = await newCustomer('first@example.org');
  await notify('check', first.order, CARD);
  const second = await newCustomer('second@example.org');
  expect(await notify('check', second.order, CARD)).toBe(0);
});

test.each([
  ['its id', CARD, CARD],
  ['its token where the provider tells no id', { Token: 'tk-1' }, { Token: 'tk-1' }],
])('a trial that was paid anyway is refunded and gives no access if known by %s', async (_by, one, two) => {
  const first = await newCustomer('first@example.org');
  await notify('pay', first.order, one);
  const second = await newCustomer('second@example.org');
  expect(await notify('pay', second.order, two)).toBe(0);
  expect(await readStatus(second)).toBe('NOT_ACTIVE');
  expect(await asked()).toContain(`refund ${String(lastTransaction)}`);
  expect(await readOrderState(second)).toMatchObject({ state: 'declined', rejection: 'trialUsed' });
});

test('cards with the same visible digits are different cards', async () => {
  for (const email of [
    'first@example.org',
    'second@example.org',
    'third@example.org',
    'fourth@example.org',
  ]) {
    const customer = await newCustomer(email);
    expect(await notify('check', customer.order, {})).toBe(0);
    await notify('pay', customer.order, {});
    expect(await readStatus(customer)).toBe('ACTIVE');
  }
});

test('a campaign week counts as a trial too', async () => {
  const first = await newCustomer('first@example.org');
  await notify('pay', first.order, CARD);
  const { order } = (await server.call('getCampaignOrder', { body: {} })).body;
  expect(await notify('check', order, { ...CARD, Email: 'third@example.org' })).toBe(13);
  const { body } = await server.call('getCampaignOrderState', { body: { orderId: order.id } });
  expect(body).toEqual({ success: true, state: 'declined', declineReason: null, rejection: 'trialUsed' });
});

test('a campaign payment of a subscriber is refunded, and its card keeps its trial', async () => {
  const first = await newCustomer('first@example.org');
  await notify('pay', first.order, { CardId: 'card-of-first' });
  const { order } = (await server.call('getCampaignOrder', { body: {} })).body;
  expect(await notify('pay', order, { ...CARD, Email: 'first@example.org' })).toBe(0);
  expect(await asked()).toContain(`refund ${String(lastTransaction)}`);
  const second = await newCustomer('second@example.org');
  expect(await notify('check', second.order, CARD)).toBe(0);
  await notify('pay', second.order, CARD);
  expect(await readStatus(second)).toBe('ACTIVE');
});

test('the trial of an order that was paid twice remains used', async () => {
  const first = await newCustomer('first@example.org');
  await notify('pay', first.order, CARD);
  await notify('pay', first.order, CARD);
  const second = await newCustomer('second@example.org');
  expect(await notify('check', second.order, CARD)).toBe(13);
});

test('repeated and late copies of a payment change nothing', async () => {
  const first = await newCustomer('first@example.org');
  await notify('pay', first.order, CARD);
  lastTransaction -= 1;
  await notify('pay', first.order, CARD);
  expect(await readStatus(first)).toBe('ACTIVE');
  expect(await asked()).toEqual(['refund 700001']);
});

test("the provider's card identifier is stored as a keyed hash only", async () => {
  const { order } = await newCustomer('first@example.org');
  await notify('pay', order, { ...CARD, Token: 'tk-1' });
  const rows = JSON.stringify(await server.db.select().from(trialCards));
  expect(rows).not.toMatch(/card-1|tk-1/);
  expect(await server.db.select().from(trialCards)).toHaveLength(2);
});

test('exactly one of several concurrent trials with one card counts', async () => {
  const customers = await Promise.all(
    Array.from({ length: onPostgres ? 20 : 4 }, (_, index) =>
      newCustomer(`racer${String(index)}@example.org`),
    ),
  );
  await Promise.all(customers.map(({ order }) => notify('pay', order, { ...CARD, Token: 'tk-1' })));
  const statuses = await Promise.all(customers.map(readStatus));
  expect(statuses.filter((status) => status === 'ACTIVE')).toHaveLength(1);
  expect(statuses.filter((status) => status === 'NOT_ACTIVE')).toHaveLength(customers.length - 1);
  const refunds = (await asked()).filter((change) => change.startsWith('refund'));
  // The ruble of the accepted trial is refunded too.
  expect(refunds).toHaveLength(customers.length);
});
