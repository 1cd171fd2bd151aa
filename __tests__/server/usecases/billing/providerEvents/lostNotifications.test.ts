/** Tests that the server recovers if 30 % of the provider's notifications are lost. */
import { reconcileOrders } from '../../../../../src/server/usecases/billing/providerEvents/reconcileOrders';
import { deliverDueOutbox } from '../../../../../src/server/workers/delivery/deliverOutbox';
import { type CardCustomer, cardCustomer, stamp } from '../../../../support/cardCustomer';
import { onPostgres } from '../../../../support/database';
import { addMonths, addSeconds, MONTH_KOPECKS, TRIAL_END } from '../../../../support/offer';
import { runAlone } from '../../../../support/runAlone';
import { seededRandom } from '../../../../support/seededRandom';
import { startTestServer } from '../../../../support/server';

/**
 * Number of customers. Each customer causes ten notifications: five payments, each with a report of the recurring
 * payment.
 */
const CUSTOMERS = onPostgres ? 12 : 100;
const CHARGES = 4;
const DROPPED = 0.3;

test(`${CUSTOMERS * 10} notifications, 30 % of them dropped: every customer has paid once a month and has access`, async () => {
  const server = await startTestServer();
  const { fakeCardProvider, clock, deps } = server;
  const random = seededRandom(30);
  let sent = 0;
  let dropped = 0;
  const notify = async (customer: CardCustomer, kind: string, fields: Record<string, string | number>) => {
    sent += 1;
    if (random.chance(DROPPED)) dropped += 1;
    else expect(await customer.notify(kind, fields)).toBe(0);
  };
  const settle = async () => {
    await runAlone(reconcileOrders, deps);
    await deliverDueOutbox(deps);
  };

  const customers: CardCustomer[] = [];
  for (let index = 0; index < CUSTOMERS; index += 1) {
    const customer = await cardCustomer(server, `payer${index}@example.org`);
    customers.push(customer);
    const first = customer.first();
    await customer.notify('check', first);
    fakeCardProvider.payments.push(
      customer.told(clock.now().toISOString(), Number(first['TransactionId']), {
        amountKopecks: 100,
        recurringPaymentId: null,
      }),
    );
    fakeCardProvider.recurringPayments.push(customer.recurringPayment());
    await notify(customer, 'pay', first);
    await notify(customer, 'recurrent', customer.recurrent());
  }
  clock.advance(10_000);
  await settle();

  for (let month = 0; month < CHARGES; month += 1) {
    const dueAt = addMonths(TRIAL_END, month);
    const chargedAt = addSeconds(dueAt, 5);
    const nextAt = addMonths(TRIAL_END, month + 1);
    clock.set(addSeconds(dueAt, 10));
    for (const [index, customer] of customers.entries()) {
      const transactionId = 1_000_000 + month * CUSTOMERS + index;
      fakeCardProvider.payments.push(customer.told(chargedAt, transactionId));
      fakeCardProvider.recurringPayments = fakeCardProvider.recurringPayments.map((known) =>
        known.id === customer.recurringPaymentId
          ? { ...known, successes: month + 1, nextChargeAt: nextAt }
          : known,
      );
      await notify(customer, 'pay', customer.charge(chargedAt, transactionId));
      const word = { SuccessfulTransactionsNumber: month + 1, NextTransactionDate: stamp(nextAt) };
      await notify(customer, 'recurrent', customer.recurrent(word));
    }
    clock.advance(20 * 60_000);
    // One round of the job checks about twenty orders, and the jobs run every two seconds.
    for (let round = 0; round <= CUSTOMERS / 20; round += 1) await settle();
    for (const customer of customers) {
      expect(await customer.subscription()).toMatchObject({
        status: 'ACTIVE',
        totalPaidKopecks: MONTH_KOPECKS * (month + 1),
        expirationDate: nextAt,
      });
    }
  }
  const rublesReturned = fakeCardProvider.changes.filter(({ call }) => call === 'refund');
  expect(rublesReturned).toHaveLength(CUSTOMERS);
  expect(fakeCardProvider.changes).toHaveLength(CUSTOMERS);
  process.stdout.write(`lost notifications: ${sent} sent, ${dropped} dropped, ${CUSTOMERS} accounts right\n`);
});
