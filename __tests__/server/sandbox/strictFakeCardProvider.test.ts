/** Tests that the sandbox's card provider is as strict as the documentation of the real provider. */
import type { FakePayment } from '../../../src/server/sandbox/fakeCardProvider/fakeCardProvider';
import { sandboxNotifications } from '../../../src/server/sandbox/schema/cards';
import type { Order } from '../../../src/shared/contract/shop';
import { CARDS, cardToken, payOrder } from '../../support/cardPayer';
import { openSandboxTestDatabase } from '../../support/database';
import { addDays, addMonths, MONTH_RUB, throughTrial, TRIAL_END } from '../../support/offer';
import { type SandboxServer, startSandboxServer } from '../../support/sandboxServer';
import { TEST_START } from '../../support/settableClock';

const EMAIL = 'payer@example.org';

let server: SandboxServer;
let order: Order;

interface ResponseBody {
  Success: boolean;
  Message: string | null;
  Model?: unknown;
}

async function ask(method: string, body: object): Promise<{ status: number; result: ResponseBody }> {
  const { publicTerminalId, apiSecret } = server.sandbox.cardProvider;
  const response = await server.fetch(`/sandbox/card/api/${method}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Basic ${Buffer.from(`${publicTerminalId}:${apiSecret}`).toString('base64')}`,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, result: (await response.json()) as ResponseBody };
}

const modelsOf = (result: ResponseBody) => result.Model as Record<string, unknown>[];

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
  const result = await payOrder(server, order, CARDS.plain);
  if (result.status !== 'success') throw new Error(`the payment is ${result.status}`);
  return result.transactionId;
}

test('does not void a completed single-stage payment', async () => {
  const { status, result } = await ask('payments/void', { TransactionId: await pay() });
  expect([status, result.Success]).toEqual([200, false]);
});

test('identifies a refund by its payment only, in lists and in the notification', async () => {
  const paid = await pay();
  await server.settled();
  const { result } = await ask('payments/list', { Date: TEST_START.slice(0, 10) });
  const [payment, refund] = modelsOf(result);
  expect(refund).toMatchObject({ OriginalTransactionId: paid, InvoiceId: null, AccountId: null });
  for (const model of [payment, refund]) {
    expect(model).not.toHaveProperty('CardId');
    expect(model).not.toHaveProperty('PaymentTransactionId');
  }
  const { fields } = (await told()).find(({ type }) => type === 'refund') ?? { fields: {} };
  expect(fields).toMatchObject({ PaymentTransactionId: String(paid) });
  expect(fields).not.toHaveProperty('AccountId');
});

test('returns errors with HTTP 200 for the configured number of requests, for reads and changes', async () => {
  await server.post('/sandbox/api/card/failures', { method: 'subscriptions/find', times: 2 });
  const { body } = await server.get('/sandbox/api/card/failures');
  expect(body).toEqual([{ method: 'subscriptions/find', times: 2, status: 200 }]);
  for (const Success of [false, false, true]) {
    const { status, result } = await ask('subscriptions/find', { accountId: order.accountId });
    expect([status, result.Success]).toEqual([200, Success]);
  }
});

test('finds a recurring payment by its payer some seconds after the payment', async () => {
  await pay();
  const find = async () => modelsOf((await ask('subscriptions/find', { accountId: order.accountId })).result);
  expect(await find()).toEqual([]);
  server.machineClock.advance(5_000);
  expect(await find()).toMatchObject([{ Status: 'Active' }]);
});

/** Returns the recurring payment, which `subscriptions/find` lists 5 s after the payment. */
async function recurringPayment(): Promise<Record<string, unknown>> {
  server.machineClock.advance(5_000);
  const [found] = modelsOf((await ask('subscriptions/find', { accountId: order.accountId })).result);
  return found ?? {};
}

/** Moves the sandbox's clock to `moment`. */
const standAt = (moment: Date): void =>
  server.machineClock.advance(moment.getTime() - server.deps.clock.now().getTime());

const refund = async (TransactionId: number, Amount: number, JsonData?: object) =>
  (
    await ask('payments/refund', {
      TransactionId,
      Amount,
      ...(JsonData === undefined ? {} : { JsonData: JSON.stringify(JsonData) }),
    })
  ).result;

/** Returns the transaction id of the newest charge of the recurring payment. */
async function chargedPayment(): Promise<number> {
  const { body } = await server.get('/sandbox/api/payments');
  const charge = (body as FakePayment[]).find(
    ({ role, operation }) => role === 'recurrent' && operation === 'payment',
  );
  return Number(charge?.id);
}

test('refunds no more than the rest of a payment, and no payment older than one year', async () => {
  await pay();
  await server.post('/sandbox/api/clock', { advance: throughTrial(1) });
  const paid = await chargedPayment();
  expect(await refund(paid, MONTH_RUB + 0.01)).toMatchObject({ Success: false });
  expect(await refund(paid, 1)).toMatchObject({ Success: true });
  expect(await refund(paid, MONTH_RUB)).toMatchObject({ Success: false });
  standAt(addMonths(TRIAL_END, 12));
  expect(await refund(paid, 1)).toMatchObject({ Success: true });
  standAt(addDays(addMonths(TRIAL_END, 12), 1));
  expect(await refund(paid, 1)).toMatchObject({
    Success: false,
    Message: 'The payment is older than one year',
  });
});

test('refunds no more than its balance', async () => {
  await pay();
  await server.post('/sandbox/api/clock', { advance: throughTrial(1) });
  const paid = await chargedPayment();
  await server.post('/sandbox/api/card/terminal', { balanceKopecks: 150 });
  expect(await refund(paid, 1)).toMatchObject({ Success: true });
  expect(await refund(paid, 1)).toMatchObject({ Success: false, Message: 'The balance is too small' });
  expect((await server.get('/sandbox/api/card/terminal')).body).toMatchObject({ balanceKopecks: 50 });
});

test('rejects requests over a limit with HTTP 429', async () => {
  await server.post('/sandbox/api/card/failures', { method: 'payments/refund', times: 1, status: 429 });
  const { publicTerminalId, apiSecret } = server.sandbox.cardProvider;
  const call = async () => {
    const response = await server.fetch('/sandbox/card/api/payments/refund', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Basic ${Buffer.from(`${publicTerminalId}:${apiSecret}`).toString('base64')}`,
      },
      body: JSON.stringify({ TransactionId: 1, Amount: 1 }),
    });
    return response.status;
  };
  expect([await call(), await call()]).toEqual([429, 200]);
});

test.each([5001, 5003, 5005, 5012, 5017, 5033, 5034, 5057])(
  'ends a recurring payment after one decline with code %d',
  async (reasonCode) => {
    const paid = await pay();
    await server.post(`/sandbox/api/payments/${paid}/failNext`, { reasonCode });
    await server.post('/sandbox/api/clock', { advance: throughTrial(1) });
    expect(await recurringPayment()).toMatchObject({ Status: 'Rejected', NextTransactionDateIso: null });
    const declines = (await told()).filter(({ type }) => type === 'fail');
    expect(declines.map(({ fields }) => fields['ReasonCode'])).toEqual([String(reasonCode)]);
  },
);

test('retries a charge after any other decline', async () => {
  const paid = await pay();
  await server.post(`/sandbox/api/payments/${paid}/failNext`, { reasonCode: 5051 });
  await server.post('/sandbox/api/clock', { advance: throughTrial(0) });
  expect(await recurringPayment()).toMatchObject({ Status: 'PastDue', FailedTransactionsNumber: 1 });
});

test('rejects a StartDate in the past, in the widget and in an update', async () => {
  await pay();
  const { Id } = await recurringPayment();
  const past = new Date(server.deps.clock.now().getTime() - 60_000).toISOString();
  expect((await ask('subscriptions/update', { Id, StartDate: past })).result.Success).toBe(false);
  const { status } = await server.post('/sandbox/card/widget/pay', {
    publicTerminalId: 'pk_sandbox',
    token: await cardToken(server, CARDS.plain),
    amount: 1,
    currency: 'RUB',
    recurrent: { interval: 'Month', period: 1, startDate: past },
  });
  expect(status).toBe(400);
});

test('counts the one-year limit of a charge from the previous charge', async () => {
  await pay();
  await server.post('/sandbox/api/clock', { advance: throughTrial(20) });
  const { Id } = await recurringPayment();
  const update = async (StartDate: Date) =>
    (await ask('subscriptions/update', { Id, StartDate: StartDate.toISOString() })).result.Success;
  expect(await update(addDays(addMonths(TRIAL_END, 12), 1))).toBe(false);
  expect(await update(addMonths(TRIAL_END, 12))).toBe(true);
});

describe('a receipt', () => {
  const item = { label: 'Подписка', price: 1, quantity: 1, amount: 1, vat: null, method: 4, object: 4 };
  const valid = { items: [item], email: EMAIL, amounts: { electronic: 1 } };
  const invalid: [string, object][] = [
    ['has no items', { ...valid, items: [] }],
    ['has another sum than the payment', { ...valid, items: [{ ...item, price: 2, amount: 2 }] }],
    ['has a product that is not its amount', { ...valid, items: [{ ...item, quantity: 2 }] }],
    ['has other amounts than items', { ...valid, amounts: { electronic: 2 } }],
    ['has a label of 129 characters', { ...valid, items: [{ ...item, label: 'x'.repeat(129) }] }],
    ['has an unknown rate of VAT', { ...valid, items: [{ ...item, vat: 18 }] }],
    ['has VAT in a patent', { ...valid, items: [{ ...item, vat: 22 }], taxationSystem: 5 }],
    ['has an unknown tax system', { ...valid, taxationSystem: 6 }],
    ['has an advance for a service', { ...valid, items: [{ ...item, method: 3 }] }],
    ['has a phone number that is none', { ...valid, phone: '+12' }],
    ['names nobody to send it to', { items: [item], amounts: { electronic: 1 } }],
  ];

  test.each(invalid)('that %s is rejected in a refund', async (_, CustomerReceipt) => {
    const paid = await pay();
    await server.settled();
    await server.post('/sandbox/api/clock', { advance: throughTrial(1) });
    const charge = await chargedPayment();
    expect(charge).not.toBe(paid);
    expect(await refund(charge, 1, { CloudPayments: { CustomerReceipt } })).toMatchObject({ Success: false });
    expect(await refund(charge, 1, { CloudPayments: { CustomerReceipt: valid } })).toMatchObject({
      Success: true,
    });
  });

  test('that is not valid is rejected in the widget and in an update', async () => {
    const receipt = { ...valid, items: [] };
    const widget = async (changes: object) =>
      (
        await server.post('/sandbox/card/widget/pay', {
          publicTerminalId: 'pk_sandbox',
          token: await cardToken(server, CARDS.plain),
          amount: 1,
          currency: 'RUB',
          ...changes,
        })
      ).status;
    expect(await widget({ receipt })).toBe(400);
    expect(await widget({ recurrent: { interval: 'Month', period: 1, receipt } })).toBe(400);
    expect(await widget({ receipt: valid })).toBe(200);
    await pay();
    const { Id } = await recurringPayment();
    const update = async (CustomerReceipt: object) =>
      (await ask('subscriptions/update', { Id, CustomerReceipt })).result.Success;
    expect(await update(valid)).toBe(false);
    const monthly = { ...item, price: MONTH_RUB, amount: MONTH_RUB };
    expect(await update({ ...valid, items: [monthly], amounts: { electronic: MONTH_RUB } })).toBe(true);
  });
});

test('omits the account in the charges of recurring payments if the terminal is configured so', async () => {
  await server.post('/sandbox/api/card/terminal', { namesAccount: false });
  await pay();
  await server.post('/sandbox/api/clock', { advance: throughTrial(1) });
  const charge = (await told()).find(({ type, fields }) => type === 'pay' && fields['SubscriptionId']);
  expect(charge?.fields).not.toHaveProperty('AccountId');
  const { result } = await ask('payments/get', { TransactionId: await chargedPayment() });
  expect(result.Model).toMatchObject({ AccountId: null });
});

test('its dashboard changes the amount and postpones the charge without a notification', async () => {
  const paid = await pay();
  await server.settled();
  const before = (await told()).length;
  const change = async (body: object) =>
    (await server.post(`/sandbox/api/payments/${paid}/recurringPayment`, body)).status;
  expect(await change({ action: 'amount', amountKopecks: 59_900 })).toBe(200);
  expect(await change({ action: 'postpone', days: 10 })).toBe(200);
  expect(await change({ action: 'card', number: '1234' })).toBe(400);
  expect(await recurringPayment()).toMatchObject({
    Amount: 599,
    NextTransactionDateIso: addDays(TRIAL_END, 10).toISOString().slice(0, 19),
  });
  expect(await told()).toHaveLength(before);
});

test('has its own clock', async () => {
  await server.post('/sandbox/api/card/terminal', { skewMs: -90_000 });
  const paid = await pay();
  const { result } = await ask('payments/get', { TransactionId: paid });
  const created = new Date(new Date(TEST_START).getTime() - 90_000).toISOString().slice(0, 19);
  expect(result.Model).toMatchObject({ CreatedDateIso: created });
});

test('rejects a charge that is more than one year ahead', async () => {
  const yearAndDay = addDays(addMonths(TEST_START, 12), 1).toISOString();
  await pay();
  server.machineClock.advance(5_000);
  const [recurringPayment] = modelsOf(
    (await ask('subscriptions/find', { accountId: order.accountId })).result,
  );
  const update = async (StartDate: string) =>
    (await ask('subscriptions/update', { Id: recurringPayment?.['Id'], StartDate })).result.Success;
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

test('reports each state change of a recurring payment, and omits the order in its charges', async () => {
  await pay();
  await server.post('/sandbox/api/clock', { advance: throughTrial(33) });
  const notifications = await told();
  expect(notifications.filter(({ type }) => type === 'recurrent')).toHaveLength(1);
  const charges = notifications.filter(({ type, fields }) => type === 'pay' && fields['SubscriptionId']);
  expect(charges).toHaveLength(2);
  for (const { fields } of charges) expect(fields).not.toHaveProperty('InvoiceId');
});
