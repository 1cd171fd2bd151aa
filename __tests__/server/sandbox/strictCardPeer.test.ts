/** The sandbox's card provider is as strict as the documentation of the real one. */
import { sandboxNotifications } from '../../../src/server/sandbox/schema/cards';
import type { Order } from '../../../src/shared/contract/shop';
import { CARDS, cardToken, payOrder } from '../../support/cardPayer';
import { openSandboxTestDatabase } from '../../support/database';
import { addDays, addMonths, throughTrial } from '../../support/offer';
import { type SandboxServer, startSandboxServer } from '../../support/sandboxServer';
import { TEST_START } from '../../support/settableClock';

const EMAIL = 'payer@example.org';

let server: SandboxServer;
let order: Order;

interface Answer {
  Success: boolean;
  Message: string | null;
  Model?: unknown;
}

async function ask(method: string, body: object): Promise<{ status: number; answer: Answer }> {
  const { publicTerminalId, apiSecret } = server.sandbox.cardProvider;
  const response = await server.fetch(`/sandbox/card/api/${method}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Basic ${Buffer.from(`${publicTerminalId}:${apiSecret}`).toString('base64')}`,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, answer: (await response.json()) as Answer };
}

const modelsOf = (answer: Answer) => answer.Model as Record<string, unknown>[];

async function told(): Promise<{ type: string; fields: Record<string, string> }[]> {
  const rows = await server.deps.db.select().from(sandboxNotifications).orderBy(sandboxNotifications.id);
  return rows.map(({ type, body }) => ({ type, fields: Object.fromEntries(new URLSearchParams(body)) }));
}

beforeEach(async () => {
  server = await startSandboxServer(await openSandboxTestDatabase());
  const { body } = await server.post('/sandbox/api/sessions', { email: EMAIL });
  const response = await server.fetch('/api/shop/getShop', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${(body as { accessToken: string }).accessToken}`,
    },
    body: '{}',
  });
  order = ((await response.json()) as { order: Order }).order;
});

afterEach(() => server.settled());

async function pay(): Promise<number> {
  const answer = await payOrder(server, order, CARDS.plain);
  if (answer.status !== 'success') throw new Error(`the payment is ${answer.status}`);
  return answer.transactionId;
}

test('voids no completed payment of a single stage', async () => {
  const { status, answer } = await ask('payments/void', { TransactionId: await pay() });
  expect([status, answer.Success]).toEqual([200, false]);
});

test('names a refund by its payment alone, in its lists and in its notification', async () => {
  const paid = await pay();
  await server.settled();
  const { answer } = await ask('payments/list', { Date: TEST_START.slice(0, 10) });
  const [payment, refund] = modelsOf(answer);
  expect(refund).toMatchObject({ OriginalTransactionId: paid, InvoiceId: null, AccountId: null });
  for (const model of [payment, refund]) {
    expect(model).not.toHaveProperty('CardId');
    expect(model).not.toHaveProperty('PaymentTransactionId');
  }
  const { fields } = (await told()).find(({ type }) => type === 'refund') ?? { fields: {} };
  expect(fields).toMatchObject({ PaymentTransactionId: String(paid) });
  expect(fields).not.toHaveProperty('AccountId');
});

test('tells errors with HTTP 200, of as many calls as it is told, on reads and changes alike', async () => {
  await server.post('/sandbox/api/card/failures', { method: 'subscriptions/find', times: 2 });
  const { body } = await server.get('/sandbox/api/card/failures');
  expect(body).toEqual([{ method: 'subscriptions/find', times: 2 }]);
  for (const Success of [false, false, true]) {
    const { status, answer } = await ask('subscriptions/find', { accountId: order.accountId });
    expect([status, answer.Success]).toEqual([200, Success]);
  }
});

test('finds a recurrence by its payer some seconds after the payment', async () => {
  await pay();
  const find = async () => modelsOf((await ask('subscriptions/find', { accountId: order.accountId })).answer);
  expect(await find()).toEqual([]);
  server.machineClock.advance(5_000);
  expect(await find()).toMatchObject([{ Status: 'Active' }]);
});

test('lets no charge be more than a year away', async () => {
  const yearAndDay = addDays(addMonths(TEST_START, 12), 1).toISOString();
  await pay();
  server.machineClock.advance(5_000);
  const [recurrence] = modelsOf((await ask('subscriptions/find', { accountId: order.accountId })).answer);
  const update = async (StartDate: string) =>
    (await ask('subscriptions/update', { Id: recurrence?.['Id'], StartDate })).answer.Success;
  expect(await update(yearAndDay)).toBe(false);
  expect(await update(addMonths(TEST_START, 12).toISOString())).toBe(true);
  const { status } = await server.post('/sandbox/card/widget/pay', {
    publicTerminalId: 'pk_sandbox',
    token: await cardToken(server, CARDS.plain),
    amount: 1,
    currency: 'RUB',
    recurrent: { interval: 'Month', period: 1, startDate: yearAndDay },
  });
  expect(status).toBe(400);
});

test('speaks of a recurrence when its state changes, and names no order in its charges', async () => {
  await pay();
  await server.post('/sandbox/api/clock', { advance: throughTrial(33) });
  const notifications = await told();
  expect(notifications.filter(({ type }) => type === 'recurrent')).toHaveLength(1);
  const charges = notifications.filter(({ type, fields }) => type === 'pay' && fields['SubscriptionId']);
  expect(charges).toHaveLength(2);
  for (const { fields } of charges) expect(fields).not.toHaveProperty('InvoiceId');
});
