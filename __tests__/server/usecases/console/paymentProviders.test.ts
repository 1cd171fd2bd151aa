/** Tests how the staff console names the card provider of a payment and finds the payment, with payments at YooKassa. */
import { isNull } from 'drizzle-orm';
import type { Deps } from '../../../../src/server/deps';
import { openPaymentIssue } from '../../../../src/server/store/paymentIssues';
import { requestedPayments } from '../../../../src/server/store/schema/requestedPayments';
import { staffAudit } from '../../../../src/server/store/schema/staff';
import { ledgerEvents, paymentEvents } from '../../../../src/server/store/schema/subscriptions';
import {
  readPaymentIssues,
  resolvePaymentIssue,
} from '../../../../src/server/usecases/billing/payments/paymentIssues';
import { readUserPayments } from '../../../../src/server/usecases/billing/payments/readUserPayments';
import { markProviderGone } from '../../../../src/server/usecases/billing/providerOutage/markProvider';
import { recordChargeback } from '../../../../src/server/usecases/billing/refunds/recordChargeback';
import { refundPayment } from '../../../../src/server/usecases/billing/refunds/refundPayment';
import { stopRenewal } from '../../../../src/server/usecases/billing/subscriptions/stopRenewal';
import { findUsers } from '../../../../src/server/usecases/console/findUsers';
import { viewTimeline } from '../../../../src/server/usecases/console/timeline';
import { exportAuditLog, searchAuditLog } from '../../../../src/server/usecases/staff/auditLog';
import { makeStaff } from '../../../support/signIn';
import {
  startYooKassaServer,
  type YooKassaCustomer,
  type YooKassaServer,
} from '../../../support/yooKassaServer';

let server: YooKassaServer;
let customer: YooKassaCustomer;
let orderId: string;
let staff: { staffId: number; username: string; ip: string; requestId: string };

beforeEach(async () => {
  server = await startYooKassaServer();
  staff = { staffId: await makeStaff(server, 'senior'), username: 'senior', ip: '127.0.0.1', requestId: 'r' };
  customer = await server.customer('anna@example.org');
  orderId = await customer.subscribe(undefined, { fullPrice: true });
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

test('the audit log names the card provider of a refund, of a payment issue and of a dispute', async () => {
  const [issue] = (await readPaymentIssues(server.deps, staff, { all: false, before: null })).content;
  await resolvePaymentIssue(server.deps, staff, { id: issue?.id ?? 0, action: 'explained', note: 'A test.' });
  const other = await server.customer('boris@example.org');
  await other.subscribe(undefined, { fullPrice: true });
  const { payments } = await readUserPayments(server.deps, staff, other.id);
  const { transactionId = '' } = payments[0] ?? {};
  await recordChargeback(server.deps, staff, { transactionId, amountKopecks: 100, note: 'An email.' });
  const rows = await server.db.select().from(staffAudit).orderBy(staffAudit.id);
  const named = rows.filter(({ details }) => 'provider' in details);
  expect(named.map(({ action, details }) => [action, details['provider']])).toEqual([
    ['refund', 'yooKassa'],
    ['reportPaymentIssue', 'yooKassa'],
    ['recordChargeback', 'yooKassa'],
  ]);
});

test('the audit log and the timeline name the card provider of a rejected refund and of a stopped renewal', async () => {
  const other = await server.customer('boris@example.org');
  await other.subscribe(undefined, { fullPrice: true });
  const { id: accountId } = other;
  const rejected = refundPayment(server.deps, staff, {
    ...{ accountId, transactionIds: [], amountKopecks: 10_000_000, requestKey: null },
    ...{ reason: 'other', comment: '' },
  });
  await expect(rejected).rejects.toThrow('Maximum refund');
  await stopRenewal(server.deps, staff, { accountId, comment: '' });
  const readNames = async (parts: Partial<Deps>) => {
    const deps = { ...server.deps, ...parts };
    const page = { before: null, size: 50 };
    const { content } = await searchAuditLog(deps, staff, { accountId }, page);
    const exported = await exportAuditLog(deps, staff, { accountId }, null);
    const { rows } = await viewTimeline(deps, staff, { accountId, kinds: ['staff'], size: 50 });
    return [content, exported.content, rows].map((entries) =>
      entries
        .filter(({ action }) => action === 'refundRejected' || action === 'stopRenewal')
        .map(({ action, details }) => [action, details['provider'] ?? null]),
    );
  };
  const named = (provider: string | null) => [
    ['stopRenewal', provider],
    ['refundRejected', provider],
  ];
  expect(await readNames({})).toEqual(Array(3).fill(named('yooKassa')));
  expect(await readNames({ formerCardProviders: [] })).toEqual(Array(3).fill(named(null)));
});

test('the audit log names a card provider that is marked as gone, even if it is the only one', async () => {
  const deps = { ...server.deps, formerCardProviders: [] };
  await markProviderGone(deps, staff, { provider: 'yooKassa', days: 14 });
  const { content } = await searchAuditLog(deps, staff, {}, { before: null, size: 50 });
  const entry = content.find(({ action }) => action === 'providerGone');
  expect(entry?.details).toEqual({ provider: 'yooKassa', days: 14 });
});

describe('search', () => {
  const find = async (value: string) => {
    const { users } = await findUsers(server.deps, staff, value);
    return users.map(({ matchedBy, provider, record }) => [matchedBy, provider, record.account.id]);
  };

  it('finds a payment by its full id, also as the console shows it', async () => {
    const { payments } = await readUserPayments(server.deps, staff, customer.id);
    const { transactionId = '' } = payments[0] ?? {};
    expect(transactionId).toMatch(/^[\da-f]{8}-[\da-f]{4}-/);
    for (const value of [transactionId, `#${transactionId}`, `payment #${transactionId} (YooKassa)`])
      expect(await find(value)).toEqual([['payment', 'yooKassa', customer.id]]);
    expect(await find(transactionId.slice(0, -1))).toEqual([]);
  });

  it('names the card provider of a payment that was found by its card, and of no other match', async () => {
    const { payments } = await readUserPayments(server.deps, staff, customer.id);
    const lastFour = payments[0]?.cardMask?.slice(-4) ?? '';
    expect(lastFour).toMatch(/^\d{4}$/);
    expect((await find(lastFour)).map(([, ...found]) => found)).toEqual([['yooKassa', customer.id]]);
    expect(await find(orderId)).toEqual([['order', null, customer.id]]);
  });

  it('finds a refund by its full id', async () => {
    const refundIds = (await server.db.select().from(ledgerEvents)).flatMap(({ data }) =>
      data.kind === 'refunded' ? [data.refundId] : [],
    );
    expect(refundIds).toHaveLength(1);
    for (const refundId of refundIds)
      expect(await find(refundId)).toEqual([['refund', 'yooKassa', customer.id]]);
  });

  it('finds a payment that the customer has not completed', async () => {
    const other = await server.customer('boris@example.org');
    const payment = await other.open(await other.order());
    expect(payment?.kind).toBe('opened');
    const open = await server.db.select().from(requestedPayments).where(isNull(requestedPayments.outcome));
    expect(open).toHaveLength(1);
    expect(await find(open[0]?.transactionId ?? '')).toEqual([['payment', 'yooKassa', other.id]]);
  });

  it('finds a payment by the account of its order, if the event was recorded before the order had an account', async () => {
    await server.db.insert(paymentEvents).values({
      ...{
        eventKey: 'failed:yooKassa:early',
        provider: 'yooKassa',
        kind: 'failed',
        source: 'reconciliation',
      },
      ...{ orderId, transactionId: 'early', verdict: 'applied', payload: {} },
      ...{ providerAt: server.clock.now(), receivedAt: server.clock.now() },
    });
    expect(await find('early')).toEqual([['payment', 'yooKassa', customer.id]]);
  });
});
