/** Tests the deletion of an account. No personal data remains, nothing is charged any more, and no ruble is lost. */
import { eq } from 'drizzle-orm';
import { VpnUnavailable } from '../../../../src/server/ports/vpnNetwork';
import { findAccountByEmail } from '../../../../src/server/store/accounts';
import { insertConnection } from '../../../../src/server/store/connections';
import { findErasure } from '../../../../src/server/store/erasures';
import { accounts } from '../../../../src/server/store/schema/accounts';
import { devices } from '../../../../src/server/store/schema/devices';
import { emailChanges } from '../../../../src/server/store/schema/emailChanges';
import { outbox } from '../../../../src/server/store/schema/outbox';
import { paymentIssues } from '../../../../src/server/store/schema/paymentIssues';
import { customerSessions } from '../../../../src/server/store/schema/sessions';
import { ledgerEvents } from '../../../../src/server/store/schema/subscriptions';
import { attachDevice } from '../../../../src/server/usecases/customer/devices';
import { applyErasureJournal } from '../../../../src/server/usecases/deletion/applyErasureJournal';
import {
  type AccountDeletion,
  deleteAccount,
  eraseAccount,
} from '../../../../src/server/usecases/deletion/deleteAccount';
import { FINISH_AFTER_MS } from '../../../../src/server/usecases/deletion/finishErasures';
import { runDueJobs } from '../../../../src/server/workers/jobs/startJobs';
import { stamp } from '../../../support/cardCustomer';
import { agreeTo } from '../../../support/consent';
import { dumpDatabase } from '../../../support/dumpDatabase';
import { PAY } from '../../../support/notificationExamples';
import { addSeconds, MONTH_IN_FORM, MONTH_KOPECKS, TRIAL_END } from '../../../support/offer';
import { payOrder } from '../../../support/payments';
import { startTestServer, type TestServer } from '../../../support/server';
import { type SignedInCustomer, signInByEmail, signInStaffAs } from '../../../support/signIn';

const EMAIL = 'kanareika.petrovna@example.com';
/** Address of the payer at the card provider. */
const PAYER_EMAIL = 'payer@example.org';

let server: TestServer;
let customer: SignedInCustomer;

beforeEach(async () => {
  server = await startTestServer();
  customer = await signInByEmail(server, EMAIL);
});

const deletion = (changes: Partial<AccountDeletion> = {}): AccountDeletion => ({
  accountId: 1,
  requestedBy: 'customer',
  staffId: null,
  waivedDays: false,
  ...changes,
});
const remove = () => deleteAccount(server.deps, deletion());

/** Runs all background jobs, and runs them once more after the time in which a pending request may insert rows. */
async function settle(): Promise<void> {
  await runDueJobs(server.deps);
  server.clock.advance(FINISH_AFTER_MS);
  await runDueJobs(server.deps);
}

async function createOrder(token = customer.accessToken) {
  const { body } = await server.call('getShop', { token });
  if (!body.order) throw new Error('there is no order');
  await agreeTo(server.db, body.order.id);
  return body.order;
}

async function attach(deviceId = 'kanareika-device-1'): Promise<void> {
  const { body } = await server.call('attachApp', {
    token: customer.accessToken,
    body: { deviceId, deviceName: 'Kanareika Phone', platform: 'android', fcmToken: 'kanareika-push-token' },
  });
  expect(body.success).toBe(true);
}

const findRefunds = (transactionId: string) =>
  server.fakeCardProvider.changes.filter(({ call, id }) => call === 'refund' && id === transactionId);

async function reportCharge(accountId: string, transactionId: string, subscription: string, orderId: string) {
  const fields = {
    ...PAY,
    TransactionId: transactionId,
    InvoiceId: orderId,
    AccountId: accountId,
    SubscriptionId: subscription,
    Amount: MONTH_IN_FORM,
    DateTime: stamp(server.clock.now()),
  };
  const check = await server.fakeCardProvider.notify('check', { ...fields, Status: 'Completed' });
  const pay = await server.fakeCardProvider.notify('pay', fields);
  return { check: ((await check.json()) as { code: number }).code, pay: pay.status };
}

test('leaves no personal data in any table, log line, metric or VPN credential', async () => {
  const { accessToken: token, uid } = customer;
  await server.call('getConnectLink', { token, body: { system: 'ios' } });
  await payOrder(server, await createOrder());
  await attach();
  await runDueJobs(server.deps);
  const staff = (await signInStaffAs(server, 'admin')).accessToken;
  await server.call('addNote', { token: staff, body: { userId: 1, text: 'kanareika-note', isPinned: true } });
  await server.call('changeTag', { token: staff, body: { userId: 1, tag: 'kanareika-tag', change: 'add' } });
  await server.call('searchUsers', { token: staff, query: { emailPart: EMAIL } });
  await server.call('reportAppConnections', {
    token,
    body: { entries: [{ at: server.clock.now().toISOString(), success: true }] },
  });
  await server.call('sendEmailLink', { body: { email: EMAIL, platform: 'web', fcmToken: '' } });
  await server.db.update(accounts).set({ photoUrl: 'https://lh3.googleusercontent.com/kanareika-photo' });

  await remove();
  await settle();

  const canaries = [
    'kanareika',
    uid,
    token,
    PAYER_EMAIL,
    '203.0.113.1',
    'a test',
    ...server.mailbox.emailsTo(EMAIL).flatMap(({ text }) => /#t=([\w-]+)/.exec(text)?.[1] ?? []),
  ];
  const dump = await dumpDatabase(server.db);
  const texts = [
    ...dump,
    ...server.logs.map((line) => JSON.stringify(line)),
    await server.metrics.render(),
    ...[...server.vpnNetwork.keys.values()].map((key) => JSON.stringify(key)),
    ...server.erasureJournal.entries.map((entry) => JSON.stringify(entry)),
  ];
  expect(
    texts.filter((text) => canaries.some((canary) => text.toLowerCase().includes(canary.toLowerCase()))),
  ).toEqual([]);
  // The payments of the deleted account remain in the database.
  expect(dump.filter((line) => line.startsWith('ledger_events')).length).toBeGreaterThan(1);
});

test('ends the session, detaches the devices, closes their VPN credentials and confirms this in one last email', async () => {
  await payOrder(server, await createOrder());
  await attach();
  await runDueJobs(server.deps);
  expect(server.vpnNetwork.keys.size).toBe(1);
  await remove();
  expect((await server.call('getProfile', { token: customer.accessToken, body: {} })).status).toBe(401);
  await settle();
  expect(server.vpnNetwork.keys.size).toBe(0);
  expect(await server.db.select().from(devices)).toEqual([]);
  expect(await server.db.select().from(customerSessions)).toEqual([]);
  const emails = server.mailbox.emailsTo(EMAIL);
  expect(emails.filter(({ subject }) => subject.includes('удалён'))).toHaveLength(1);
  expect(emails.at(-1)?.text).toContain('хранить 5');
  expect(await findErasure(server.db, 1)).toMatchObject({
    payerId: null,
    journaledAt: expect.any(Date) as Date,
    finishedAt: expect.any(Date) as Date,
  });
  expect(server.erasureJournal.entries).toEqual([{ accountId: 1, erasedAt: expect.any(Date) as Date }]);
});

test('ends the recurring payment at the provider, even if it was not linked to its order yet', async () => {
  const order = await createOrder();
  await payOrder(server, order);
  const [recurring] = server.fakeCardProvider.recurringPayments;
  await remove();
  await settle();
  expect(server.fakeCardProvider.recurringPayments.map(({ state }) => state)).toEqual(['cancelled']);
  expect(recurring?.accountId).toBe(customer.uid);
});

test('waits for an unresponsive card provider and an unavailable VPN panel, and finishes afterwards', async () => {
  await payOrder(server, await createOrder());
  await attach();
  await runDueJobs(server.deps);
  server.fakeCardProvider.isSilent = true;
  server.vpnNetwork.failWith(new VpnUnavailable('down'));
  await remove();
  await settle();
  expect((await findErasure(server.db, 1))?.finishedAt).toBeNull();
  server.fakeCardProvider.isSilent = false;
  server.vpnNetwork.failWith(null);
  server.clock.advance(3_600_000);
  await settle();
  expect(server.vpnNetwork.keys.size).toBe(0);
  expect(server.fakeCardProvider.recurringPayments.map(({ state }) => state)).toEqual(['cancelled']);
  expect((await findErasure(server.db, 1))?.finishedAt).not.toBeNull();
});

test('happens once, even if it is requested repeatedly and concurrently', async () => {
  await payOrder(server, await createOrder());
  await Promise.all(Array.from({ length: 10 }, () => remove()));
  await remove();
  await settle();
  expect(server.mailbox.emailsTo(EMAIL).filter(({ subject }) => subject.includes('удалён'))).toHaveLength(1);
  const removals = await server.db.select().from(ledgerEvents).where(eq(ledgerEvents.kind, 'cardRemoved'));
  expect(removals).toHaveLength(1);
  expect(new Set(server.erasureJournal.entries.map(({ accountId }) => accountId)).size).toBe(1);
});

test('rejects a later charge at its Check and refunds it with the payer’s address at the provider', async () => {
  const order = await createOrder();
  await payOrder(server, order);
  await remove();
  await settle();
  server.clock.set(addSeconds(TRIAL_END, 5));
  server.fakeCardProvider.payments = [
    {
      transactionId: '700001',
      orderId: order.id,
      accountId: customer.uid,
      email: PAYER_EMAIL,
      state: 'completed',
      amountKopecks: MONTH_KOPECKS,
      currency: 'RUB',
      at: server.clock.now(),
      decline: null,
      recurringPaymentId: 'sc_late',
      cardMask: null,
      isTest: true,
    },
  ];
  expect(await reportCharge(customer.uid, '700001', 'sc_late', order.id)).toEqual({ check: 11, pay: 200 });
  server.fakeCardProvider.recurringPayments.push({
    ...server.fakeCardProvider.recurringPayments[0]!,
    id: 'sc_late',
    state: 'active',
  });
  await settle();
  expect(findRefunds('700001')).toEqual([
    expect.objectContaining({
      details: {
        amountKopecks: MONTH_KOPECKS,
        receipt: expect.objectContaining({ email: PAYER_EMAIL }) as object,
      },
    }),
  ]);
  expect(server.fakeCardProvider.recurringPayments.map(({ state }) => state)).toEqual([
    'cancelled',
    'cancelled',
  ]);
  expect((await dumpDatabase(server.db)).filter((line) => line.includes(PAYER_EMAIL))).toEqual([]);
  expect((await dumpDatabase(server.db)).filter((line) => line.includes(customer.uid))).toEqual([]);
});

test('refunds a first payment that the payer finished after the deletion', async () => {
  const order = await createOrder();
  await remove();
  server.fakeCardProvider.payments = [
    {
      transactionId: '700002',
      orderId: order.id,
      accountId: customer.uid,
      email: null,
      state: 'completed',
      amountKopecks: 100,
      currency: 'RUB',
      at: server.clock.now(),
      decline: null,
      recurringPaymentId: null,
      cardMask: null,
      isTest: true,
    },
  ];
  await server.fakeCardProvider.notify('pay', {
    ...PAY,
    TransactionId: '700002',
    InvoiceId: order.id,
    AccountId: customer.uid,
    Amount: '1.00',
    DateTime: stamp(server.clock.now()),
  });
  await settle();
  // The card provider has no email address either, so staff enter an address for the refund receipt.
  expect(findRefunds('700002')).toEqual([]);
  const [issue] = await server.db.select().from(paymentIssues);
  expect(issue).toMatchObject({ question: 'accountDeleted', payerId: null, outcome: null });
  const token = (await signInStaffAs(server, 'senior')).accessToken;
  const retry = await server.call('resolvePaymentIssue', {
    token,
    body: { id: issue!.id, action: 'retry', note: '', receiptEmail: 'typed@example.com' },
  });
  expect(retry.status).toBe(200);
  await settle();
  expect(findRefunds('700002')).toEqual([
    expect.objectContaining({
      details: {
        amountKopecks: 100,
        receipt: expect.objectContaining({ email: 'typed@example.com' }) as object,
      },
    }),
  ]);
  expect((await dumpDatabase(server.db)).filter((line) => line.includes('typed@'))).toEqual([]);
});

test('the same address can register a new account, and a request that was pending attaches no device', async () => {
  await remove();
  expect(await findAccountByEmail(server.db, EMAIL)).toBeNull();
  const outcome = await attachDevice(server.db, server.clock, {
    accountId: 1,
    deviceId: 'late',
    deviceName: 'late',
    platform: 'android',
  });
  expect(outcome.kind).toBe('unknownAccount');
  const again = await signInByEmail(server, EMAIL);
  expect(again.uid).not.toBe(customer.uid);
  expect((await findAccountByEmail(server.db, EMAIL))?.id).toBeGreaterThan(1);
});

test('erases a former address that a change still reserves', async () => {
  await server.db.insert(emailChanges).values({
    accountId: 1,
    oldEmail: 'kanareika.former@example.com',
    changedAt: server.clock.now(),
    reservedUntil: new Date(server.clock.now().getTime() + 1000),
  });
  await server.call('sendEmailLink', {
    body: { email: 'kanareika.former@example.com', platform: 'web', fcmToken: '' },
  });
  await remove();
  await settle();
  expect((await dumpDatabase(server.db)).filter((line) => line.includes('kanareika'))).toEqual([]);
});

test('the address of a mailbox that rejects the last email is not stored', async () => {
  server.mailbox.bounce(EMAIL);
  await remove();
  await settle();
  expect((await dumpDatabase(server.db)).filter((line) => line.includes(EMAIL))).toEqual([]);
  expect(await server.db.select().from(outbox).where(eq(outbox.state, 'failed'))).toHaveLength(1);
});

test('is completed by a job after a crash right after the transaction', async () => {
  await payOrder(server, await createOrder());
  await server.db.transaction((tx) => eraseAccount(tx, server.deps, deletion(), server.clock.now()));
  await settle();
  expect(server.erasureJournal.entries).toHaveLength(1);
  expect(server.mailbox.emailsTo(EMAIL).filter(({ subject }) => subject.includes('удалён'))).toHaveLength(1);
  expect(server.fakeCardProvider.recurringPayments.map(({ state }) => state)).toEqual(['cancelled']);
  expect((await findErasure(server.db, 1))?.finishedAt).not.toBeNull();
});

test('keeps everything if the transaction fails', async () => {
  await attach();
  const failing = server.db.transaction(async (tx) => {
    await eraseAccount(tx, server.deps, deletion(), server.clock.now());
    throw new Error('killed');
  });
  await expect(failing).rejects.toThrow('killed');
  await settle();
  expect(
    (await server.call('getProfile', { token: customer.accessToken, body: {} })).body.devices,
  ).toHaveLength(1);
  expect(server.erasureJournal.entries).toEqual([]);
});

test('rows that a pending request inserted after the deletion are erased when the deletion is finished', async () => {
  await remove();
  await insertConnection(server.db, {
    accountId: 1,
    deviceId: 'kanareika-late',
    deviceName: 'kanareika',
    platform: 'ios',
    connectedAt: server.clock.now(),
    success: true,
  });
  await settle();
  expect((await dumpDatabase(server.db)).filter((line) => line.includes('kanareika'))).toEqual([]);
});

test('is written to the journal later if the journal was unavailable', async () => {
  server.erasureJournal.isAway = true;
  await expect(remove()).rejects.toThrow('cannot be written');
  expect(await findAccountByEmail(server.db, EMAIL)).toBeNull();
  server.erasureJournal.isAway = false;
  await settle();
  expect(server.erasureJournal.entries).toHaveLength(1);
  expect((await findErasure(server.db, 1))?.finishedAt).not.toBeNull();
});

test('after a restored backup, the journal causes the deleted accounts, and only these accounts, to be erased again', async () => {
  server.erasureJournal.entries = [
    { accountId: 1, erasedAt: server.clock.now() },
    { accountId: 2, erasedAt: server.clock.now() },
    { accountId: 77, erasedAt: server.clock.now() },
  ];
  server.clock.advance(1000);
  await signInByEmail(server, 'newcomer@example.com');
  expect(await applyErasureJournal(server.deps)).toBe(1);
  expect(await findAccountByEmail(server.db, EMAIL)).toBeNull();
  expect(await findAccountByEmail(server.db, 'newcomer@example.com')).not.toBeNull();
  expect(await applyErasureJournal(server.deps)).toBe(0);
  await settle();
  expect(server.mailbox.emailsTo(EMAIL).filter(({ subject }) => subject.includes('удалён'))).toEqual([]);
  await expect(applyErasureJournal({ ...server.deps, erasureJournal: null })).rejects.toThrow(
    'ERASURE_JOURNAL',
  );
});
