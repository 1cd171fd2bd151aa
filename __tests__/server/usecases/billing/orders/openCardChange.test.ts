/** Tests a change of card on the real server, with the notifications and the REST API of the card provider. */
import { summarize } from '../../../../../src/server/domain/billing/status';
import { nextSubscriptionDueAt } from '../../../../../src/server/store/subscriptions';
import { readState } from '../../../../../src/server/usecases/billing/ledger/change';
import { reconcileOrders } from '../../../../../src/server/usecases/billing/providerEvents/reconcileOrders';
import { cancelSubscription } from '../../../../../src/server/usecases/billing/subscriptions/cancelSubscription';
import { deliverDueOutbox } from '../../../../../src/server/workers/delivery/deliverOutbox';
import { updateLapsedStatuses } from '../../../../../src/server/workers/jobs/updateLapsedStatuses';
import type { Order } from '../../../../../src/shared/contract/shop';
import { type CardCustomer, cardCustomer, stamp } from '../../../../support/cardCustomer';
import { agreeTo } from '../../../../support/consent';
import { CHECK } from '../../../../support/notificationExamples';
import { addDays, addMonths, addSeconds, MONTH_RUB, TRIAL_END } from '../../../../support/offer';
import { declineOrder, payOrder } from '../../../../support/payments';
import { runAlone } from '../../../../support/runAlone';
import { seededRandom } from '../../../../support/seededRandom';
import { startTestServer, type TestServer } from '../../../../support/server';

let server: TestServer;
let customer: CardCustomer;

beforeEach(async () => {
  server = await startTestServer();
  customer = await cardCustomer(server, 'payer@example.org');
  await customer.subscribe();
});

const open = async () => (await server.call('getCardChange', { token: customer.token })).body;
async function openOrder(): Promise<Order> {
  const { order } = await open();
  if (!order) throw new Error('the card cannot be changed now');
  return order;
}
const findChanges = (call: string) =>
  server.fakeCardProvider.changes.flatMap((change) => (change.call === call ? [change.id] : []));
const payments = async () =>
  (await server.call('listPayments', { token: customer.token, body: {} })).body.payments ?? [];
const subjects = () => server.mailbox.emails.map(({ subject }) => subject);

/** Sends the card provider's notification that the charge of the old card was declined. */
async function declineCharge(): Promise<void> {
  server.clock.set(addSeconds(TRIAL_END, 60));
  await customer.notify('fail', {
    ...customer.charge(addSeconds(TRIAL_END, 5), 700_001),
    Reason: 'InsufficientFunds',
    ReasonCode: 5051,
  });
}

test('a payment of 1 ruble changes the card, is refunded, and does not change the charge date, the amount or the access', async () => {
  server.clock.set(addDays(TRIAL_END, -3));
  const { state, order, dueAt, cardMask } = await open();
  expect({ state, dueAt, cardMask }).toEqual({
    state: 'offered',
    dueAt: TRIAL_END.toISOString(),
    cardMask: '•••• 4242',
  });
  expect(order).toMatchObject({
    kind: 'cardChange',
    amount: 1,
    recurringPayment: { amount: MONTH_RUB, startDate: addSeconds(TRIAL_END, 2).toISOString() },
  });
  const before = await customer.subscription();
  const ruble = await payOrder(server, await openOrder(), '5555');
  expect(await customer.subscription()).toMatchObject({
    status: 'ACTIVE',
    cardMask: '•••• 5555',
    totalPaidKopecks: before.totalPaidKopecks,
    expirationDate: addSeconds(TRIAL_END, 2),
  });
  await deliverDueOutbox(server.deps);
  expect(findChanges('cancel')).toEqual([customer.recurringPaymentId]);
  expect(findChanges('refund')).toContain(ruble);
  expect(subjects()).toContain('Карта для «Просвет» изменена');
  expect((await payments())[0]).toMatchObject({ purpose: 'cardChange', amount: 1, cardMask: '•••• 5555' });
});

test('a payment without a recorded consent is rejected', async () => {
  const order = await openOrder();
  const fields = { ...customer.first({ InvoiceId: order.id, TransactionId: 800_001 }), Status: CHECK.Status };
  expect(await customer.notify('check', fields)).toBe(13);
  expect((await customer.subscription()).cardMask).toBe('•••• 4242');
});

test('the cancellation of the old recurring payment is retried until the provider confirms it, and its charges are refunded', async () => {
  await payOrder(server, await openOrder(), '5555');
  server.fakeCardProvider.isSilent = true;
  await deliverDueOutbox(server.deps);
  server.clock.set(addSeconds(TRIAL_END, 10));
  const charge = customer.charge(addSeconds(TRIAL_END, 5), 700_002);
  expect(await customer.notify('check', { ...charge, Status: CHECK.Status })).toBe(13);
  expect(await customer.notify('pay', charge)).toBe(0);
  expect(findChanges('cancel')).toEqual([]);
  server.fakeCardProvider.isSilent = false;
  server.clock.set(addSeconds(TRIAL_END, 3600));
  await deliverDueOutbox(server.deps);
  expect(findChanges('cancel')).toEqual([customer.recurringPaymentId]);
  expect(findChanges('refund')).toContain('700002');
  expect(await customer.subscription()).toMatchObject({ status: 'ACTIVE', cardMask: '•••• 5555' });
});

test('after a failed charge the new card pays the month', async () => {
  await declineCharge();
  const order = await openOrder();
  expect(order).toMatchObject({ kind: 'cardChangeMonth', amount: MONTH_RUB });
  await payOrder(server, order, '5555');
  expect(await customer.subscription()).toMatchObject({
    status: 'ACTIVE',
    isChargeOverdue: false,
    cardMask: '•••• 5555',
    expirationDate: addSeconds(addMonths(TRIAL_END, 1), 2),
  });
  await deliverDueOutbox(server.deps);
  expect(findChanges('cancel')).toEqual([customer.recurringPaymentId]);
  // The email about a payment waits for the receipt of the payment.
  server.clock.set(addSeconds(TRIAL_END, 70));
  await deliverDueOutbox(server.deps);
  expect(subjects()).toContain('Карта для «Просвет» изменена, месяц оплачен');
});

test('after the month is paid with the new card, the charge of the old card is polled for one more day only', async () => {
  await declineCharge();
  await payOrder(server, await openOrder(), '5555');
  await deliverDueOutbox(server.deps);
  for (let hours = 0; hours < 26; hours++) {
    server.clock.advance(3_600_000);
    await runAlone(reconcileOrders, server.deps);
  }
  // The next work is the email three days before the next charge.
  const nextAt = await nextSubscriptionDueAt(server.db);
  expect(nextAt).not.toBeNull();
  expect(nextAt!.getTime()).toBeGreaterThan(addDays(server.clock.now(), 20).getTime());
});

test('a retry of the old card that succeeds at the same moment is the only charge that is kept', async () => {
  await declineCharge();
  const order = await openOrder();
  server.clock.set(addDays(TRIAL_END, 1));
  // The card provider dates the retry one minute before the payment, but reports the retry after the payment.
  const retry = customer.charge(addSeconds(addDays(TRIAL_END, 1), -60), 700_003);
  const paid = await payOrder(server, order, '5555');
  await customer.notify('pay', retry);
  await deliverDueOutbox(server.deps);
  expect(findChanges('refund').filter((id) => [paid, '700003'].includes(id))).toEqual([paid]);
  expect(await customer.subscription()).toMatchObject({
    status: 'ACTIVE',
    cardMask: '•••• 5555',
    expirationDate: addSeconds(addMonths(TRIAL_END, 1), 2),
  });
});

test('a declined payment of the ruble keeps the old card active', async () => {
  const order = await openOrder();
  await declineOrder(server, order, 5051);
  expect(await customer.subscription()).toMatchObject({ status: 'ACTIVE', cardMask: '•••• 4242' });
  await deliverDueOutbox(server.deps);
  expect(findChanges('cancel')).toEqual([]);
  // A further attempt to change the card gets a separate order.
  expect((await openOrder()).id).not.toBe(order.id);
});

test('a card that had a trial under another account may be used', async () => {
  const other = await cardCustomer(server, 'other@example.org');
  await other.subscribe();
  const order = await openOrder();
  const token = String(other.first()['Token']);
  const fields = customer.first({ InvoiceId: order.id, TransactionId: 800_002, Token: token });
  expect(await customer.notify('pay', { ...fields, DateTime: stamp(server.clock.now()) })).toBe(0);
  expect((await customer.subscription()).status).toBe('ACTIVE');
  expect((await payments())[0]).toMatchObject({ purpose: 'cardChange', state: 'returning' });
});

test('a cancellation after the change ends the new recurring payment', async () => {
  await payOrder(server, await openOrder(), '5555');
  const { body } = await server.call('cancelSubscription', {
    token: customer.token,
    body: { email: 'payer@example.org' },
  });
  expect(body.success).toBe(true);
  await deliverDueOutbox(server.deps);
  const ids = server.fakeCardProvider.recurringPayments.map(({ id }) => id);
  expect(new Set(findChanges('cancel'))).toEqual(new Set(ids));
  expect((await open()).state).toBe('noRenewal');
});

test('no change of card is offered while the charge of the old card is expected', async () => {
  server.clock.set(addSeconds(TRIAL_END, 60));
  expect(await open()).toMatchObject({ state: 'chargeDue', order: null });
});

test('a lost notification of the ruble is found by a poll', async () => {
  const order = await openOrder();
  await agreeTo(server.db, order.id);
  const fields = customer.first({
    InvoiceId: order.id,
    TransactionId: 800_003,
    Amount: '1.00',
    CardLastFour: '5555',
  });
  expect(await customer.notify('check', { ...fields, Status: CHECK.Status })).toBe(0);
  server.fakeCardProvider.payments.push(
    customer.told(server.clock.now(), 800_003, {
      orderId: order.id,
      amountKopecks: 100,
      recurringPaymentId: null,
      cardMask: '•••• 5555',
    }),
  );
  server.clock.advance(60_000);
  await runAlone(reconcileOrders, server.deps);
  await deliverDueOutbox(server.deps);
  expect(await customer.subscription()).toMatchObject({ status: 'ACTIVE', cardMask: '•••• 5555' });
  expect(findChanges('cancel')).toEqual([customer.recurringPaymentId]);
});

test('a renewal whose new recurring payment never appears ends with an email', async () => {
  await payOrder(server, await openOrder(), '5555');
  // The provider never created the recurring payment of the new card.
  server.fakeCardProvider.recurringPayments = server.fakeCardProvider.recurringPayments.filter(
    ({ id }) => id === customer.recurringPaymentId,
  );
  for (const days of [1, 2, 3, 4]) {
    server.clock.set(addDays(TRIAL_END, days));
    await updateLapsedStatuses(server.deps);
    await deliverDueOutbox(server.deps);
  }
  expect(await customer.subscription()).toMatchObject({ status: 'EXPIRED' });
  expect(subjects()).toContain('Подписка «Просвет» остановлена');
});

test.each([20])(
  '%i customers change the card while charges, retries and cancellations arrive in any order',
  async (count) => {
    const payers: CardCustomer[] = [];
    for (let number = 0; number < count; number += 1) {
      const payer = await cardCustomer(server, `racer${String(number)}@example.org`);
      await payer.subscribe();
      payers.push(payer);
    }
    for (const [number, payer] of payers.entries()) {
      const random = seededRandom(number + 1);
      const isFailing = number >= count / 2;
      const base = 1_000_000 + number * 10;
      server.clock.set(addSeconds(TRIAL_END, isFailing ? 3600 : -7200));
      if (isFailing)
        await payer.notify('fail', {
          ...payer.charge(addSeconds(TRIAL_END, 5), base),
          Reason: 'InsufficientFunds',
          ReasonCode: 5051,
        });
      const { order } = (await server.call('getCardChange', { token: payer.token })).body;
      if (!order) throw new Error('the card cannot be changed now');
      await agreeTo(server.db, order.id);
      const now = server.clock.now();
      const near = () => addSeconds(now, random.between(-540, 540));
      const paid = payer.first({
        InvoiceId: order.id,
        TransactionId: base + 1,
        Amount: order.amount.toFixed(2),
        CardLastFour: '5555',
        DateTime: stamp(near()),
      });
      const steps = [
        () => payer.notify('pay', paid),
        () => payer.notify('pay', payer.charge(near(), base + 2)),
        ...(random.chance(0.5)
          ? [() => payer.notify('recurrent', payer.recurrent({ Status: 'Cancelled' }))]
          : []),
        ...(random.chance(0.3) ? [() => cancelSubscription(server.deps, { accountId: payer.id })] : []),
        ...(random.chance(0.5) ? [() => payer.notify('pay', paid)] : []),
      ];
      for (const step of steps.toSorted(() => random.next() - 0.5)) await step();
      await deliverDueOutbox(server.deps);
      const { state } = await readState(server.db, payer.id);
      const months = state.payments.filter(
        ({ verdict, amountKopecks }) => verdict === 'counted' && amountKopecks > 100,
      );
      // One period is paid by one charge, and every other ruble goes back.
      expect(months.length).toBeLessThanOrEqual(1);
      for (const { transactionId, verdict, orderKind, role } of state.payments) {
        const goesBack = verdict !== 'counted' || (role === 'first' && orderKind !== 'cardChangeMonth');
        expect(findChanges('refund').includes(transactionId)).toBe(goesBack);
      }
      // The renewal ends only if the customer or the provider ended it, and a replaced recurring payment is cancelled.
      const [old] = state.agreements;
      const isReplaced = old?.ended?.by === 'surplus';
      // The provider may report its own end after the cancellation was requested.
      if (old?.ended?.by !== 'provider')
        expect(findChanges('cancel').includes(payer.recurringPaymentId)).toBe(
          isReplaced || old?.ended?.by === 'customer',
        );
      if (!summarize(state).recurring) expect(['customer', 'provider']).toContain(state.agreement?.ended?.by);
    }
  },
);
