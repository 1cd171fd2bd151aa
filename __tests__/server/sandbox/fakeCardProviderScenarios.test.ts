/** Tests subscription scenarios between the product and the sandbox's card provider, over HTTP. */
import type { FakePayment } from '../../../src/server/sandbox/fakeCardProvider/fakeCardProvider';
import { sandboxCardKnobs } from '../../../src/server/sandbox/schema/cards';
import { findAccountByEmail, lockAccount } from '../../../src/server/store/accounts';
import { findStaffAccount, insertStaffAccount } from '../../../src/server/store/staff';
import { readState } from '../../../src/server/usecases/billing/ledger/change';
import { readPayments } from '../../../src/server/usecases/billing/payments/readPayments';
import { refundPayment } from '../../../src/server/usecases/billing/refunds/refundPayment';
import { grantGiftMonths } from '../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { deliverDueOutbox } from '../../../src/server/workers/delivery/deliverOutbox';
import { runDueJobs } from '../../../src/server/workers/jobs/startJobs';
import type { Order } from '../../../src/shared/contract/shop';
import { CARDS, payOrder } from '../../support/cardPayer';
import { openSandboxTestDatabase } from '../../support/database';
import { addDays, addMonths, MONTH_KOPECKS, MONTH_RUB, throughTrial, TRIAL_END } from '../../support/offer';
import { type SandboxServer, startSandboxServer } from '../../support/sandboxServer';

const EMAIL = 'payer@example.org';

let server: SandboxServer;
let token: string;

const call = <ResponseBody>(path: string, body: object = {}) =>
  server.callAs<ResponseBody>(token, path, body);

interface Shop {
  firstPayment: number;
  monthlyPayment: number;
  firstPaymentActivated: boolean;
  subscriptionStatus: string;
  order: Order | null;
}
interface Profile {
  userInfo: {
    subscriptionStatus: string;
    subscriptionIsActive: boolean;
    expirationDate: string;
    amount: number;
    cardMask: string | null;
  };
}

const shop = (body: object = {}) => call<Shop>('shop/getShop', body);
const userInfo = async () => (await call<Profile>('profile')).userInfo;
const progress = (orderId: string) =>
  call<{ success: boolean; state: string; declineReason: string | null }>('shop/getOrder', { orderId });
const cancel = () =>
  call<{ success: boolean; userInfo: { subscriptionIsActive: boolean } }>('subscriptions/cancel');
const payments = async () => (await server.get('/sandbox/api/payments')).body as FakePayment[];
/** Returns the payments at the sandbox's card provider, without the refunds. */
const taken = async () => (await payments()).filter(({ operation }) => operation === 'payment');
async function signIn(): Promise<void> {
  const { body } = await server.post('/sandbox/api/sessions', { email: EMAIL });
  token = (body as { accessToken: string }).accessToken;
}

/** Signs the customer in again, because sessions end after 30 idle days. */
async function advance(duration: string): Promise<void> {
  await server.post('/sandbox/api/clock', { advance: duration });
  await signIn();
}

const setKnobs = (knobs: { drop?: boolean; copies?: number; delayMs?: number }) =>
  server.deps.db.insert(sandboxCardKnobs).values({ id: 1, drop: false, copies: 1, delayMs: 0, ...knobs });

async function openedOrder(): Promise<Order> {
  const { order } = await shop();
  if (order === null) throw new Error('there is no order');
  return order;
}

async function accountId(): Promise<number> {
  const account = await findAccountByEmail(server.deps.db, EMAIL);
  if (account === null) throw new Error('there is no account');
  return account.id;
}

/** Creates a staff account. Returns the origin that the audit log records for actions of this account. */
async function staffOrigin() {
  await insertStaffAccount(server.deps.db, {
    username: 'senior',
    passwordHash: 'none',
    role: 'senior',
    createdAt: server.deps.clock.now(),
  });
  const staff = await findStaffAccount(server.deps.db, 'senior');
  if (staff === null) throw new Error('there is no member of staff');
  return { staffId: staff.id, username: staff.username, ip: '127.0.0.1', requestId: 'test' };
}

const settle = () => deliverDueOutbox(server.deps);

async function subscribe(card: string = CARDS.plain): Promise<Order> {
  const order = await openedOrder();
  await payOrder(server, order, card);
  await settle();
  return order;
}

beforeEach(async () => {
  server = await startSandboxServer(await openSandboxTestDatabase());
  await signIn();
});

afterEach(() => settle());

test('a new customer is offered the free week with a ruble now and the monthly price once it is over [call-19, flow-26, number-2]', async () => {
  const response = await shop();
  expect(response).toMatchObject({
    firstPayment: 1,
    monthlyPayment: MONTH_RUB,
    firstPaymentActivated: false,
    subscriptionStatus: 'NOT_ACTIVE',
    order: {
      kind: 'trial',
      amount: 1,
      currency: 'RUB',
      receiptEmail: EMAIL,
      recurringPayment: {
        amount: MONTH_RUB,
        interval: 'Month',
        period: 1,
        startDate: TRIAL_END.toISOString(),
      },
    },
  });
  expect(response.order?.id).toMatch(/^o-[0-9a-f]{32}$/);
  const mobile = await shop({ variant: 'mobile' });
  expect(mobile.order?.recurringPayment.startDate).toBe(TRIAL_END.toISOString());
  expect(mobile.order?.id).toBe(response.order?.id);
});

test('a paid trial gives access, its ruble is refunded, and no second order is opened', async () => {
  const order = await openedOrder();
  expect(await payOrder(server, order, CARDS.secure)).toMatchObject({ status: 'success' });
  expect(await progress(order.id)).toMatchObject({ success: true, state: 'paid' });
  expect(await userInfo()).toMatchObject({
    subscriptionStatus: 'ACTIVE',
    subscriptionIsActive: true,
    expirationDate: TRIAL_END.toISOString(),
    amount: MONTH_RUB,
    cardMask: '•••• 4242',
  });
  expect(await shop()).toMatchObject({ order: null, firstPaymentActivated: true, firstPayment: MONTH_RUB });
  await settle();
  const [refund, payment] = await payments();
  expect(payment).toMatchObject({
    status: 'refunded',
    amountKopecks: 100,
    recurringPayment: { status: 'Active' },
  });
  expect(refund).toMatchObject({ operation: 'refund', amountKopecks: 100 });
  const told = [payment, refund].map((each) =>
    each?.notifications.map(({ type, state }) => `${type} ${state}`),
  );
  expect(told).toEqual([
    ['pay delivered', 'receipt delivered', 'recurrent delivered'],
    ['refund delivered', 'receipt delivered'],
  ]);
  expect(await userInfo()).toMatchObject({ subscriptionStatus: 'ACTIVE' });
  expect(server.errors).toEqual([]);
});

test('recurring payments charge at their dates as the clock moves, on the anchor day', async () => {
  await subscribe();
  await advance('P3M');
  const charged = (await payments()).filter(({ role }) => role === 'recurrent');
  expect(charged.map(({ at, amountKopecks, status }) => [at, amountKopecks, status])).toEqual([
    [addMonths(TRIAL_END, 2).toISOString(), MONTH_KOPECKS, 'completed'],
    [addMonths(TRIAL_END, 1).toISOString(), MONTH_KOPECKS, 'completed'],
    [TRIAL_END.toISOString(), MONTH_KOPECKS, 'completed'],
  ]);
  expect(await userInfo()).toMatchObject({
    subscriptionStatus: 'ACTIVE',
    expirationDate: addMonths(TRIAL_END, 3).toISOString(),
  });
  expect(server.errors).toEqual([]);
});

test('each payment and each refund has a receipt of its own to read', async () => {
  await subscribe();
  await advance(throughTrial(1));
  await refundPayment(server.deps, await staffOrigin(), {
    accountId: await accountId(),
    transactionIds: [],
    amountKopecks: 'all' as const,
    reason: 'other',
    comment: '',
    requestKey: null,
  });
  await settle();
  const [charge, first] = await readPayments(server.deps.db, await accountId());
  expect(first?.receiptUrl).toMatch(/\/sandbox\/receipts\/\d+$/);
  const page = await server.get(new URL(charge?.receiptUrl ?? '').pathname);
  expect(page.status).toBe(200);
  expect(page.body).toContain('Приход');
  expect(page.body).toContain(String(MONTH_RUB));
  expect(page.body).toContain('Без НДС');
  const [refund] = await payments();
  const back = await server.get(`/sandbox/receipts/${refund?.id ?? ''}`);
  expect(back.body).toContain('Возврат прихода');
  expect((await server.get('/sandbox/receipts/999')).status).toBe(404);
});

test('a declined card shows the reason, and the same order can be paid with another card', async () => {
  const order = await openedOrder();
  expect(await payOrder(server, order, CARDS.declined)).toMatchObject({
    status: 'declined',
    reasonCode: 5051,
  });
  expect(await progress(order.id)).toMatchObject({ state: 'declined', declineReason: 'noMoney' });
  expect(await userInfo()).toMatchObject({ subscriptionStatus: 'NOT_ACTIVE', subscriptionIsActive: false });
  expect(await payOrder(server, order, CARDS.unknown)).toMatchObject({
    status: 'declined',
    reasonCode: 5014,
  });
  expect(await payOrder(server, order, CARDS.plain)).toMatchObject({ status: 'success' });
  expect(await progress(order.id)).toMatchObject({ state: 'paid', declineReason: null });
});

test('rejected 3-D Secure declines the payment', async () => {
  const order = await openedOrder();
  expect(await payOrder(server, order, CARDS.secure, { passThreeDs: false })).toMatchObject({
    status: 'declined',
    reasonCode: 5206,
  });
  expect(await progress(order.id)).toMatchObject({ state: 'declined', declineReason: 'threeDs' });
});

test.each([
  ['amount', { amount: 0.5 }],
  ['currency', { currency: 'USD' }],
  ['order', { externalId: 'o-of-nobody' }],
  ['account', { accountId: 'somebody-else' }],
])('a widget with a wrong %s is declined by Check', async (_what, changes) => {
  const order = await openedOrder();
  expect(await payOrder(server, order, CARDS.plain, { changes })).toMatchObject({
    status: 'declined',
    reasonCode: 5005,
  });
  expect(await userInfo()).toMatchObject({ subscriptionStatus: 'NOT_ACTIVE' });
});

test('a second order opened before the first was paid cannot be paid after it', async () => {
  const first = await openedOrder();
  await payOrder(server, first, CARDS.declined);
  const second = await openedOrder();
  expect(second.id).not.toBe(first.id);
  expect(await payOrder(server, first, CARDS.plain)).toMatchObject({ status: 'success' });
  expect(await payOrder(server, second, CARDS.plain)).toMatchObject({ status: 'declined', reasonCode: 5005 });
  expect((await payments()).filter(({ recurringPayment }) => recurringPayment !== null)).toHaveLength(1);
});

test('a cancelled subscription keeps access to the paid end, is not charged and ends', async () => {
  await subscribe();
  expect(await cancel()).toEqual({ success: true, userInfo: { subscriptionIsActive: true } });
  expect(await cancel()).toEqual({ success: true, userInfo: { subscriptionIsActive: true } });
  await settle();
  expect(await userInfo()).toMatchObject({
    subscriptionStatus: 'CANCELED',
    subscriptionIsActive: true,
    expirationDate: TRIAL_END.toISOString(),
  });
  expect((await taken())[0]?.recurringPayment).toMatchObject({ status: 'Cancelled' });
  await advance(throughTrial());
  expect(await userInfo()).toMatchObject({ subscriptionStatus: 'EXPIRED', subscriptionIsActive: false });
  expect((await payments()).filter(({ role }) => role === 'recurrent')).toEqual([]);
});

test('an expired customer resumes at full price, with the next charge one month later [flow-24]', async () => {
  await subscribe();
  await cancel();
  await advance(throughTrial(3));
  const resumedAt = addDays(TRIAL_END, 3);
  const response = await shop();
  expect(response).toMatchObject({
    firstPayment: MONTH_RUB,
    firstPaymentActivated: true,
    subscriptionStatus: 'EXPIRED',
  });
  expect(response.order).toMatchObject({
    kind: 'renewal',
    amount: MONTH_RUB,
    recurringPayment: { startDate: addMonths(resumedAt, 1).toISOString() },
  });
  await subscribe();
  expect(await userInfo()).toMatchObject({
    subscriptionStatus: 'ACTIVE',
    expirationDate: addMonths(resumedAt, 1).toISOString(),
  });
  await advance('P1M');
  expect(await userInfo()).toMatchObject({
    subscriptionStatus: 'ACTIVE',
    expirationDate: addMonths(resumedAt, 2).toISOString(),
  });
});

test('a failed charge keeps access while the provider retries, and three failures end it', async () => {
  await subscribe(CARDS.onlyFirst);
  await advance(`${throughTrial()}T1H`);
  expect(await userInfo()).toMatchObject({ subscriptionStatus: 'ACTIVE', subscriptionIsActive: true });
  await advance('P3D');
  expect(await userInfo()).toMatchObject({ subscriptionStatus: 'EXPIRED', subscriptionIsActive: false });
  expect((await payments()).filter(({ status }) => status === 'declined')).toHaveLength(3);
});

test('the next charge fails once if requested and is retried on the following day', async () => {
  await subscribe();
  const [payment] = await taken();
  expect((await server.post(`/sandbox/api/payments/${payment?.id ?? ''}/failNext`)).status).toBe(200);
  await advance(throughTrial(2));
  const charged = (await payments()).filter(({ role }) => role === 'recurrent');
  expect(charged.map(({ status }) => status)).toEqual(['completed', 'declined']);
  expect(await userInfo()).toMatchObject({ subscriptionStatus: 'ACTIVE' });
});

test('if every notification is dropped, a query to the provider gives access', async () => {
  const order = await openedOrder();
  await setKnobs({ drop: true });
  await payOrder(server, order, CARDS.plain);
  expect(await progress(order.id)).toMatchObject({ state: 'open' });
  server.machineClock.advance(6000);
  expect(await progress(order.id)).toMatchObject({ state: 'paid' });
  expect(await userInfo()).toMatchObject({ subscriptionStatus: 'ACTIVE' });
  await advance('P2M');
  expect(await userInfo()).toMatchObject({
    subscriptionStatus: 'ACTIVE',
    expirationDate: addMonths(TRIAL_END, 2).toISOString(),
  });
});

test('a payment whose notification was lost is found without a request by the customer', async () => {
  await setKnobs({ drop: true, copies: 1, delayMs: 0 });
  await payOrder(server, await openedOrder(), CARDS.plain);
  server.machineClock.advance(6000);
  await runDueJobs(server.deps);
  expect(await userInfo()).toMatchObject({ subscriptionStatus: 'ACTIVE' });
});

test('a lost Pay followed by a declined attempt of the same order is found', async () => {
  const order = await openedOrder();
  await setKnobs({ drop: true });
  await payOrder(server, order, CARDS.plain);
  server.machineClock.advance(1000);
  await payOrder(server, order, CARDS.declined);
  expect(await progress(order.id)).toMatchObject({ state: 'open' });
  server.machineClock.advance(6000);
  await runDueJobs(server.deps);
  expect(await progress(order.id)).toMatchObject({ state: 'paid', declineReason: null });
  expect(await userInfo()).toMatchObject({ subscriptionStatus: 'ACTIVE' });
  await advance(throughTrial(1));
  expect(await userInfo()).toMatchObject({
    subscriptionStatus: 'ACTIVE',
    expirationDate: addMonths(TRIAL_END, 1).toISOString(),
  });
});

test('a lost Pay from before midnight followed by a declined attempt after it is found', async () => {
  await advance('PT14H59M');
  const order = await openedOrder();
  await setKnobs({ drop: true });
  await payOrder(server, order, CARDS.plain);
  server.machineClock.advance(2 * 60_000);
  await payOrder(server, order, CARDS.declined);
  server.machineClock.advance(6000);
  await runDueJobs(server.deps);
  expect(await progress(order.id)).toMatchObject({ state: 'paid' });
});

test('a lost Pay followed by a second payment of the same order is found and refunded within the hour', async () => {
  const order = await openedOrder();
  await setKnobs({ drop: true });
  await payOrder(server, order, CARDS.plain);
  await server.post('/sandbox/api/notifications', {});
  server.machineClock.advance(1000);
  await payOrder(server, order, CARDS.plain);
  expect(await progress(order.id)).toMatchObject({ state: 'paid' });
  await advance('PT1H');
  await runDueJobs(server.deps);
  expect((await taken()).map(({ status }) => status)).toEqual(['refunded', 'refunded']);
  await advance('PT1H');
  expect((await taken()).map(({ recurringPayment }) => recurringPayment?.status).sort()).toEqual([
    'Active',
    'Cancelled',
  ]);
});

test('duplicated and late notifications change nothing', async () => {
  await setKnobs({ drop: false, copies: 3, delayMs: 60_000 });
  const order = await openedOrder();
  await payOrder(server, order, CARDS.plain);
  expect(await userInfo()).toMatchObject({ subscriptionStatus: 'NOT_ACTIVE' });
  await advance('PT2M');
  expect(await progress(order.id)).toMatchObject({ state: 'paid' });
  const [payment] = await taken();
  expect(payment?.notifications.every(({ state }) => state === 'delivered')).toBe(true);
  const again = await server.post(`/sandbox/api/payments/${payment?.id ?? ''}/notify`, {
    type: 'pay',
    copies: 20,
  });
  expect(again.body).toMatchObject({ sent: 20, responses: Array(20).fill({ status: 200, code: 0 }) });
  expect(await userInfo()).toMatchObject({ expirationDate: TRIAL_END.toISOString() });
});

test('a gift moves the next charge by its months', async () => {
  await subscribe();
  const at = server.deps.clock.now();
  const id = await accountId();
  await server.deps.db.transaction((tx) =>
    grantGiftMonths(tx, server.deps, { accountId: id, months: 2, giftId: 1, at }),
  );
  await settle();
  expect(await userInfo()).toMatchObject({
    subscriptionStatus: 'ACTIVE',
    expirationDate: addMonths(TRIAL_END, 2).toISOString(),
  });
  expect((await taken())[0]?.recurringPayment).toMatchObject({
    nextChargeAt: addMonths(TRIAL_END, 2).toISOString(),
  });
  await advance('P2M');
  expect((await payments()).filter(({ role }) => role === 'recurrent')).toEqual([]);
});

test('a refund returns the last payment, ends access and cancels the recurring payment', async () => {
  await subscribe();
  await advance(throughTrial(1));
  const refund = async () => {
    const request = {
      transactionIds: [],
      amountKopecks: 'all' as const,
      comment: '',
      requestKey: null,
    } as const;
    return refundPayment(server.deps, await staffOrigin(), {
      accountId: await accountId(),
      reason: 'other',
      ...request,
    });
  };
  expect(await refund()).toMatchObject({
    payments: [{ amountKopecks: MONTH_KOPECKS }],
    accessUntil: null,
  });
  await settle();
  expect(await userInfo()).toMatchObject({ subscriptionStatus: 'EXPIRED', subscriptionIsActive: false });
  const [returned, charge] = await payments();
  expect(returned).toMatchObject({ operation: 'refund', amountKopecks: MONTH_KOPECKS });
  expect(charge).toMatchObject({ status: 'refunded', recurringPayment: { status: 'Cancelled' } });
  await expect(refund()).rejects.toMatchObject({ reason: 'REFUND_REJECTED' });
});

test('pending work of the provider survives a restart', async () => {
  await setKnobs({ drop: false, copies: 1, delayMs: 60_000 });
  const order = await openedOrder();
  await payOrder(server, order, CARDS.plain);
  server = await startSandboxServer(server.deps.db, server.machineClock);
  await advance('PT2M');
  expect(await progress(order.id)).toMatchObject({ state: 'paid' });
  const id = await accountId();
  const state = await server.deps.db.transaction(async (tx) => {
    await lockAccount(tx, id);
    return (await readState(tx, id)).state;
  });
  expect(state.payments).toHaveLength(1);
});
