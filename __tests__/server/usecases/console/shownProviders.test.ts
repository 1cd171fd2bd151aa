/** Tests where the staff console names the card provider of a payment, with a real payment at YooKassa. */
import type { Deps } from '../../../../src/server/deps';
import { openPaymentIssue } from '../../../../src/server/store/paymentIssues';
import { readPaymentIssues } from '../../../../src/server/usecases/billing/paymentIssues';
import { readUserPayments } from '../../../../src/server/usecases/billing/readUserPayments';
import { refundPayment } from '../../../../src/server/usecases/billing/refundPayment';
import { viewTimeline } from '../../../../src/server/usecases/console/timeline';
import { makeStaff } from '../../../support/signIn';
import {
  startYooKassaServer,
  type YooKassaCustomer,
  type YooKassaServer,
} from '../../../support/yooKassaServer';

let server: YooKassaServer;
let customer: YooKassaCustomer;
let staff: { staffId: number; username: string; ip: string; requestId: string };

beforeEach(async () => {
  server = await startYooKassaServer();
  staff = { staffId: await makeStaff(server, 'senior'), username: 'senior', ip: '127.0.0.1', requestId: 'r' };
  customer = await server.customer('anna@example.org');
  await customer.subscribe(undefined, { fullPrice: true });
  await refundPayment(server.deps, staff, {
    ...{ accountId: customer.id, transactionIds: [], amountKopecks: 'all', requestKey: null },
    ...{ reason: 'other', comment: 'Chat 4812' },
  });
  await openPaymentIssue(server.db, {
    ...{ key: 'payment:yooKassa:unknown', question: 'unknownOrder', reason: 'There is no such order.' },
    ...{ provider: 'yooKassa', transactionId: 'unknown', amountKopecks: 100, currency: 'RUB' },
    ...{ at: server.clock.now(), openedAt: server.clock.now() },
  });
  await server.settle();
});

/** Returns the names of the card provider on the customer page and in the list of payment issues. */
async function namesShown(parts: Partial<Deps>) {
  const deps = { ...server.deps, ...parts };
  const { payments } = await readUserPayments(deps, staff, customer.id);
  const { rows } = await viewTimeline(deps, staff, { accountId: customer.id, size: 50 });
  const { content } = await readPaymentIssues(deps, staff, { all: false, before: null });
  return {
    payments: payments.map(({ provider }) => provider),
    timeline: rows
      .filter(({ details }) => 'transactionId' in details)
      .map(({ action, details }) => [action, details['provider'] ?? null]),
    issues: content.map(({ provider }) => provider),
  };
}

const named = (provider: string | null) => ({
  payments: [provider],
  timeline: [
    ['refund', provider],
    ['paid', provider],
  ],
  issues: [provider],
});

test('the card provider is named if several card providers are configured', async () => {
  expect(await namesShown({})).toEqual(named('yooKassa'));
});

test('the card provider is not named if it is the only one', async () => {
  expect(await namesShown({ formerCardProviders: [] })).toEqual(named(null));
});

test('the card provider is named if it is not configured any more', async () => {
  const parts = { cardProvider: server.fakeCardProvider, formerCardProviders: [] };
  expect(await namesShown(parts)).toEqual(named('yooKassa'));
});
