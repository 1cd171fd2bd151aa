/**
 * Tests campaign orders. An unknown visitor pays, and the email address in the verified payment determines the account.
 */
import { findAccountByEmail } from '../../../../../src/server/store/accounts';
import { accountIdentities, accounts } from '../../../../../src/server/store/schema/accounts';
import { orders } from '../../../../../src/server/store/schema/orders';
import { outbox } from '../../../../../src/server/store/schema/outbox';
import { ledgerEvents, paymentEvents } from '../../../../../src/server/store/schema/subscriptions';
import { LIMITS } from '../../../../../src/server/throttle/limits';
import { CAMPAIGN_LINK_MS } from '../../../../../src/server/usecases/accounts/campaignSignIn';
import { reconcileOrders } from '../../../../../src/server/usecases/billing/providerEvents/reconcileOrders';
import { cancelSubscription } from '../../../../../src/server/usecases/billing/subscriptions/cancelSubscription';
import { readSubscription } from '../../../../../src/server/usecases/billing/subscriptions/readSubscription';
import { activateGift, createGift } from '../../../../../src/server/usecases/gifts/gifts';
import { deliverDueOutbox } from '../../../../../src/server/workers/delivery/deliverOutbox';
import { dropStale } from '../../../../../src/server/workers/jobs/dropStale';
import type { Order } from '../../../../../src/shared/contract/shop';
import { SHORTER_PERIODS_DAYS } from '../../../../../src/shared/personalData';
import { stamp } from '../../../../support/cardCustomer';
import { CHECK, FAIL, PAY, RECURRENT } from '../../../../support/notificationExamples';
import {
  addDays,
  addMonths,
  addSeconds,
  CAMPAIGN_TRIAL_DAYS,
  CAMPAIGN_TRIAL_END,
  MONTH_IN_FORM,
  MONTH_KOPECKS,
  MONTH_RUB,
} from '../../../../support/offer';
import { runAlone } from '../../../../support/runAlone';
import { startTestServer, type TestServer } from '../../../../support/server';
import { TEST_START } from '../../../../support/settableClock';
import { signInByEmail } from '../../../../support/signIn';

const EMAIL = 'buyer@example.org';
const DAY = 24 * 3_600_000;
const OFFICE = { staffId: null, username: 'test', ip: '127.0.0.1', requestId: 'test' };

let server: TestServer;
let order: Order;

async function openCampaign(partner: string | null = 'Blogger'): Promise<Order> {
  const { status, body } = await server.call('getCampaignOrder', { body: { partner } });
  expect(status).toBe(200);
  return body.order;
}

beforeEach(async () => {
  server = await startTestServer();
  order = await openCampaign();
});

afterEach(() => deliverDueOutbox(server.deps));

const ofOrder = <Fields extends object>(fields: Fields, changes: Record<string, string | number> = {}) => ({
  ...fields,
  Email: 'Buyer@Example.org',
  InvoiceId: order.id,
  AccountId: order.accountId,
  ...changes,
});
const recurrent = (changes: Record<string, string | number> = {}) => ({
  ...RECURRENT,
  AccountId: order.accountId,
  StartDate: stamp(order.recurringPayment.startDate),
  NextTransactionDate: stamp(order.recurringPayment.startDate),
  ...changes,
});

async function notify(kind: string, fields: Record<string, string | number>): Promise<number | undefined> {
  const response = await server.fakeCardProvider.notify(kind, fields);
  expect(response.status).toBe(200);
  return ((await response.json()) as { code?: number }).code;
}

const state = async (orderId = order.id) =>
  (await server.call('getCampaignOrderState', { body: { orderId } })).body;
const verdicts = async () =>
  (await server.db.select().from(paymentEvents).orderBy(paymentEvents.id)).map(({ verdict }) => verdict);
const changes = async () => {
  await deliverDueOutbox(server.deps);
  return server.fakeCardProvider.changes.map(({ call, id }) => `${call} ${id}`).sort();
};
const emailsTo = async (email: string) => {
  await deliverDueOutbox(server.deps);
  return server.mailbox.emailsTo(email);
};
async function readCustomerSubscription(email: string) {
  const account = await findAccountByEmail(server.db, email);
  if (account === null) throw new Error(`no account of ${email}`);
  return readSubscription(server.db, account.id, server.clock.now());
}

describe('opening', () => {
  it('charges 1 ruble for a week and then the monthly price, under a payer id with the prefix [call-21, input-7, number-4, screen-47]', () => {
    expect(order).toMatchObject({
      kind: 'campaign',
      amount: 1,
      currency: 'RUB',
      receiptEmail: null,
      recurringPayment: {
        amount: MONTH_RUB,
        interval: 'Month',
        period: 1,
        startDate: CAMPAIGN_TRIAL_END.toISOString(),
      },
    });
    expect(order.accountId).toMatch(/^blogger-[\w-]{28}$/);
  });

  it.each([null, '', 'x', 'thirteenchars', 'a b', "' or 1=1", 'a'.repeat(2000)])(
    'ignores the invalid prefix %p [input-6, screen-45]',
    async (partner) => {
      expect((await openCampaign(partner)).accountId).toMatch(/^[\w-]{28}$/);
    },
  );

  it('gives each visitor a separate order and payer id', async () => {
    const other = await openCampaign();
    expect(other.id).not.toBe(order.id);
    expect(other.accountId).not.toBe(order.accountId);
  });

  it('is throttled per network', async () => {
    const { tries } = LIMITS.campaignOrders;
    server = await startTestServer({ settings: { mode: 'production' } });
    for (let time = 0; time < tries; time += 1) await openCampaign();
    const result = await server.call('getCampaignOrder', { body: {} });
    expect(result.status).toBe(429);
    expect(result.error.code).toBe('TOO_MANY_REQUESTS');
  });

  it('creates no account and sends the provider no request', async () => {
    expect(await server.db.select().from(accounts)).toEqual([]);
    server.clock.advance(DAY);
    await runAlone(reconcileOrders, server.deps);
    expect((await server.db.select().from(orders))[0]).toMatchObject({ reconcileTries: 0 });
  });
});

describe('the state', () => {
  it('is returned for campaign orders only, without data of the payer', async () => {
    expect(await state()).toEqual({ success: true, state: 'open', declineReason: null });
    expect(await state('o-unknown')).toEqual({ success: false });
    const { accessToken } = await signInByEmail(server, 'other@example.org');
    const shop = await server.call('getShop', { token: accessToken });
    expect(await state(shop.body.order?.id)).toEqual({ success: false });
  });

  it('is not returned to a signed-in customer as their own order', async () => {
    const { accessToken } = await signInByEmail(server, EMAIL);
    const result = await server.call('getOrder', { token: accessToken, body: { orderId: order.id } });
    expect(result.body).toEqual({ success: false });
  });

  it('follows declines and the payment', async () => {
    expect(await notify('check', ofOrder(CHECK, { TransactionId: '504260' }))).toBe(0);
    await notify('fail', ofOrder(FAIL, { TransactionId: '504260' }));
    expect(await state()).toEqual({ success: true, state: 'declined', declineReason: 'noMoney' });
    expect(await notify('check', ofOrder(CHECK))).toBe(0);
    expect(await state()).toEqual({ success: true, state: 'open', declineReason: null });
    await notify('pay', ofOrder(PAY));
    expect(await state()).toEqual({ success: true, state: 'paid', declineReason: null });
  });

  it('finds a payment whose notifications were lost, with the email that the provider reports', async () => {
    expect(await state()).toEqual({ success: true, state: 'open', declineReason: null });
    server.fakeCardProvider.payments = [
      {
        transactionId: '504270',
        orderId: order.id,
        accountId: order.accountId,
        email: EMAIL,
        state: 'completed',
        amountKopecks: 100,
        currency: 'RUB',
        at: server.clock.now(),
        decline: null,
        recurringPaymentId: null,
        cardMask: '•••• 4242',
        isTest: true,
      },
    ];
    server.clock.advance(60_000);
    await runAlone(reconcileOrders, server.deps);
    expect(await state()).toEqual({ success: true, state: 'paid', declineReason: null });
    expect((await readCustomerSubscription(EMAIL)).status).toBe('ACTIVE');
    expect(await emailsTo(EMAIL)).toHaveLength(1);
  });
});

describe('Check', () => {
  it('allows the payment of an unknown payer', async () => {
    expect(await notify('check', ofOrder(CHECK))).toBe(0);
    expect(await server.db.select().from(accounts)).toEqual([]);
  });

  it.each([
    ['no email', 13, { Email: '' }],
    ['an email that is none', 13, { Email: 'buyer' }],
    ['another name', 11, { AccountId: 'blogger-somebody' }],
    ['another order', 10, { InvoiceId: 'o-unknown' }],
    ['another amount', 12, { Amount: MONTH_IN_FORM }],
    ['another currency', 12, { Currency: 'USD' }],
  ])('rejects %s with %i', async (_what, code, fields) => {
    expect(await notify('check', ofOrder(CHECK, fields))).toBe(code);
  });

  it('rejects a payer to whom the mail server cannot send the sign-in email', async () => {
    Object.assign(server.deps.mailer, { acceptsUtf8: () => false });
    expect(await notify('check', ofOrder(CHECK, { Email: 'анна@пример.рф' }))).toBe(13);
    expect(await notify('check', ofOrder(CHECK, { Email: 'anna@пример.рф' }))).toBe(0);
  });

  it('rejects an order one day after the page was opened, and a paid order', async () => {
    await notify('pay', ofOrder(PAY));
    expect(await notify('check', ofOrder(CHECK, { TransactionId: '504271' }))).toBe(13);
    order = await openCampaign();
    server.clock.advance(DAY + 1);
    expect(await notify('check', ofOrder(CHECK))).toBe(20);
  });
});

describe('a verified payment', () => {
  it('starts a week that waits for the first sign-in with its email', async () => {
    await notify('pay', ofOrder(PAY));
    await notify('recurrent', recurrent());
    expect(await server.db.select().from(accountIdentities)).toEqual([]);
    expect(await readCustomerSubscription(EMAIL)).toMatchObject({
      status: 'ACTIVE',
      expirationDate: new Date(order.recurringPayment.startDate),
      firstPaymentActivated: false,
      totalPaidKopecks: 100,
      cardMask: '•••• 4242',
    });
    // The 1 ruble of a campaign is a real price, so the payment is neither voided nor refunded.
    expect(await changes()).toEqual([]);
    const { accessToken } = await signInByEmail(server, EMAIL);
    const profile = await server.call('getProfile', { token: accessToken, body: {} });
    expect(profile.body.userInfo).toMatchObject({ email: EMAIL, subscriptionStatus: 'ACTIVE' });
  });

  it('sends an email whose link signs in only with the address', async () => {
    await notify('pay', ofOrder(PAY));
    const [emailMessage] = await emailsTo(EMAIL);
    expect(emailMessage?.text).toContain('Подписка привязана к этой почте');
    const linkToken = new URLSearchParams(/\/open#(\S+)/.exec(emailMessage?.text ?? '')?.[1]).get('t') ?? '';
    server.clock.advance(CAMPAIGN_LINK_MS - 1);
    const bare = await server.call('redeemEmailLink', { body: { linkToken } });
    expect(bare.body).toEqual({ success: false, reason: 'emailNeeded' });
    const foreign = await server.call('redeemEmailLink', { body: { linkToken, email: 'x@example.org' } });
    expect(foreign.body.success).toBe(false);
    const redeemed = await server.call('redeemEmailLink', { body: { linkToken, email: EMAIL } });
    const restored = await server.call('restoreEmailLink', { body: { token: redeemed.body.token ?? '' } });
    expect(restored.body).toMatchObject({ success: true, email: EMAIL });
  });

  it('counts once and sends one email, however often it is reported', async () => {
    await Promise.all(Array.from({ length: 30 }, () => notify('pay', ofOrder(PAY))));
    expect(await verdicts()).toEqual(['applied']);
    expect(await server.db.select().from(accounts)).toHaveLength(1);
    expect(await server.db.select().from(ledgerEvents)).toHaveLength(1);
    expect(await emailsTo(EMAIL)).toHaveLength(1);
  });

  it('stores no email address in the ledger or the log', async () => {
    await notify('pay', ofOrder(PAY));
    const kept = JSON.stringify([await server.db.select().from(paymentEvents), server.logs]);
    expect(kept.toLowerCase()).not.toContain('buyer@');
  });

  it.each([
    ['another amount', 'wrongAmount', { Amount: MONTH_IN_FORM }],
    ['another name', 'unknownAccount', { AccountId: 'blogger-somebody' }],
    ['no email', 'payerUnknown', { Email: '' }],
  ])('of %s gives no access', async (_what, verdict, fields) => {
    await notify('pay', ofOrder(PAY, fields));
    expect(await verdicts()).toEqual([verdict]);
    expect(await server.db.select().from(accounts)).toEqual([]);
    expect(await state()).toEqual({ success: true, state: 'open', declineReason: null });
  });

  it('that is only authorised waits for Confirm', async () => {
    await notify('pay', ofOrder(PAY, { Status: 'Authorized' }));
    expect(await verdicts()).toEqual(['held']);
    await notify('confirm', ofOrder(PAY));
    expect((await readCustomerSubscription(EMAIL)).status).toBe('ACTIVE');
  });

  it("for another buyer's order cannot be claimed with a foreign payer id", async () => {
    const other = await openCampaign('other');
    await notify('pay', ofOrder(PAY, { InvoiceId: other.id }));
    expect(await verdicts()).toEqual(['foreignOrder']);
    expect(await server.db.select().from(accounts)).toEqual([]);
  });
});

describe('the recurring payment', () => {
  const charge = (fields: Record<string, string | number> = {}) =>
    ofOrder(PAY, {
      TransactionId: '600001',
      Amount: MONTH_IN_FORM,
      DateTime: stamp(addSeconds(CAMPAIGN_TRIAL_END, 5)),
      SubscriptionId: RECURRENT.Id,
      ...fields,
    });

  it.each([
    ['before', ['recurrent', 'pay'] as const],
    ['after', ['pay', 'recurrent'] as const],
  ])('is charged monthly if reported %s the payment', async (_when, kinds) => {
    for (const kind of kinds) await notify(kind, kind === 'pay' ? ofOrder(PAY) : recurrent());
    server.clock.set(addSeconds(CAMPAIGN_TRIAL_END, 5));
    expect(await notify('check', charge())).toBe(0);
    await notify('pay', charge());
    expect(await readCustomerSubscription(EMAIL)).toMatchObject({
      status: 'ACTIVE',
      expirationDate: addMonths(CAMPAIGN_TRIAL_END, 1),
      totalPaidKopecks: 100 + MONTH_KOPECKS,
    });
    const waysIn = (await emailsTo(EMAIL)).filter(({ text }) => text.includes('/open#t='));
    expect(waysIn).toHaveLength(1);
  });

  it('is cancelled at the provider by the payer id of the order', async () => {
    await notify('pay', ofOrder(PAY));
    server.fakeCardProvider.recurringPayments = [
      {
        id: RECURRENT.Id,
        accountId: order.accountId,
        state: 'active',
        amountKopecks: MONTH_KOPECKS,
        currency: 'RUB',
        startAt: new Date(order.recurringPayment.startDate),
        nextChargeAt: new Date(order.recurringPayment.startDate),
        successes: 0,
        failures: 0,
      },
    ];
    const account = await findAccountByEmail(server.db, EMAIL);
    await cancelSubscription(server.deps, { accountId: account?.id ?? 0 });
    expect(await changes()).toEqual([`cancel ${RECURRENT.Id}`]);
    expect(await notify('check', charge())).toBe(13);
  });
});

describe('an account that already exists for the email', () => {
  it('gets the week immediately if it had no trial', async () => {
    const { uid } = await signInByEmail(server, EMAIL);
    await notify('pay', ofOrder(PAY));
    const account = await findAccountByEmail(server.db, EMAIL);
    expect(account?.uid).toBe(uid);
    expect((await readCustomerSubscription(EMAIL)).status).toBe('ACTIVE');
  });

  it.each([
    ['is ACTIVE', () => Promise.resolve()],
    [
      'had its trial',
      async () => {
        server.clock.advance(30 * DAY);
        expect((await readCustomerSubscription(EMAIL)).status).toBe('EXPIRED');
        order = await openCampaign();
      },
    ],
  ])('gets a refund if it %s, and the new recurring payment is cancelled', async (_case, pass) => {
    await notify('pay', ofOrder(PAY));
    await pass();
    const before = await readCustomerSubscription(EMAIL);
    order = await openCampaign('second');
    server.fakeCardProvider.recurringPayments = [
      {
        id: 'sc_second',
        accountId: order.accountId,
        state: 'active',
        amountKopecks: MONTH_KOPECKS,
        currency: 'RUB',
        startAt: new Date(order.recurringPayment.startDate),
        nextChargeAt: new Date(order.recurringPayment.startDate),
        successes: 0,
        failures: 0,
      },
    ];
    const at = stamp(addSeconds(server.clock.now(), 60));
    expect(await notify('check', ofOrder(CHECK, { TransactionId: '504280' }))).toBe(0);
    await notify('pay', ofOrder(PAY, { TransactionId: '504280', DateTime: at }));
    expect(await state()).toEqual({ success: true, state: 'paid', declineReason: null });
    expect(await changes()).toEqual(['cancel sc_second', 'refund 504280']);
    expect(await readCustomerSubscription(EMAIL)).toMatchObject({
      status: before.status,
      expirationDate: before.expirationDate,
    });
    expect((await emailsTo(EMAIL)).at(-1)?.subject).toMatch(/^Возвращаем 1\sруб\./);
  });

  it('is not charged during a gift: the recurring payment moves to the end of the gift', async () => {
    const { uid } = await signInByEmail(server, EMAIL);
    const account = await findAccountByEmail(server.db, EMAIL);
    const { activationKey } = await createGift(server.deps, OFFICE, { months: 3 });
    await activateGift(server.deps, { accountId: account?.id ?? 0, key: activationKey });
    server.fakeCardProvider.recurringPayments = [
      {
        id: RECURRENT.Id,
        accountId: order.accountId,
        state: 'active',
        amountKopecks: MONTH_KOPECKS,
        currency: 'RUB',
        startAt: new Date(order.recurringPayment.startDate),
        nextChargeAt: new Date(order.recurringPayment.startDate),
        successes: 0,
        failures: 0,
      },
    ];
    await notify('pay', ofOrder(PAY));
    expect(uid).not.toBe(order.accountId);
    expect(await readCustomerSubscription(EMAIL)).toMatchObject({
      status: 'ACTIVE',
      expirationDate: addDays(addMonths(TEST_START, 3), CAMPAIGN_TRIAL_DAYS),
    });
    expect(await changes()).toEqual([`move ${RECURRENT.Id}`]);
  });

  it('keeps one of two concurrently paid orders, and gets a refund for the other', async () => {
    const first = order;
    const second = await openCampaign('second');
    await Promise.all([
      notify('pay', ofOrder(PAY)),
      notify('pay', {
        ...ofOrder(PAY, { TransactionId: '504281', DateTime: '2026-11-21 09:00:31' }),
        InvoiceId: second.id,
        AccountId: second.accountId,
      }),
    ]);
    expect((await readCustomerSubscription(EMAIL)).expirationDate).toEqual(
      new Date(first.recurringPayment.startDate),
    );
    const messages = await server.db.select().from(outbox);
    expect(messages.filter(({ dedupeKey }) => dedupeKey.startsWith('refund:'))).toHaveLength(1);
  });
});

it('orders without a payment attempt are deleted after a while, other orders are kept', async () => {
  const tried = order;
  await notify('check', ofOrder(CHECK));
  await openCampaign();
  server.clock.advance(SHORTER_PERIODS_DAYS.untouchedCampaignOrders * DAY - 1);
  await dropStale(server.deps);
  expect(await server.db.select().from(orders)).toHaveLength(2);
  server.clock.advance(1);
  await dropStale(server.deps);
  expect((await server.db.select().from(orders)).map(({ id }) => id)).toEqual([tried.id]);
});

test("the receipts of further charges are sent to the payer's email, which is set once the recurring payment exists", async () => {
  const startAt = new Date(order.recurringPayment.startDate);
  server.fakeCardProvider.recurringPayments.push({
    ...{ id: 'sc_campaign', accountId: order.accountId, state: 'active', currency: 'RUB' },
    ...{ amountKopecks: MONTH_KOPECKS, nextChargeAt: startAt, startAt, successes: 0, failures: 0 },
  });
  await notify('pay', ofOrder(PAY, { TransactionId: 812_001, Amount: order.amount.toFixed(2) }));
  server.clock.advance(60_000);
  expect(await changes()).toContain('receipt sc_campaign');
  expect(server.fakeCardProvider.changes.find(({ call }) => call === 'receipt')?.details).toMatchObject({
    receipt: { email: EMAIL, amountKopecks: MONTH_KOPECKS },
  });
  // The server does not change a recurring payment that has already charged.
  server.fakeCardProvider.changes.length = 0;
  server.fakeCardProvider.recurringPayments = server.fakeCardProvider.recurringPayments.map((known) => ({
    ...known,
    successes: 1,
  }));
  server.clock.advance(startAt.getTime() - server.clock.now().getTime());
  const charge = { TransactionId: 812_002, Amount: MONTH_IN_FORM, SubscriptionId: 'sc_campaign' };
  await notify('pay', { ...ofOrder(PAY, charge), InvoiceId: '' });
  server.clock.advance(60_000);
  expect(await changes()).not.toContain('receipt sc_campaign');
});
