/** Tests the product with a card provider that schedules no charges and sends no Check notification before a charge. */
import { eq } from 'drizzle-orm';
import type { ProviderCommand } from '../../../../../src/server/domain/billing/commands';
import { type CardProvider, ProviderRejected } from '../../../../../src/server/ports/cardProvider';
import { outbox } from '../../../../../src/server/store/schema/outbox';
import { executeCommand } from '../../../../../src/server/usecases/billing/commands/executeCommand';
import { cancelSubscription } from '../../../../../src/server/usecases/billing/subscriptions/cancelSubscription';
import { grantGiftMonths } from '../../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { runDueJobs } from '../../../../../src/server/workers/jobs/startJobs';
import { type CardCustomer, cardCustomer } from '../../../../support/cardCustomer';
import { MONTH_KOPECKS } from '../../../../support/offer';
import { reportOfOther, unscheduledProvider } from '../../../../support/otherProvider';
import { startTestServer, type TestServer } from '../../../../support/server';

type IsBehindCapability<Call extends string> = Call extends keyof CardProvider ? false : true;

/** Compiles only while a card provider of unknown capabilities has no methods for recurring payments. */
const BEHIND_CAPABILITY: {
  [
    Call in
      | 'findRecurringPayments'
      | 'readRecurringPayment'
      | 'cancelRecurringPayment'
      | 'moveRecurringPayment'
      | 'setRecurringPaymentReceipt'
  ]: IsBehindCapability<Call>;
} = {
  findRecurringPayments: true,
  readRecurringPayment: true,
  cancelRecurringPayment: true,
  moveRecurringPayment: true,
  setRecurringPaymentReceipt: true,
};

let server: TestServer;
let provider: ReturnType<typeof unscheduledProvider>;
let customer: CardCustomer;

beforeEach(async () => {
  provider = unscheduledProvider();
  server = await startTestServer({ newCardProvider: provider });
  customer = await cardCustomer(server, 'payer@example.org');
});

const firstPayment = () => ({
  kind: 'paid',
  transactionId: 'pay_1',
  amountKopecks: customer.order.amount * 100,
  currency: 'RUB',
  at: server.clock.now(),
  isTest: true,
  orderId: customer.order.id,
  accountId: customer.order.accountId,
  email: null,
  recurringPaymentId: null,
  cardMask: '•••• 1111',
  card: { id: null, token: 'method_1' },
});

const report = (event: object) => server.app.fetch(reportOfOther({ event }, 'unscheduled'));

/** Returns the kind and the outcome of each command to the card provider. */
async function commands(): Promise<string[]> {
  const messages = await server.db.select().from(outbox).orderBy(outbox.id);
  return messages
    .filter(({ kind }) => kind === 'provider')
    .map(({ dedupeKey, state }) => `${dedupeKey.split(':')[0] ?? ''} ${state}`);
}

test('the methods for recurring payments require the capability', () => {
  const absent = Object.keys(BEHIND_CAPABILITY).filter((call) => !(call in provider));
  expect(absent).toEqual(Object.keys(BEHIND_CAPABILITY));
});

test('a payment counts without a preceding Check, and no recurring payment is looked up', async () => {
  const response = await report(firstPayment());
  expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
  await runDueJobs(server.deps);
  expect(await customer.subscription()).toMatchObject({ status: 'ACTIVE' });
  expect(provider.asked).toEqual(['refund pay_1']);
  expect(await commands()).toEqual(['refund delivered']);
});

test('a gift and a cancellation complete without a request to the provider', async () => {
  await report(firstPayment());
  await runDueJobs(server.deps);
  const { deps } = server;
  await deps.db.transaction((tx) =>
    grantGiftMonths(tx, deps, { accountId: customer.id, months: 1, giftId: 1, at: deps.clock.now() }),
  );
  await runDueJobs(deps);
  await cancelSubscription(deps, { accountId: customer.id });
  // Billing emails wait some seconds for their receipts, and later emails wait for the earlier emails.
  server.clock.advance(10_000);
  await runDueJobs(deps);
  expect(await customer.subscription()).toMatchObject({ status: 'CANCELED', isActive: true });
  expect(provider.asked).toEqual(['refund pay_1']);
  expect(await commands()).toEqual(['refund delivered', 'cancel-recurring-payment delivered']);
  const subjects = server.mailbox.emailsTo('payer@example.org').map(({ subject }) => subject);
  expect(subjects.at(-1)).toMatch(/отменен/i);
});

test('a charge of a recurring payment, which such a provider cannot have, is rejected and recorded', async () => {
  const charge = {
    transactionId: 'pay_2',
    amountKopecks: MONTH_KOPECKS,
    recurringPaymentId: 'rec_1',
    orderId: null,
  };
  await report({ ...firstPayment(), ...charge });
  const [message] = await server.db.select().from(outbox).where(eq(outbox.kind, 'provider'));
  const command = message?.payload as ProviderCommand;
  expect(command).toMatchObject({ kind: 'explainCharge', transactionId: 'pay_2' });
  const attempt = { key: 'any', tries: 1, wasRejected: false };
  await expect(executeCommand(server.deps, command, attempt)).rejects.toThrow(ProviderRejected);
});
