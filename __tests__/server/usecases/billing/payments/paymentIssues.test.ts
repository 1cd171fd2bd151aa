/**
 * Tests payments that were charged but not accepted. The server refunds such a payment automatically if the case is
 * clear. Otherwise staff decide.
 */
import { ProviderRejected } from '../../../../../src/server/ports/cardProvider';
import { monthLabel } from '../../../../../src/server/texts/payments';
import { ensureFirstAdmin } from '../../../../../src/server/usecases/staff/staffAccounts';
import { deliverDueOutbox } from '../../../../../src/server/workers/delivery/deliverOutbox';
import { DEFAULT_BRAND } from '../../../../../src/shared/brand';
import { type CardCustomer, cardCustomer } from '../../../../support/cardCustomer';
import { PAY } from '../../../../support/notificationExamples';
import { MONTH_RUB } from '../../../../support/offer';
import { startTestServer, type TestServer } from '../../../../support/server';

const HOUR = 3_600_000;
const ADMIN = { username: 'admin', password: 'a long enough password' };

let server: TestServer;
let customer: CardCustomer;
let token: string;

beforeEach(async () => {
  server = await startTestServer();
  await ensureFirstAdmin(server.deps, ADMIN);
  await signIn();
  customer = await cardCustomer(server, 'payer@example.org');
});

afterEach(() => deliverDueOutbox(server.deps));

const signIn = async () => {
  token = (await server.call('staffLogin', { body: ADMIN })).body.accessToken;
};
const deliver = () => deliverDueOutbox(server.deps);
const list = async (all = false) =>
  (await server.call('listPaymentIssues', { token, body: { all } })).body.content;
const refunds = () =>
  server.fakeCardProvider.changes.filter(({ call }) => call === 'refund').map(({ id }) => id);
const act = (id: number, action: 'retry' | 'refund' | 'explained', note = '') =>
  server.call('resolvePaymentIssue', { token, body: { id, action, note } });

test('a payment of a wrong amount is refunded automatically, and its recurring payment is cancelled', async () => {
  const { order } = customer;
  const startAt = new Date(order.recurringPayment.startDate);
  server.fakeCardProvider.recurringPayments.push({
    ...{ id: 'sc_wrong', accountId: customer.uid, state: 'active', amountKopecks: 100, currency: 'RUB' },
    ...{ nextChargeAt: startAt, startAt, successes: 0, failures: 0 },
  });
  // The server requests the refund at once. Staff see the payment in the list until the card provider responds.
  server.fakeCardProvider.isSilent = true;
  await customer.notify('pay', customer.first({ Amount: '2.00' }));
  await deliver();
  expect(await list()).toMatchObject([{ question: 'wrongAmount', amount: 2, email: 'payer@example.org' }]);
  server.fakeCardProvider.isSilent = false;
  server.clock.advance(HOUR);
  await signIn();
  await deliver();
  expect(refunds()).toEqual([String(customer.first().TransactionId)]);
  expect(server.fakeCardProvider.recurringPayments).toMatchObject([{ state: 'cancelled' }]);
  expect(await list()).toEqual([]);
  expect(await list(true)).toMatchObject([{ outcome: 'returned' }]);
});

test('the refund receipt of a wrong charge names the month, not the item of the first payment', async () => {
  await customer.subscribe();
  await customer.notify('pay', customer.charge(server.clock.now(), 600_777, { Amount: '2.00' }));
  await deliver();
  const returned = server.fakeCardProvider.changes.find(
    ({ call, id }) => call === 'refund' && id === '600777',
  );
  expect(returned?.details).toMatchObject({
    receipt: { label: monthLabel(DEFAULT_BRAND.product), amountKopecks: 200 },
  });
});

test('a payment that matches nothing waits for staff, who refund it', async () => {
  await customer.notify('pay', { ...PAY, InvoiceId: 'invoice of another shop', AccountId: 'somebody' });
  await deliver();
  expect(refunds()).toEqual([]);
  const [row] = await list();
  expect(row).toMatchObject({ question: 'unknownAccount', userId: null, actions: ['refund', 'explained'] });
  expect((await server.call('countPaymentIssues', { token, body: {} })).body).toEqual({ open: 1 });
  await act(row?.id ?? 0, 'refund', 'not ours');
  await deliver();
  expect(refunds()).toEqual([PAY.TransactionId]);
  expect(await list(true)).toMatchObject([{ outcome: 'returned', by: 'admin', note: 'not ours' }]);
});

test('a rejected refund can be retried when its cause has passed', async () => {
  const refund = server.fakeCardProvider.refundPayment.bind(server.fakeCardProvider);
  server.fakeCardProvider.refundPayment = () => Promise.reject(new ProviderRejected('not enough money'));
  await customer.subscribe();
  for (let hours = 0; hours < 12; hours += 1) {
    server.clock.advance(HOUR);
    await deliver();
  }
  await signIn();
  const [row] = await list();
  expect(row).toMatchObject({ question: 'refundRejected', actions: ['retry', 'explained'] });
  expect(row?.reason).toContain('not enough money');
  server.fakeCardProvider.refundPayment = refund;
  expect((await act(row?.id ?? 0, 'retry')).status).toBe(200);
  await deliver();
  expect(refunds()).toEqual([String(customer.first().TransactionId)]);
  expect(await list()).toEqual([]);
  // A manual retry just after the automatic refund has succeeded counts as successful.
  expect((await act(row?.id ?? 0, 'retry')).status).toBe(200);
  expect((await act(row?.id ?? 0, 'explained', 'it went back')).status).toBe(409);
  await deliver();
  expect(refunds()).toEqual([String(customer.first().TransactionId)]);
  expect(await list(true)).toMatchObject([{ outcome: 'returned', action: 'retry' }]);
});

test('an explanation requires a text, closes the issue, and is recorded in the audit log', async () => {
  await customer.notify('pay', { ...PAY, InvoiceId: 'x', AccountId: 'somebody' });
  const [row] = await list();
  expect((await act(row?.id ?? 0, 'explained')).status).toBe(400);
  expect((await act(row?.id ?? 0, 'explained', 'the other shop')).status).toBe(200);
  expect((await act(row?.id ?? 0, 'refund')).status).toBe(409);
  expect(await list(true)).toMatchObject([{ outcome: 'explained', note: 'the other shop' }]);
  const { body } = await server.call('searchAudit', { token, body: { action: 'reportPaymentIssue' } });
  expect(body.content).toMatchObject([{ details: { comment: 'the other shop', action: 'explained' } }]);
});

describe('a chargeback', () => {
  const enter = (transactionId: string, amount: number, note = 'email of the office') =>
    server.call('recordChargeback', { token, body: { transactionId, amount, note } });
  const CHARGE = 611_001;

  /** Pays for the first month of a subscription. */
  beforeEach(async () => {
    await customer.subscribe();
    const chargeAt = customer.order.recurringPayment.startDate;
    server.clock.advance(Date.parse(chargeAt) - server.clock.now().getTime());
    await customer.notify('pay', customer.charge(chargeAt, CHARGE));
    await deliver();
    await signIn();
  });

  test('ends the access that the payment bought and the recurring payment, once', async () => {
    expect(await customer.subscription()).toMatchObject({ status: 'ACTIVE' });
    const { status, body } = await enter(` ${String(CHARGE)} `, MONTH_RUB);
    expect([status, body]).toEqual([200, { success: true, userId: customer.id }]);
    await deliver();
    expect(await customer.subscription()).toMatchObject({ status: 'EXPIRED' });
    expect(server.fakeCardProvider.recurringPayments).toMatchObject([{ state: 'cancelled' }]);
    // The bank has already returned the money of the chargeback, so the server does not refund the payment again.
    expect(refunds()).not.toContain(String(CHARGE));
    expect((await enter(String(CHARGE), MONTH_RUB)).status).toBe(409);
    const audit = await server.call('searchAudit', { token, body: { action: 'recordChargeback' } });
    expect(audit.body.content).toMatchObject([{ details: { comment: 'email of the office' } }]);
  });

  test('is rejected for an unknown payment, for more than was paid, and without its source', async () => {
    expect((await enter('no such payment', MONTH_RUB)).status).toBe(404);
    expect((await enter(String(CHARGE), MONTH_RUB + 1)).error).toMatchObject({ fields: ['amount'] });
    expect((await enter(String(CHARGE), 0)).error).toMatchObject({ fields: ['amount'] });
    expect((await enter(String(CHARGE), 1.001)).error).toMatchObject({ fields: ['amount'] });
    expect((await enter(String(CHARGE), MONTH_RUB, ' ')).error).toMatchObject({ fields: ['note'] });
    expect(await customer.subscription()).toMatchObject({ status: 'ACTIVE' });
  });
});
