/** Tests refunds by staff: full or partial, exactly once, despite repeated clicks, lost responses and late notifications. */
import { eq } from 'drizzle-orm';
import { reportKey } from '../../../../../src/server/domain/billing/ledgerEvents';
import { ProviderRejected, ProviderUnavailable } from '../../../../../src/server/ports/cardProvider';
import { outbox } from '../../../../../src/server/store/schema/outbox';
import { refunds } from '../../../../../src/server/store/schema/refunds';
import { staffAudit } from '../../../../../src/server/store/schema/staff';
import { subscriptions } from '../../../../../src/server/store/schema/subscriptions';
import { change } from '../../../../../src/server/usecases/billing/ledger/change';
import { readUserPayments } from '../../../../../src/server/usecases/billing/payments/readUserPayments';
import { reconcileRefunds } from '../../../../../src/server/usecases/billing/refunds/reconcileRefunds';
import { deliverDueOutbox } from '../../../../../src/server/workers/delivery/deliverOutbox';
import { runDueJobs } from '../../../../../src/server/workers/jobs/startJobs';
import type { BodyOf } from '../../../../../src/shared/contract/call';
import type { Contract } from '../../../../../src/shared/contract/contract';
import { listenToStatements } from '../../../../support/observedCalls';
import { MONTH_KOPECKS, MONTH_RUB } from '../../../../support/offer';
import { PROVIDER } from '../../../../support/paymentEvents';
import { renewalPayment } from '../../../../support/paymentEvents';
import { startTestServer, type TestServer } from '../../../../support/server';
import { signInByEmail, signInStaffAs } from '../../../../support/signIn';

const EMAIL = 'vasilisa@example.com';
const KEY = 'a-request-key-of-the-dialog';

let server: TestServer;
let senior: string;
let customer: { accessToken: string; uid: string };

beforeEach(async () => {
  server = await startTestServer();
  customer = await signInByEmail(server, EMAIL);
  senior = (await signInStaffAs(server, 'senior')).accessToken;
  await charge('101');
});

/** Charges the monthly price now, through the fake card provider. */
async function charge(transactionId: string, orderKind: 'renewal' | 'campaign' = 'renewal'): Promise<void> {
  const at = server.clock.now();
  const data = renewalPayment({
    transactionId,
    role: 'recurrent',
    orderKind,
    recurringPaymentStartAt: at.toISOString(),
  });
  await server.db.transaction((tx) => change(tx, 1, [{ key: `paid:${transactionId}`, at, data }], at));
}

const refund = (body: BodyOf<Contract['refund']> = {}, token = senior) => {
  // A refund request as in the specification contains only the customer id. Every other refund request also contains the
  // amount.
  const amount = Object.keys(body).length === 0 ? {} : { amount: 'all' as const };
  return server.call('refund', { token, body: { email: EMAIL, uid: customer.uid, ...amount, ...body } });
};

const rows = () => server.db.select().from(refunds).orderBy(refunds.id);
const audits = async () =>
  (await server.db.select().from(staffAudit).where(eq(staffAudit.action, 'refund'))).length;
const madeAtProvider = () => server.fakeCardProvider.changes.filter(({ call }) => call === 'refund');
/**
 * Returns the customer's payments as staff see them. Calls the use case directly, because a staff session may expire
 * during a test.
 */
const listed = async () => {
  const staff = { staffId: 1, username: 'senior', ip: '127.0.0.1', requestId: 'test' };
  return (await readUserPayments(server.deps, staff, 1)).payments;
};
const isActive = async () =>
  (await server.call('getProfile', { token: customer.accessToken, body: {} })).body.userInfo
    ?.subscriptionIsActive;

it('refunds a part, ends the access, cancels the recurring payment and sends the refund receipt', async () => {
  const { status, body } = await refund({
    transactionId: '101',
    amount: 149.5,
    reason: 'doesNotWork',
    comment: 'no server nearby',
    requestKey: KEY,
  });
  expect([status, body]).toEqual([
    200,
    { success: true, amount: 149.5, transactionId: '101', accessUntil: null },
  ]);
  await runDueJobs(server.deps);
  expect(madeAtProvider()).toEqual([
    {
      call: 'refund',
      id: '101',
      idempotencyKey: 'refund:cloudPayments:101',
      details: {
        amountKopecks: 14_950,
        receipt: expect.objectContaining({ email: EMAIL, amountKopecks: 14_950 }) as object,
      },
    },
  ]);
  expect(await isActive()).toBe(false);
  expect(await rows()).toMatchObject([
    {
      state: 'returned',
      amountKopecks: 14_950,
      paidKopecks: MONTH_KOPECKS,
      reason: 'doesNotWork',
      staffId: 1,
    },
  ]);
  expect(await listed()).toMatchObject([
    {
      state: 'partlyReturned',
      returnedKopecks: 14_950,
      refundable: null,
      refund: { username: 'senior', amountKopecks: 14_950, state: 'returned', comment: 'no server nearby' },
    },
  ]);
  expect(await audits()).toBe(1);
});

it('returns the same result after a double click and after a lost response, and refunds once', async () => {
  const body = { transactionId: '101', amount: 100, requestKey: KEY };
  const responses = await Promise.all([refund(body), refund(body), refund(body)]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  server.clock.advance(10 * 60_000);
  expect((await refund(body)).body).toEqual(responses[0].body);
  await runDueJobs(server.deps);
  expect(madeAtProvider()).toHaveLength(1);
  expect(await rows()).toHaveLength(1);
  expect(await audits()).toBe(1);
});

it('lets one of two concurrent staff members refund, and reports to the other staff member who refunded and when', async () => {
  const admin = (await signInStaffAs(server, 'admin')).accessToken;
  const responses = await Promise.all([
    refund({ requestKey: `${KEY}-one` }),
    refund({ requestKey: `${KEY}-two`, amount: 100 }, admin),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(responses.find(({ status }) => status === 409)?.error).toMatchObject({
    code: 'REFUND_REJECTED',
    message: expect.stringMatching(
      new RegExp(
        String.raw`^Payment 101 was already refunded by (senior|admin) on 21\.11\.26 12:00 Moscow time \((${MONTH_RUB}|100)\s₽\)\.$`,
      ),
    ) as string,
  });
  await runDueJobs(server.deps);
  expect(madeAtProvider()).toHaveLength(1);
});

it.each([
  ['more than what is left', { amount: MONTH_RUB + 0.01 }, 409, 'REFUND_REJECTED'],
  ['no amount', { amount: 0 }, 400, 'INVALID_REQUEST'],
  ['a part of a kopeck', { amount: 1.005 }, 400, 'INVALID_REQUEST'],
  ['a payment of nobody', { transactionId: '4711' }, 404, 'NOT_FOUND'],
] as const)('rejects %s and changes nothing', async (_case, body, status, code) => {
  const result = await refund({ requestKey: KEY, ...body });
  expect([result.status, result.error.code]).toEqual([status, code]);
  expect(await rows()).toEqual([]);
  expect(await audits()).toBe(0);
  expect(await isActive()).toBe(true);
});

it('rejects a request key that belongs to another refund', async () => {
  await refund({ requestKey: KEY, amount: 100 });
  expect((await refund({ requestKey: KEY, amount: 200 })).status).toBe(409);
  expect(await rows()).toHaveLength(1);
});

it.each([
  ['another comment', { comment: 'another one' }],
  ['another reason', { reason: 'doesNotWork' }],
  ['kept access', { access: 'keep' }],
  ['kept renewal', { access: 'keep', stopRenewal: false }],
  ['everything instead of an amount', { amount: 'all' }],
  ['another payment', { transactionId: '102' }],
] as const)('rejects a repeated request key with %s', async (_case, other) => {
  const first = { requestKey: KEY, transactionId: '101', amount: MONTH_RUB, comment: 'as agreed' };
  expect((await refund(first)).status).toBe(200);
  const result = await refund({ ...first, ...other });
  expect([result.status, result.error.code]).toEqual([409, 'CONFLICT']);
  expect((await refund(first)).status).toBe(200);
  expect(await rows()).toHaveLength(1);
});

it.each([
  ['unused days while the access is kept', { unusedDays: true, access: 'keep', amount: 'all' }],
  ['unused days while the renewal goes on', { unusedDays: true, stopRenewal: false, amount: 'all' }],
  ['a payment without saying how much', { transactionId: '101', amount: undefined }],
] as const)('rejects %s', async (_case, body) => {
  expect(await refund(body)).toMatchObject({ status: 400, error: { code: 'INVALID_REQUEST' } });
  expect(await rows()).toEqual([]);
});

it('rejects null as the amount, which used to mean the full amount', async () => {
  const response = await server.fetch('/api/panel/refund', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${senior}` },
    body: JSON.stringify({ email: EMAIL, uid: customer.uid, transactionId: '101', amount: null }),
  });
  expect(response.status).toBe(400);
  expect(await rows()).toEqual([]);
});

it('refunds the full last payment for the request of the specification', async () => {
  const result = await server.call('refund', { token: senior, body: { email: EMAIL, uid: customer.uid } });
  expect([result.status, result.body.amount]).toEqual([200, MONTH_RUB]);
});

it('cancels the recurring payment even if an earlier payment is refunded', async () => {
  server.clock.advance(31 * 86_400_000);
  senior = (await signInStaffAs(server, 'admin')).accessToken;
  await charge('102');
  expect((await refund({ transactionId: '101' })).status).toBe(200);
  expect((await refund({ transactionId: '102' })).status).toBe(409);
});

it('reads the history once for the decision, and before and after the request to the provider', async () => {
  await deliverDueOutbox(server.deps);
  const statements: string[] = [];
  const stop = listenToStatements((statement) => statements.push(statement));
  await refund();
  await deliverDueOutbox(server.deps);
  stop();
  const reads = statements.filter((statement) => statement.includes('from "ledger_events"'));
  // The command that cancels the recurring payment reads the history before and after it requests the list.
  expect(reads).toHaveLength(5);
  expect(await rows()).toMatchObject([{ state: 'returned' }]);
});

describe('remaining access', () => {
  const paidEnd = async () =>
    (await server.db.select().from(subscriptions).where(eq(subscriptions.accountId, 1)))[0];

  it('a goodwill refund keeps access and renewal', async () => {
    const before = await paidEnd();
    const { status, body } = await refund({
      transactionId: '101',
      amount: 50,
      access: 'keep',
      stopRenewal: false,
    });
    expect([status, body.amount, body.accessUntil]).toEqual([200, 50, before?.nextChargeAt?.toISOString()]);
    await runDueJobs(server.deps);
    const after = await paidEnd();
    expect([after?.status, after?.accessUntil, after?.nextChargeAt]).toEqual([
      'ACTIVE',
      before?.accessUntil,
      before?.nextChargeAt,
    ]);
    expect(madeAtProvider()).toMatchObject([{ id: '101', details: { amountKopecks: 5_000 } }]);
    expect(server.fakeCardProvider.changes.filter(({ call }) => call === 'cancel')).toEqual([]);
    expect(await audits()).toBe(1);
  });

  it('the access stays until its paid end if only the renewal is stopped', async () => {
    const before = await paidEnd();
    await refund({ transactionId: '101', access: 'keep' });
    const after = await paidEnd();
    expect([after?.status, after?.accessUntil, after?.nextChargeAt]).toEqual([
      'CANCELED',
      before?.accessUntil,
      null,
    ]);
  });

  it('a renewal cannot continue without access', async () => {
    await refund({ transactionId: '101', access: 'end', stopRenewal: false });
    expect(await paidEnd()).toMatchObject({ status: 'EXPIRED', nextChargeAt: null });
  });

  it('the renewal can be stopped alone, with an email and a note for colleagues', async () => {
    const stop = () =>
      server.call('stopRenewal', { token: senior, body: { userId: 1, comment: 'asked in the chat' } });
    expect((await stop()).body).toEqual({ success: true });
    expect(await paidEnd()).toMatchObject({ status: 'CANCELED', nextChargeAt: null });
    expect(
      await server.db.select().from(staffAudit).where(eq(staffAudit.action, 'stopRenewal')),
    ).toMatchObject([{ accountId: 1, details: { comment: 'asked in the chat' } }]);
    expect(await stop()).toMatchObject({ status: 409, error: { code: 'CONFLICT' } });
    const unknown = await server.call('stopRenewal', { token: senior, body: { userId: 99, comment: '' } });
    expect(unknown.status).toBe(404);
  });

  it('the email about a stopped renewal is sent after a goodwill refund too', async () => {
    await refund({ transactionId: '101', amount: 50, access: 'keep', stopRenewal: false });
    await server.call('stopRenewal', { token: senior, body: { userId: 1, comment: '' } });
    const emails = await server.db.select().from(outbox).where(eq(outbox.kind, 'email'));
    expect(
      emails.map(({ dedupeKey }) => dedupeKey).filter((key) => key.includes(':cancelled:')),
    ).toHaveLength(1);
  });
});

describe('several payments', () => {
  const both = { transactionIds: ['101', '102'], requestKey: KEY };
  beforeEach(async () => {
    // Two charges within half a month would be one month.
    server.clock.advance(16 * 24 * 3_600_000);
    senior = (await signInStaffAs(server, 'senior', 'senior-later')).accessToken;
    await charge('102');
  });

  it('are refunded together once, however often it is requested', async () => {
    const responses = [await refund(both), await refund(both)];
    for (const { status, body } of responses) {
      expect([status, body.amount, body.transactionId]).toEqual([200, 2 * MONTH_RUB, '101']);
    }
    await runDueJobs(server.deps);
    expect(
      madeAtProvider()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['101', '102']);
    expect(await rows()).toMatchObject([{ state: 'returned' }, { state: 'returned' }]);
    expect(await audits()).toBe(2);
    expect(await isActive()).toBe(false);
    const other = await refund({ transactionIds: ['102'], requestKey: KEY });
    expect(other.error.code).toBe('CONFLICT');
  });

  it('are refunded all or not at all', async () => {
    await refund({ transactionId: '101', amount: 1, access: 'keep', stopRenewal: false });
    expect((await refund({ transactionIds: ['102', '101'] })).status).toBe(409);
    expect(await rows()).toHaveLength(1);
    expect(await isActive()).toBe(true);
  });

  it.each([
    [{ transactionIds: ['101', '102'], amount: 10 }],
    [{ transactionIds: ['101', '101'] }],
    [{ transactionIds: [] }],
    [{ transactionIds: ['101'], transactionId: '101' }],
  ])('are rejected as %j', async (body) => {
    expect(await refund(body)).toMatchObject({ status: 400, error: { code: 'INVALID_REQUEST' } });
  });
});

describe('behaviour of the provider', () => {
  it('refunded the same amount before the decision: that refund is not taken for the decided one', async () => {
    const at = new Date(server.clock.now().getTime() - 60_000);
    const earlier = { refundId: '700', transactionId: '101', amountKopecks: 10_000 };
    server.fakeCardProvider.refunds.push({ ...earlier, orderId: 'o-1', accountId: customer.uid, at });
    const key = reportKey(PROVIDER, { kind: 'refunded', ...earlier });
    const data = { kind: 'refunded' as const, provider: PROVIDER, ...earlier };
    await server.db.transaction((tx) => change(tx, 1, [{ key, at, data }], server.clock.now()));
    await refund({ amount: 100 });
    await deliverDueOutbox(server.deps);
    expect(madeAtProvider()).toMatchObject([{ id: '101', details: { amountKopecks: 10_000 } }]);
    expect(await listed()).toMatchObject([{ returnedKopecks: 20_000 }]);
  });

  it('does not respond: the refund is retried with the same key', async () => {
    jest
      .spyOn(server.fakeCardProvider, 'refundPayment')
      .mockRejectedValueOnce(new ProviderUnavailable('timeout'));
    await refund();
    await deliverDueOutbox(server.deps);
    expect(await listed()).toMatchObject([{ state: 'returning', refund: { state: 'decided' } }]);
    server.clock.advance(10 * 60_000);
    await runDueJobs(server.deps);
    expect(madeAtProvider().map(({ idempotencyKey }) => idempotencyKey)).toEqual([
      'refund:cloudPayments:101',
    ]);
    expect(await rows()).toMatchObject([{ state: 'returned' }]);
  });

  it('made the refund and its response was lost: hours later it is found and not repeated', async () => {
    const refundPayment = jest.spyOn(server.fakeCardProvider, 'refundPayment');
    refundPayment.mockImplementation(() => {
      if (server.fakeCardProvider.refunds.length === 0) {
        server.fakeCardProvider.refunds.push({
          refundId: '555',
          transactionId: '101',
          orderId: 'o-1',
          accountId: customer.uid,
          amountKopecks: MONTH_KOPECKS,
          at: server.clock.now(),
        });
      }
      return Promise.reject(new ProviderUnavailable('timeout'));
    });
    await refund();
    await deliverDueOutbox(server.deps);
    server.clock.advance(2 * 3_600_000);
    await deliverDueOutbox(server.deps);
    expect(refundPayment).toHaveBeenCalledTimes(1);
    expect(await rows()).toMatchObject([{ state: 'returned' }]);
    expect(await listed()).toMatchObject([{ state: 'returned', returnedKopecks: MONTH_KOPECKS }]);
  });

  it('rejects: staff see it, an error is logged, and the access stays ended', async () => {
    jest
      .spyOn(server.fakeCardProvider, 'refundPayment')
      .mockRejectedValue(new ProviderRejected('payments/refund: not enough money'));
    await refund();
    await deliverDueOutbox(server.deps);
    expect(await rows()).toMatchObject([
      { state: 'rejected', rejection: 'payments/refund: not enough money' },
    ]);
    expect(await listed()).toMatchObject([
      { state: 'returning', returnedKopecks: 0, refund: { state: 'rejected' } },
    ]);
    expect(await isActive()).toBe(false);
    expect(server.logs.filter(({ level }) => level === 'error').map(({ message }) => message)).toContain(
      'the card provider rejected a refund',
    );
  });

  it('is unavailable: it gets no request for five minutes', async () => {
    server.fakeCardProvider.failNextWith(new ProviderUnavailable('down'));
    await reconcileRefunds(server.deps);
    const asked = jest.spyOn(server.fakeCardProvider, 'listRefundsOfDay');
    await reconcileRefunds(server.deps);
    server.clock.advance(5 * 60_000 - 1);
    await reconcileRefunds(server.deps);
    expect(asked).not.toHaveBeenCalled();
    server.clock.advance(1);
    await reconcileRefunds(server.deps);
    expect(asked).toHaveBeenCalled();
  });

  it('refunds in its dashboard and the notification is lost: the reconciler finds the refund', async () => {
    await runDueJobs(server.deps);
    server.clock.advance(3_600_000);
    server.fakeCardProvider.refunds.push({
      refundId: '777',
      transactionId: null,
      orderId: 'o-1',
      accountId: customer.uid,
      amountKopecks: MONTH_KOPECKS,
      at: server.clock.now(),
    });
    await runDueJobs(server.deps);
    expect(await listed()).toMatchObject([
      { state: 'returned', returnedKopecks: MONTH_KOPECKS, refund: null },
    ]);
    expect(await isActive()).toBe(false);
    server.clock.advance(3_600_000);
    await runDueJobs(server.deps);
    expect(await listed()).toMatchObject([{ state: 'returned', returnedKopecks: MONTH_KOPECKS }]);
  });
});
