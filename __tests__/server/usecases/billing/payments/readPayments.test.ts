import { CHARGE_GRACE_DAYS } from '../../../../../src/server/domain/billing/chargeDates';
/** Tests a customer's payments as shown to the customer and to staff. */
import type { LedgerEventData } from '../../../../../src/server/domain/billing/ledgerEvents';
import { ProviderRejected } from '../../../../../src/server/ports/cardProvider';
import { change } from '../../../../../src/server/usecases/billing/ledger/change';
import { readPayments } from '../../../../../src/server/usecases/billing/payments/readPayments';
import { runDueJobs } from '../../../../../src/server/workers/jobs/startJobs';
import { cloudPaymentsDecline } from '../../../../../src/shared/cloudPaymentsDeclines';
import { MONTH_KOPECKS, MONTH_RUB } from '../../../../support/offer';
import { PROVIDER } from '../../../../support/paymentEvents';
import { trialPayment } from '../../../../support/paymentEvents';
import { declineOrder, payOrder } from '../../../../support/payments';
import { startTestServer, type TestServer } from '../../../../support/server';
import { signInByEmail, signInStaffAs } from '../../../../support/signIn';

let server: TestServer;
let accessToken: string;

beforeEach(async () => {
  server = await startTestServer();
  ({ accessToken } = await signInByEmail(server, 'vasilisa@example.com'));
});

async function order() {
  const { body } = await server.call('getShop', { token: accessToken, body: {} });
  if (!body.order) throw new Error('the shop offered no order');
  return body.order;
}

const list = () => readPayments(server.db, 1);

const record = (at: Date, key: string, data: LedgerEventData) =>
  server.db.transaction((tx) => change(tx, 1, [{ key, at, data }], at));

const charge = (at: Date, transactionId: string) =>
  record(
    at,
    `paid:${transactionId}`,
    trialPayment({ transactionId, role: 'recurrent', recurringPaymentStartAt: at.toISOString() }),
  );

it('are empty at first', async () => {
  expect(await list()).toEqual([]);
});

it('include a declined attempt and the verifying ruble, newest first', async () => {
  const offered = await order();
  await declineOrder(server, offered, 5051);
  server.clock.advance(60_000);
  const transactionId = await payOrder(server, offered);
  expect(await list()).toEqual([
    {
      provider: 'cloudPayments',
      transactionId,
      at: server.clock.now(),
      amountKopecks: 100,
      currency: 'RUB',
      role: 'first',
      orderKind: 'trial',
      state: expect.stringMatching(/returning|returned/) as string,
      returnedKopecks: expect.any(Number) as number,
      cardMask: '•••• 4242',
      decline: null,
      receiptUrl: null,
    },
    expect.objectContaining({
      amountKopecks: 100,
      role: 'first',
      orderKind: 'trial',
      state: 'declined',
      cardMask: '•••• 4242',
      decline: cloudPaymentsDecline(5051),
    }),
  ]);
  await runDueJobs(server.deps);
  expect((await list())[0]).toMatchObject({ state: 'returned', returnedKopecks: 100 });
});

it('report a charge as paid, partly refunded or refunded', async () => {
  const now = server.clock.now();
  await charge(now, '1');
  expect(await list()).toMatchObject([{ transactionId: '1', state: 'paid', returnedKopecks: 0 }]);
  const refunded = (refundId: string, amountKopecks: number) =>
    record(now, `refunded:${refundId}`, {
      kind: 'refunded',
      provider: PROVIDER,
      transactionId: '1',
      refundId,
      amountKopecks,
    });
  await refunded('r-1', 10_000);
  expect(await list()).toMatchObject([{ state: 'partlyReturned', returnedKopecks: 10_000 }]);
  await refunded('r-2', MONTH_KOPECKS - 10_000);
  expect(await list()).toMatchObject([{ state: 'returned', returnedKopecks: MONTH_KOPECKS }]);
});

it('report a charge as being refunded while the refund is pending, and not once it was rejected repeatedly', async () => {
  const now = server.clock.now();
  await charge(now, '1');
  server.fakeCardProvider.failNextWith(new ProviderRejected('rejected'));
  const data = {
    kind: 'refundDecided',
    provider: PROVIDER,
    transactionId: '1',
    amountKopecks: MONTH_KOPECKS,
  } as const;
  await record(now, 'refund-decided:1', data);
  expect(await list()).toMatchObject([{ state: 'returning' }]);
  server.fakeCardProvider.refundPayment = () => Promise.reject(new ProviderRejected('too old'));
  for (let tries = 0; tries < 12; tries += 1) {
    expect(await list()).toMatchObject([{ state: 'returning' }]);
    await runDueJobs(server.deps);
    server.clock.advance(3_600_000);
  }
  expect(await list()).toMatchObject([{ state: 'paid' }]);
});

describe('for staff', () => {
  it('include the effect of a refund of each payment, and their reading is audited', async () => {
    const now = server.clock.now();
    await charge(now, '1');
    const token = (await signInStaffAs(server, 'support')).accessToken;
    const { body } = await server.call('getUserPayments', { token, query: { userId: 1 } });
    expect(body).toMatchObject({
      payments: [
        {
          transactionId: '1',
          amount: MONTH_RUB,
          state: 'paid',
          refund: null,
          refundable: { amount: MONTH_RUB, accessUntil: null },
        },
      ],
      nextChargeAt: '2026-12-21T09:00:00.000Z',
      nextChargeAmount: MONTH_RUB,
    });
  });

  it('include when the access ends, and the failure of the due charge with its next attempt', async () => {
    const begun = server.clock.now();
    const orderId = 'order-1';
    const recurringPaymentStartAt = '2026-12-21T09:00:00.000Z';
    await record(
      begun,
      'paid:1',
      trialPayment({
        ...{ transactionId: '1', orderId, role: 'first', orderKind: 'renewal' },
        recurringPaymentStartAt,
      }),
    );
    let signIns = 0;
    const view = async () => {
      signIns += 1;
      const token = (await signInStaffAs(server, 'support', `agent-${String(signIns)}`)).accessToken;
      return (await server.call('getUserPayments', { token, query: { userId: 1 } })).body;
    };
    const { paidUntil, worksUntil, nextChargeAt } = await view();
    expect(paidUntil).toBe(nextChargeAt);
    const due = new Date(nextChargeAt ?? '');
    const graceEnd = new Date(due.getTime() + CHARGE_GRACE_DAYS * 86_400_000);
    expect(worksUntil).toBe(graceEnd.toISOString());
    server.clock.advance(due.getTime() - begun.getTime() + 60_000);
    await record(server.clock.now(), 'failed:2', {
      kind: 'paymentFailed',
      ...{ provider: PROVIDER, transactionId: '2', orderId, role: 'recurrent' },
      decline: cloudPaymentsDecline(5051),
    });
    expect(await view()).toMatchObject({
      ...{ paidUntil, worksUntil },
      failedCharge: { reason: 'noMoney', willRetry: true, retryAt: null },
    });
    const retryAt = new Date(due.getTime() + 86_400_000).toISOString();
    await record(server.clock.now(), 'recurrent:1', {
      kind: 'recurringPaymentChanged',
      ...{ provider: PROVIDER, orderId, recurringPaymentId: 'sc_1', state: 'pastDue' },
      ...{ successes: 0, failures: 1, nextChargeAt: retryAt },
    });
    expect((await view()).failedCharge).toEqual({ reason: 'noMoney', willRetry: true, retryAt });
  });

  it('predict that the months of a gift remain after a refund', async () => {
    const now = server.clock.now();
    await charge(now, '1');
    await record(now, 'gift:1', { kind: 'giftGranted', months: 1 });
    const token = (await signInStaffAs(server, 'support')).accessToken;
    const { body } = await server.call('getUserPayments', { token, query: { userId: 1 } });
    expect(body.payments[0]?.refundable).toEqual({
      amount: MONTH_RUB,
      accessUntil: '2026-12-22T09:00:00.000Z',
    });
  });

  it('do not exist for an unknown id', async () => {
    const token = (await signInStaffAs(server, 'support')).accessToken;
    expect((await server.call('getUserPayments', { token, query: { userId: 4711 } })).status).toBe(404);
  });
});
