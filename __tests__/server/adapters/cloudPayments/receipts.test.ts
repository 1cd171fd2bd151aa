/** Tests the receipts that the provider's online cash register issues. */
import { createHmac } from 'node:crypto';
import { receipts } from '../../../../src/server/store/schema/receipts';
import { readPayments } from '../../../../src/server/usecases/billing/payments/readPayments';
import { deliverDueOutbox } from '../../../../src/server/workers/delivery/deliverOutbox';
import { type CardCustomer, cardCustomer } from '../../../support/cardCustomer';
import { RECEIPT } from '../../../support/notificationExamples';
import { startTestServer, type TestServer } from '../../../support/server';

let server: TestServer;
let customer: CardCustomer;

beforeEach(async () => {
  server = await startTestServer();
  customer = await cardCustomer(server, 'payer@example.org');
});

afterEach(() => deliverDueOutbox(server.deps));

type Fields = Record<string, string | number>;

const receipt = (changes: Fields = {}): Fields => ({
  ...RECEIPT,
  TransactionId: customer.first()['TransactionId'] ?? 0,
  InvoiceId: customer.order.id,
  AccountId: customer.uid,
  ...changes,
});
const rows = () => server.db.select().from(receipts);
const urls = async () => (await readPayments(server.db, customer.id)).map(({ receiptUrl }) => receiptUrl);

test('a receipt is shown with its payment, whichever arrives first', async () => {
  expect(await customer.notify('receipt', receipt())).toBe(0);
  expect(await urls()).toEqual([]);
  await customer.subscribe();
  expect(await urls()).toEqual([RECEIPT.Url]);
});

test('a hundred copies of a receipt are stored once', async () => {
  const codes = await Promise.all(Array.from({ length: 100 }, () => customer.notify('receipt', receipt())));
  expect(codes).toEqual(Array(100).fill(0));
  expect(await rows()).toHaveLength(1);
});

test('the receipt of a refund is not used as the receipt of the payment', async () => {
  await customer.subscribe();
  await customer.notify(
    'receipt',
    receipt({ Id: 'back', Type: 'IncomeReturn', Url: 'https://ofd.example/back' }),
  );
  expect(await urls()).toEqual([null]);
  await customer.notify('receipt', receipt());
  expect(await urls()).toEqual([RECEIPT.Url]);
});

test('an older cash register identifies receipts by their fiscal document number', async () => {
  const { Id: _id, ...older } = receipt();
  await customer.notify('receipt', older);
  await customer.notify('receipt', older);
  expect(await rows()).toMatchObject([
    { fiscalSign: RECEIPT.FiscalSign, kind: 'income', amountKopecks: 100 },
  ]);
});

test('a JSON body is parsed like a form body', async () => {
  const body = JSON.stringify(receipt({ Amount: 1, DocumentNumber: 53 }));
  const response = await server.fetch('/api/webhooks/cloudpayments/receipt', {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-HMAC': createHmac('sha256', 'test-api-secret').update(body).digest('base64'),
    },
  });
  expect(await response.json()).toEqual({ code: 0 });
  expect(await rows()).toHaveLength(1);
});

test.each([
  ['a link that runs a script', { Url: 'javascript:alert(1)' }],
  ['no link', { Url: '' }],
  ['no number of its own', { Id: '', FiscalSign: '' }],
  ['no payment', { TransactionId: '' }],
  ['more money than can be counted', { Amount: '99999999.00' }],
])('a receipt with %s returns 400 and is not stored', async (_what, changes: Fields) => {
  const response = await server.fakeCardProvider.notify('receipt', receipt(changes));
  expect(response.status).toBe(400);
  expect(await rows()).toEqual([]);
});

test('another kind of document is acknowledged, so that the provider does not repeat it, but is not stored', async () => {
  const response = await server.fakeCardProvider.notify('receipt', receipt({ Type: 'Correction' }));
  expect(await response.json()).toEqual({ code: 0 });
  expect(await rows()).toEqual([]);
});

test('production accepts https links only', async () => {
  server = await startTestServer({ settings: { mode: 'production' } });
  const plain = receipt({ Url: 'http://ofd.example/1' });
  expect((await server.fakeCardProvider.notify('receipt', plain)).status).toBe(400);
  expect((await server.fakeCardProvider.notify('receipt', receipt())).status).toBe(200);
});

test('a forged receipt is rejected', async () => {
  const response = await server.fetch('/api/webhooks/cloudpayments/receipt', {
    method: 'POST',
    body: new URLSearchParams({ ...RECEIPT }).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-HMAC': 'forged' },
  });
  expect(response.status).toBe(401);
  expect(await rows()).toEqual([]);
});
