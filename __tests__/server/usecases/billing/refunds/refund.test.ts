/** Tests the refund of one payment at the card provider, according to the ledger of its account. */
import { eq } from 'drizzle-orm';
import type { LedgerEventData } from '../../../../../src/server/domain/billing/ledgerEvents';
import { ProviderRejected } from '../../../../../src/server/ports/cardProvider';
import { accountEvents } from '../../../../../src/server/store/schema/accountEvents';
import { change } from '../../../../../src/server/usecases/billing/ledger/change';
import { refund } from '../../../../../src/server/usecases/billing/refunds/refund';
import { type CardCustomer, cardCustomer } from '../../../../support/cardCustomer';
import { MONTH_KOPECKS, TRIAL_END } from '../../../../support/offer';
import { PROVIDER, renewalPayment, trialPayment } from '../../../../support/paymentEvents';
import { startTestServer, type TestServer } from '../../../../support/server';

const HOUR = 3_600_000;
const START = { recurringPaymentStartAt: TRIAL_END.toISOString() };
const TRIAL = trialPayment({ ...START, transactionId: 'trial' });
const MONTH = renewalPayment({ ...START, transactionId: 'month' });

let server: TestServer;
let customer: CardCustomer;

beforeEach(async () => {
  server = await startTestServer();
  customer = await cardCustomer(server, 'payer@example.org');
});

/** Records ledger events now. No command that they require is executed. */
async function record(...events: LedgerEventData[]): Promise<void> {
  const at = server.clock.now();
  const named = events.map((data, index) => ({ key: `${data.kind}:${index}:${at.getTime()}`, at, data }));
  await server.db.transaction((tx) => change(tx, customer.id, named, at));
}

const execute = (transactionId: string, amountKopecks: number, wasRejected = false) =>
  refund(
    server.deps,
    { kind: 'refund', accountId: customer.id, provider: PROVIDER, transactionId, amountKopecks },
    { key: transactionId, tries: wasRejected ? 2 : 1, wasRejected },
  );

const refundsMade = () =>
  server.fakeCardProvider.changes.map(({ id, idempotencyKey, details }) => [
    id,
    (details as { amountKopecks: number }).amountKopecks,
    idempotencyKey,
  ]);

/** Adds a refund to the list of the card provider, whose notification is lost. */
function listed(refundId: string, transactionId: string, amountKopecks: number): void {
  server.fakeCardProvider.refunds.push({
    ...{ refundId, transactionId, amountKopecks },
    ...{ orderId: null, accountId: customer.uid, at: server.clock.now() },
  });
}

test('of two payments that are to be refunded, each is refunded with its own amount', async () => {
  await record(TRIAL, { ...TRIAL, transactionId: 'second', amountKopecks: 500 });
  await execute('second', 500);
  await execute('trial', 100);
  expect(refundsMade()).toEqual([
    ['second', 500, 'second'],
    ['trial', 100, 'trial'],
  ]);
});

test('a refund that is not wanted any more does nothing', async () => {
  await record(TRIAL);
  await execute('trial', 100);
  await execute('trial', 100);
  await execute('unknown', 100);
  expect(refundsMade()).toEqual([['trial', 100, 'trial']]);
});

test('after a partial refund elsewhere, the rest is refunded with another idempotency key', async () => {
  const part = { transactionId: 'trial', refundId: 'part', amountKopecks: 40 };
  await record(TRIAL, { kind: 'refunded', provider: PROVIDER, ...part });
  await execute('trial', 100);
  expect(refundsMade()).toEqual([['trial', 60, 'trial:60']]);
});

test('a refund that was made before staff decided is not mistaken for theirs', async () => {
  await record(MONTH);
  server.clock.advance(HOUR);
  listed('dashboard', 'month', MONTH_KOPECKS);
  server.clock.advance(HOUR);
  const decided = { transactionId: 'month', amountKopecks: MONTH_KOPECKS };
  await record({ kind: 'refundDecided', provider: PROVIDER, ...decided });
  await execute('month', MONTH_KOPECKS);
  expect(refundsMade()).toEqual([['month', MONTH_KOPECKS, 'month']]);
});

test('a refund whose response was lost is found, even if another card provider has used its id', async () => {
  const elsewhere = { transactionId: 'other', refundId: 'made', amountKopecks: 100 };
  await record(TRIAL, { kind: 'refunded', provider: 'other', ...elsewhere });
  listed('made', 'trial', 100);
  await execute('trial', 100);
  expect(refundsMade()).toEqual([]);
});

test('a rejected refund is written to the timeline once', async () => {
  await record(TRIAL);
  server.fakeCardProvider.refundPayment = () =>
    Promise.reject(new ProviderRejected('payments/refund: not enough money'));
  await expect(execute('trial', 100)).rejects.toThrow(ProviderRejected);
  await expect(execute('trial', 100, true)).rejects.toThrow(ProviderRejected);
  const written = await server.db.select().from(accountEvents).where(eq(accountEvents.kind, 'payment'));
  expect(written.map(({ details }) => details).filter(({ action }) => action === 'refundRejected')).toEqual([
    {
      action: 'refundRejected',
      transactionId: 'trial',
      amountKopecks: 100,
      reason: 'payments/refund: not enough money',
    },
  ]);
});
