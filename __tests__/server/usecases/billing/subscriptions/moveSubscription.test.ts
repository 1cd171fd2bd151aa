/**
 * Tests moving a subscription from a mistyped email address to the right address, with all data that belongs to the
 * subscription.
 */
import { asc, inArray } from 'drizzle-orm';
import { AddressRejected } from '../../../../../src/server/ports/mailer';
import { findAccountByEmail } from '../../../../../src/server/store/accounts';
import { staffAudit } from '../../../../../src/server/store/schema/staff';
import { emailIdentity, openAccount } from '../../../../../src/server/usecases/accounts/accounts';
import { change, readState } from '../../../../../src/server/usecases/billing/ledger/change';
import { attachDevice } from '../../../../../src/server/usecases/customer/devices';
import { createGift } from '../../../../../src/server/usecases/gifts/gifts';
import { deliverDueOutbox } from '../../../../../src/server/workers/delivery/deliverOutbox';
import type { BodyOf } from '../../../../../src/shared/contract/call';
import type { Contract } from '../../../../../src/shared/contract/contract';
import type { Order } from '../../../../../src/shared/contract/shop';
import { stamp } from '../../../../support/cardCustomer';
import { agreeTo } from '../../../../support/consent';
import { PAY, RECURRENT } from '../../../../support/notificationExamples';
import { MONTH_IN_FORM } from '../../../../support/offer';
import { renewalPayment } from '../../../../support/paymentEvents';
import { startTestServer, type TestServer } from '../../../../support/server';
import { requestEmail, signInByEmail, signInStaffAs } from '../../../../support/signIn';

const TYPO = 'vasilisa@exmaple.org';
const RIGHT = 'vasilisa@example.org';
const DAY = 86_400_000;
const OFFICE = { staffId: null, username: 'test', ip: '127.0.0.1', requestId: 'test' };

let server: TestServer;
let senior: string;
let order: Order;
let userId: number;

beforeEach(async () => {
  server = await startTestServer();
  senior = (await signInStaffAs(server, 'senior')).accessToken;
  order = (await server.call('getCampaignOrder', { body: { partner: null } })).body.order;
  await notify('pay', { ...PAY, Email: TYPO, InvoiceId: order.id, AccountId: order.accountId });
  await notify('recurrent', {
    ...RECURRENT,
    AccountId: order.accountId,
    StartDate: stamp(order.recurringPayment.startDate),
    NextTransactionDate: stamp(order.recurringPayment.startDate),
  });
  userId = (await requireAccount(TYPO)).id;
});

afterEach(() => deliverDueOutbox(server.deps));

async function notify(kind: string, fields: Record<string, string | number>): Promise<void> {
  expect((await server.fakeCardProvider.notify(kind, fields)).status).toBe(200);
}

async function requireAccount(email: string) {
  const account = await findAccountByEmail(server.db, email);
  if (account === null) throw new Error(`no account of ${email}`);
  return account;
}

const move = (body: Partial<BodyOf<Contract['moveSubscription']>> = {}, token = senior) =>
  server.call('moveSubscription', {
    token,
    body: { ...{ userId, from: TYPO, to: RIGHT, proof: '4242', comment: 'called us' }, ...body },
  });

const statusFor = async (email: string) => {
  const { accessToken } = await signInByEmail(server, email);
  const { body } = await server.call('getProfile', { token: accessToken, body: {} });
  return body.userInfo?.subscriptionStatus;
};

it('belongs to the new address at its next sign-in, and the former address keeps nothing', async () => {
  expect((await move()).status).toBe(200);
  expect(await statusFor(RIGHT)).toBe('ACTIVE');
  expect(await statusFor(TYPO)).toBe('NOT_ACTIVE');
  expect((await requireAccount(RIGHT)).id).toBe(userId);
});

it('is rejected if the mail server cannot send to the new address', async () => {
  server.deps.mailer = { ...server.deps.mailer, acceptsUtf8: () => false };
  const rejected = await move({ to: 'анна@пример.рф' });
  expect(rejected.status).toBe(400);
  expect(rejected.error).toMatchObject({ code: 'INVALID_REQUEST', fields: ['to'] });
  expect(rejected.error.message).toContain('The mail server can’t send to this address');
  expect(await findAccountByEmail(server.db, 'анна@пример.рф')).toBeNull();
});

it('receives later charges of the same recurring payment', async () => {
  await move();
  const before = (await readState(server.db, userId)).state.accessUntil?.getTime() ?? 0;
  const chargedAt = new Date(order.recurringPayment.startDate);
  server.clock.set(chargedAt);
  await notify('pay', {
    ...PAY,
    ...{ TransactionId: '504999', InvoiceId: '', AccountId: order.accountId, Amount: MONTH_IN_FORM },
    ...{ SubscriptionId: RECURRENT.Id, DateTime: stamp(chargedAt.toISOString()), Email: TYPO },
  });
  const { state } = await readState(server.db, userId);
  expect(state.payments.map(({ role, verdict }) => [role, verdict])).toEqual([
    ['first', 'counted'],
    ['recurrent', 'counted'],
  ]);
  expect(state.accessUntil?.getTime()).toBeGreaterThan(before + 27 * DAY);
  expect((await readState(server.db, (await requireAccount(TYPO)).id)).history).toEqual([]);
});

/** Adds the recurring payment at the fake provider. */
function chargesAt(state: 'active' | 'pastDue', failures: number): void {
  const startAt = new Date(order.recurringPayment.startDate);
  server.fakeCardProvider.recurringPayments = [
    {
      ...{ id: RECURRENT.Id, accountId: order.accountId, state, currency: 'RUB' },
      ...{ amountKopecks: 44_900, nextChargeAt: startAt, startAt, successes: 3, failures },
    },
  ];
}

it('changes the address for the receipts of further charges', async () => {
  chargesAt('active', 0);
  await move();
  await deliverDueOutbox(server.deps);
  expect(server.fakeCardProvider.changes).toMatchObject([
    { call: 'receipt', details: { receipt: { email: RIGHT } } },
  ]);
});

it('changes the receipt address after a failing charge has succeeded, and needs no attention until then', async () => {
  chargesAt('pastDue', 1);
  await move();
  for (let hours = 0; hours < 24; hours += 1) {
    await deliverDueOutbox(server.deps);
    server.clock.advance(3_600_000);
  }
  expect(server.fakeCardProvider.changes).toEqual([]);
  senior = (await signInStaffAs(server, 'senior', 'next-day')).accessToken;
  const { body } = await server.call('listPaymentIssues', { token: senior, body: {} });
  expect(body.content).toEqual([]);
  chargesAt('active', 0);
  await deliverDueOutbox(server.deps);
  expect(server.fakeCardProvider.changes).toMatchObject([
    { call: 'receipt', details: { receipt: { email: RIGHT } } },
  ]);
});

describe('its emails that the mail server rejected', () => {
  const undelivered = async () =>
    (await server.call('listUndeliveredEmails', { token: senior, body: {} })).body.content;
  let send: typeof server.deps.mailer.send;

  beforeEach(async () => {
    ({ send } = server.deps.mailer);
    const rejecting = () => Promise.reject(new AddressRejected('550 5.1.1 RCPT TO'));
    // The email about a payment waits for the receipt of the payment.
    server.clock.advance(5000);
    await deliverDueOutbox(server.deps);
    server.deps.mailer = { send: rejecting };
    await move();
    await deliverDueOutbox(server.deps);
    server.deps.mailer = { send };
  });

  it('are sent again by one action, and contain current data', async () => {
    const emails = await undelivered();
    expect(emails.map(({ template, email, canBeSentAgain }) => [template, email, canBeSentAgain])).toEqual([
      ['subscriptionMovedAway', TYPO, true],
      ['subscriptionMovedHere', RIGHT, true],
    ]);
    const before = server.mailbox.emails.length;
    for (const { id } of emails)
      expect((await server.call('sendEmailAgain', { token: senior, body: { id } })).status).toBe(200);
    await deliverDueOutbox(server.deps);
    expect(server.mailbox.emails.slice(before).map(({ to, subject }) => [to, subject])).toEqual(
      expect.arrayContaining([
        [RIGHT, expect.stringMatching(/теперь на этой почте/)],
        [TYPO, expect.stringMatching(/перенесена на другую почту/)],
      ]),
    );
    expect(server.mailbox.emailsTo(RIGHT).at(-1)?.text).toMatch(/Доступ до/);
  });

  it('are not sent any more once the subscription was moved', async () => {
    const emails = await undelivered();
    server.clock.advance(60_000);
    await move({ from: RIGHT, to: TYPO });
    await deliverDueOutbox(server.deps);
    const before = server.mailbox.emails.length;
    for (const { id } of emails) await server.call('sendEmailAgain', { token: senior, body: { id } });
    await deliverDueOutbox(server.deps);
    expect(server.mailbox.emails).toHaveLength(before);
  });
});

it('is reported to both addresses, and neither email names the other address', async () => {
  await move();
  server.clock.advance(5000);
  await deliverDueOutbox(server.deps);
  const here = server.mailbox.emailsTo(RIGHT).at(-1);
  const away = server.mailbox.emailsTo(TYPO).at(-1);
  expect(here?.subject).toMatch(/теперь на этой почте/);
  expect(here?.text).toMatch(/Доступ до/);
  expect(away?.subject).toMatch(/перенесена на другую почту/);
  expect(`${here?.text ?? ''}${here?.html ?? ''}`).not.toContain(TYPO);
  expect(`${away?.text ?? ''}${away?.html ?? ''}`).not.toContain(RIGHT);
});

it('is recorded in the audit log and in the timeline of both accounts', async () => {
  await move();
  const other = await requireAccount(TYPO);
  const actions = ['moveSubscription', 'giveUpEmail'];
  const rows = await server.db
    .select()
    .from(staffAudit)
    .where(inArray(staffAudit.action, actions))
    .orderBy(asc(staffAudit.id));
  expect(rows).toMatchObject([
    { accountId: userId, details: { from: TYPO, to: RIGHT, otherId: other.id, comment: 'called us' } },
    { accountId: other.id, details: { from: RIGHT, to: TYPO, otherId: userId } },
  ]);
  for (const [id, action, emailMessage] of [
    [userId, 'moveSubscription', 'subscriptionMovedHere'],
    [other.id, 'giveUpEmail', 'subscriptionMovedAway'],
  ] as const) {
    const { body } = await server.call('getTimeline', { token: senior, body: { userId: id } });
    const told = body.entries.map((entry) => entry.action);
    expect(told).toEqual(expect.arrayContaining([action, emailMessage]));
  }
});

it('ends the browser sessions of both accounts, and keeps devices and their applications', async () => {
  const former = await signInByEmail(server, TYPO);
  const latter = await signInByEmail(server, RIGHT);
  const app = await signInByEmail(server, TYPO);
  await server.call('attachApp', {
    token: app.accessToken,
    body: { deviceId: 'a-device-of-hers', deviceName: 'Phone', platform: 'ios' },
  });
  await move();
  const profile = async ({ accessToken }: { accessToken: string }) =>
    (await server.call('getProfile', { token: accessToken, body: {} })).status;
  expect([await profile(former), await profile(latter), await profile(app)]).toEqual([401, 401, 200]);
  const { body } = await server.call('getUserById', { token: senior, query: { id: String(userId) } });
  expect([body.email, body.devices.map(({ deviceName }) => deviceName)]).toEqual([RIGHT, ['Phone']]);
});

it('is idempotent: a repeat changes nothing and sends nothing, and the move can be undone', async () => {
  await move();
  await deliverDueOutbox(server.deps);
  const emails = server.mailbox.emails.length;
  expect((await move()).status).toBe(200);
  await deliverDueOutbox(server.deps);
  expect(server.mailbox.emails).toHaveLength(emails);
  server.clock.advance(60_000);
  expect((await move({ from: RIGHT, to: TYPO })).status).toBe(200);
  expect((await requireAccount(TYPO)).id).toBe(userId);
});

it('accepts what only the owner knows as proof: a payment, a card, an order, a gift', async () => {
  const { activationKey: key } = await createGift(server.deps, OFFICE, { months: 1 });
  const owner = await signInByEmail(server, TYPO);
  await server.call('activateGift', { token: owner.accessToken, body: { key } });
  const addresses = [TYPO, RIGHT];
  for (const proof of [PAY.TransactionId, order.id, key.slice(-4).toLowerCase()]) {
    const [from = '', to = ''] = addresses;
    expect((await move({ proof, from, to })).status).toBe(200);
    addresses.reverse();
    server.clock.advance(60_000);
  }
  expect(await move({ proof: '0000', from: RIGHT, to: TYPO })).toMatchObject({
    status: 400,
    error: { fields: ['proof'] },
  });
});

it('ends a session of the former address that is created during the move', async () => {
  const emails = await Promise.all([TYPO, RIGHT].map((email) => requestEmail(server, email)));
  const redeemed = await Promise.all(
    emails.map(({ linkToken, mailToken }) =>
      server.call('redeemEmailLink', { body: { linkToken, mailToken } }),
    ),
  );
  const [, ...restored] = await Promise.all([
    move(),
    ...redeemed.map(({ body }) => server.call('restoreEmailLink', { body: { token: body.token ?? '' } })),
  ]);
  for (const [index, email] of [TYPO, RIGHT].entries()) {
    const token = restored[index]?.body.accessToken ?? '';
    const { status, body } = await server.call('getProfile', { token, body: {} });
    expect(status === 401 ? email : body.userInfo?.email).toBe(email);
  }
});

describe('is rejected for', () => {
  it.each([
    ['an address that it has not', { from: 'somebody@example.org' }, 400, 'from'],
    ['the address that it has', { to: TYPO }, 400, 'to'],
    ['what proves nothing', { proof: '1111' }, 400, 'proof'],
  ])('%s', async (_what, body, status, field) => {
    expect(await move(body)).toMatchObject({ status, error: { fields: [field] } });
    expect((await requireAccount(TYPO)).id).toBe(userId);
    expect(await findAccountByEmail(server.db, RIGHT)).toBeNull();
  });

  it('an address with its own history', async () => {
    const other = await openAccount(server.db, server.deps, emailIdentity(RIGHT));
    const at = server.clock.now();
    const data = renewalPayment({ transactionId: '7', recurringPaymentStartAt: at.toISOString() });
    await server.db.transaction((tx) => change(tx, other.id, [{ key: 'paid:7', at, data }], at));
    const { status, error } = await move();
    expect([status, error.message]).toEqual([409, expect.stringContaining('Two histories')]);
    const [row] = await server.db
      .select()
      .from(staffAudit)
      .where(inArray(staffAudit.action, ['moveSubscriptionRejected']));
    expect(row).toMatchObject({ accountId: userId, details: { to: RIGHT, because: error.message } });
  });

  it('an address with devices', async () => {
    const other = await openAccount(server.db, server.deps, emailIdentity(RIGHT));
    const device = { accountId: other.id, deviceId: 'device-0001', deviceName: 'Phone', platform: 'ios' };
    await attachDevice(server.db, server.clock, device);
    expect((await move()).error.message).toContain('devices');
  });

  it('an address with a payment that may be in progress', async () => {
    const other = await signInByEmail(server, RIGHT);
    const shop = await server.call('getShop', { token: other.accessToken });
    await agreeTo(server.db, shop.body.order?.id ?? '');
    expect((await move()).error.message).toContain('payment in progress');
    server.clock.advance(DAY + 1000);
    senior = (await signInStaffAs(server, 'senior', 'other')).accessToken;
    expect((await move()).status).toBe(200);
  });

  it('an account without a subscription, a request by support, and an unknown account', async () => {
    const empty = await openAccount(server.db, server.deps, emailIdentity('empty@example.org'));
    expect((await move({ userId: empty.id, from: empty.email })).status).toBe(409);
    const support = (await signInStaffAs(server, 'support')).accessToken;
    expect((await move({}, support)).status).toBe(403);
    expect((await move({ userId: 999 })).status).toBe(404);
  });
});
