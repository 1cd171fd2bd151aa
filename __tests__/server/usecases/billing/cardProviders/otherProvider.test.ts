/** Tests the product with another card provider whose ids are not numeric, alone and next to the first provider. */
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../../../src/server/deps';
import { type App, buildApp } from '../../../../../src/server/http/app';
import { orders } from '../../../../../src/server/store/schema/orders';
import { refunds } from '../../../../../src/server/store/schema/refunds';
import { paymentEvents } from '../../../../../src/server/store/schema/subscriptions';
import { recordChargeback } from '../../../../../src/server/usecases/billing/refunds/recordChargeback';
import { refundPayment } from '../../../../../src/server/usecases/billing/refunds/refundPayment';
import { readSubscription } from '../../../../../src/server/usecases/billing/subscriptions/readSubscription';
import { ensureFirstAdmin } from '../../../../../src/server/usecases/staff/staffAccounts';
import { runDueJobs } from '../../../../../src/server/workers/jobs/startJobs';
import { cloudPaymentsDecline } from '../../../../../src/shared/cloudPaymentsDeclines';
import { type CardCustomer, cardCustomer } from '../../../../support/cardCustomer';
import { MONTH_KOPECKS } from '../../../../support/offer';
import { type OtherProvider, otherProvider, reportOfOther } from '../../../../support/otherProvider';
import { instanceWith, startTestServer, type TestServer } from '../../../../support/server';

let server: TestServer;
let deps: Deps;
let app: App;
let provider: OtherProvider;
let customer: CardCustomer;

beforeEach(async () => {
  server = await startTestServer();
  provider = otherProvider();
  deps = instanceWith(server.deps, { cardProvider: provider });
  app = buildApp(deps);
  customer = await cardCustomer(server, 'payer@example.org');
});

describe('next to the provider of new orders', () => {
  const CHARGE = 700_001;

  beforeEach(async () => {
    server = await startTestServer({ newCardProvider: provider });
    customer = await cardCustomer(server, 'payer@example.org');
    server.fakeCardProvider.recurringPayments = [customer.recurringPayment()];
    await customer.subscribe();
    await runDueJobs(server.deps);
  });

  const chargeAt = () => customer.order.recurringPayment.startDate;

  it('charges, refunds and cancellations use the provider of the original payment', async () => {
    server.clock.set(chargeAt());
    expect(await customer.notify('pay', customer.charge(chargeAt(), CHARGE))).toBe(0);
    expect(await customer.subscription()).toMatchObject({
      status: 'ACTIVE',
      totalPaidKopecks: MONTH_KOPECKS,
    });
    await ensureFirstAdmin(server.deps, { username: 'admin', password: 'a long enough password' });
    const staff = { staffId: 1, username: 'admin', ip: '127.0.0.1', requestId: 'test' };
    const asked = {
      transactionIds: [],
      amountKopecks: 'all' as const,
      reason: 'doesNotWork' as const,
      comment: '',
    };
    await refundPayment(server.deps, staff, { accountId: customer.id, requestKey: null, ...asked });
    await runDueJobs(server.deps);
    expect(server.fakeCardProvider.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ call: 'refund', id: String(CHARGE) }),
        expect.objectContaining({ call: 'cancel', id: customer.recurringPaymentId }),
      ]),
    );
    expect(provider.asked).toEqual([]);
    const { body } = await server.call('getShop', { token: customer.token });
    const [offered] = await server.db
      .select()
      .from(orders)
      .where(eq(orders.id, body.order?.id ?? ''));
    expect(offered?.provider).toBe('other');
  });

  it('a charge that its provider never reported is found there', async () => {
    server.fakeCardProvider.payments = [customer.told(chargeAt(), CHARGE)];
    server.clock.set(chargeAt());
    server.clock.advance(2 * 24 * 3_600_000);
    await runDueJobs(server.deps);
    expect(await customer.subscription()).toMatchObject({
      status: 'ACTIVE',
      totalPaidKopecks: MONTH_KOPECKS,
    });
  });

  it('a chargeback can be recorded for a payment of either provider', async () => {
    server.clock.set(chargeAt());
    await customer.notify('pay', customer.charge(chargeAt(), CHARGE));
    await ensureFirstAdmin(server.deps, { username: 'admin', password: 'a long enough password' });
    const staff = { staffId: 1, username: 'admin', ip: '127.0.0.1', requestId: 'test' };
    const money = { transactionId: String(CHARGE), amountKopecks: MONTH_KOPECKS, note: 'an email' };
    expect(await recordChargeback(server.deps, staff, money)).toBe(customer.id);
    const unknown = { ...money, transactionId: '1' };
    await expect(recordChargeback(server.deps, staff, unknown)).rejects.toThrow('Payment not found.');
  });
});

const report = async (content: object): Promise<unknown> => (await app.fetch(reportOfOther(content))).json();
const subscription = () => readSubscription(server.db, customer.id, server.clock.now());

const payment = (transactionId: string, amountKopecks: number, recurringPaymentId: string | null) => ({
  transactionId,
  amountKopecks,
  currency: 'RUB',
  at: server.clock.now(),
  isTest: true,
  orderId: customer.order.id,
  accountId: customer.order.accountId,
  email: null,
  recurringPaymentId,
  cardMask: '•••• 1111',
});

it('handles a payment, a charge of its recurring payment and a refund end to end', async () => {
  const first = payment('pay_first-Ω', customer.order.amount * 100, null);
  expect(await report({ question: { ...first, isPayment: true } })).toEqual({ ok: true, rejection: null });
  await report({
    event: { kind: 'failed', decline: cloudPaymentsDecline(5051), ...first, transactionId: 'pay_a' },
  });
  await report({ event: { kind: 'paid', ...first } });
  const recurringPayment = {
    accountId: customer.order.accountId,
    amountKopecks: MONTH_KOPECKS,
    currency: 'RUB',
    startAt: new Date(customer.order.recurringPayment.startDate),
    state: 'active' as const,
    successes: 0,
    failures: 0,
    nextChargeAt: new Date(customer.order.recurringPayment.startDate),
  };
  provider.recurringPayments = [{ id: 'rec/one', ...recurringPayment }];
  await report({ event: { kind: 'recurringPayment', recurringPaymentId: 'rec/one', ...recurringPayment } });
  await runDueJobs(deps);
  expect(provider.asked).toEqual(['refund pay_first-Ω']);

  server.clock.set(customer.order.recurringPayment.startDate);
  const charge = payment('pay_second', MONTH_KOPECKS, 'rec/one');
  expect(await report({ question: { ...charge, isPayment: true } })).toEqual({ ok: true, rejection: null });
  await report({ event: { kind: 'paid', ...charge } });
  await report({ event: { kind: 'paid', ...charge } });
  expect(await subscription()).toMatchObject({ status: 'ACTIVE', totalPaidKopecks: MONTH_KOPECKS });

  await ensureFirstAdmin(deps, { username: 'admin', password: 'a long enough password' });
  const staff = { staffId: 1, username: 'admin', ip: '127.0.0.1', requestId: 'test' };
  const asked = {
    transactionIds: [],
    amountKopecks: 'all' as const,
    reason: 'doesNotWork' as const,
    comment: '',
  };
  await refundPayment(deps, staff, { accountId: customer.id, requestKey: null, ...asked });
  await runDueJobs(deps);
  expect(provider.asked).toEqual(expect.arrayContaining(['refund pay_second', 'cancel rec/one']));
  expect(await server.db.select().from(refunds)).toMatchObject([
    { provider: 'other', transactionId: 'pay_second', state: 'returned' },
  ]);
  expect(await subscription()).toMatchObject({ isActive: false, totalPaidKopecks: 0 });
  const ledger = await server.db.select().from(paymentEvents).orderBy(paymentEvents.id);
  expect(
    ledger.every(({ provider: name, eventKey }) => name === 'other' && eventKey.includes(':other:')),
  ).toBe(true);
});

it("rejects a forged notification with the provider's own response format", async () => {
  const forged = reportOfOther({ event: {} });
  forged.headers.set('X-Signature', 'forged');
  const response = await app.fetch(forged);
  expect([response.status, await response.json()]).toEqual([403, { ok: false }]);
});
