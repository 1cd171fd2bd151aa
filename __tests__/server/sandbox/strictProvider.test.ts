/**
 * Tests the product with a card provider that applies every restriction and uses every freedom that the provider's
 * documentation describes.
 */
import type { FakePayment } from '../../../src/server/sandbox/fakeCardProvider/fakeCardProvider';
import { findAccountByEmail } from '../../../src/server/store/accounts';
import { grantGiftMonths } from '../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { deliverDueOutbox } from '../../../src/server/workers/delivery/deliverOutbox';
import type { Order } from '../../../src/shared/contract/shop';
import { CARDS, payOrder } from '../../support/cardPayer';
import { openSandboxTestDatabase } from '../../support/database';
import { addDays, addMonths, MONTH_KOPECKS, throughTrial, TRIAL_DAYS, TRIAL_END } from '../../support/offer';
import { type SandboxServer, startSandboxServer } from '../../support/sandboxServer';

const EMAIL = 'payer@example.org';
const NEW_CARD = '5555 5555 5555 4444';

let server: SandboxServer;

async function call<ResponseBody>(path: string): Promise<ResponseBody> {
  // Signs the customer in again, because sessions end after 30 idle days.
  const { body } = await server.post('/sandbox/api/sessions', { email: EMAIL });
  return server.callAs<ResponseBody>((body as { accessToken: string }).accessToken, path, {});
}

interface UserInfo {
  subscriptionStatus: string;
  subscriptionIsActive: boolean;
  expirationDate: string;
}

const userInfo = async () => (await call<{ userInfo: UserInfo }>('profile')).userInfo;
const payments = async () => (await server.get('/sandbox/api/payments')).body as FakePayment[];
const charges = async () =>
  (await payments()).filter(({ role, operation }) => role === 'recurrent' && operation === 'payment');
const taken = async () => (await charges()).filter(({ status }) => status === 'completed');
const recurringPayment = async () =>
  (await payments()).find((payment) => payment.recurringPayment !== null)?.recurringPayment;
const subjects = async () =>
  ((await server.get(`/sandbox/api/mail?to=${EMAIL}`)).body as { subject: string }[]).map(
    ({ subject }) => subject,
  );

async function advance(duration: string): Promise<void> {
  expect((await server.post('/sandbox/api/clock', { advance: duration })).status).toBe(200);
}

const setTerminal = (settings: object) => server.post('/sandbox/api/card/terminal', settings);
const dashboard = async (change: object) => {
  const [payment] = (await payments()).filter((each) => each.recurringPayment !== null);
  const { status } = await server.post(`/sandbox/api/payments/${payment?.id ?? ''}/recurringPayment`, change);
  expect(status).toBe(200);
};

async function subscribe(): Promise<Order> {
  const { order } = await call<{ order: Order }>('shop/getShop');
  expect(await payOrder(server, order, CARDS.plain)).toMatchObject({ status: 'success' });
  await deliverDueOutbox(server.deps);
  return order;
}

async function giveMonths(months: number): Promise<void> {
  const account = await findAccountByEmail(server.deps.db, EMAIL);
  if (account === null) throw new Error('there is no account');
  const at = server.deps.clock.now();
  await server.deps.db.transaction((tx) =>
    grantGiftMonths(tx, server.deps, { accountId: account.id, months, giftId: months, at }),
  );
  server.machineClock.advance(1000);
  await deliverDueOutbox(server.deps);
}

beforeEach(async () => {
  server = await startSandboxServer(await openSandboxTestDatabase());
});

afterEach(() => server.settled());

describe('charges that name no account', () => {
  beforeEach(async () => {
    await setTerminal({ namesAccount: false });
    await subscribe();
  });

  test('are accepted and assigned by their recurring payment', async () => {
    await advance(throughTrial(33));
    expect(await taken()).toHaveLength(2);
    expect(await userInfo()).toMatchObject({
      subscriptionStatus: 'ACTIVE',
      expirationDate: addMonths(TRIAL_END, 2).toISOString(),
    });
  });

  test('are found if their notifications are lost', async () => {
    await server.post('/sandbox/api/notifications', { drop: true });
    await advance(throughTrial(1));
    expect(await taken()).toHaveLength(1);
    expect(await userInfo()).toMatchObject({ expirationDate: addMonths(TRIAL_END, 1).toISOString() });
  });

  test('end the subscription after the third decline', async () => {
    const [first] = (await payments()).filter((payment) => payment.recurringPayment !== null);
    for (let day = 0; day < 3; day += 1) {
      await server.post(`/sandbox/api/payments/${first?.id ?? ''}/failNext`, { reasonCode: 5051 });
      await advance(day === 0 ? throughTrial() : 'P1D');
    }
    expect(await recurringPayment()).toMatchObject({ status: 'Rejected' });
    await advance('P3D');
    expect(await userInfo()).toMatchObject({ subscriptionStatus: 'EXPIRED' });
  });
});

test('after a final decline nothing more is charged, access ends, and the customer gets an email', async () => {
  await subscribe();
  const [first] = (await payments()).filter((payment) => payment.recurringPayment !== null);
  await server.post(`/sandbox/api/payments/${first?.id ?? ''}/failNext`, { reasonCode: 5057 });
  const before = (await subjects()).length;
  await advance(throughTrial(10));
  expect((await charges()).map(({ reasonCode }) => reasonCode)).toEqual([5057]);
  expect(await recurringPayment()).toMatchObject({ status: 'Rejected' });
  expect(await userInfo()).toMatchObject({ subscriptionStatus: 'EXPIRED', subscriptionIsActive: false });
  expect((await subjects()).length).toBeGreaterThan(before);
  const shop = await call<{ order: Order | null }>('shop/getShop');
  expect(shop.order).toMatchObject({ kind: 'renewal' });
});

test('a final decline whose notification is lost ends the subscription as well', async () => {
  await subscribe();
  const [first] = (await payments()).filter((payment) => payment.recurringPayment !== null);
  await server.post(`/sandbox/api/payments/${first?.id ?? ''}/failNext`, { reasonCode: 5005 });
  await server.post('/sandbox/api/notifications', { drop: true });
  await advance(throughTrial(4));
  expect(await userInfo()).toMatchObject({ subscriptionStatus: 'EXPIRED', subscriptionIsActive: false });
});

test('an amount that was raised in the dashboard is never charged', async () => {
  await subscribe();
  await dashboard({ action: 'amount', amountKopecks: MONTH_KOPECKS + 10_000 });
  await advance(throughTrial(5));
  expect(await taken()).toEqual([]);
  expect(await recurringPayment()).toMatchObject({ status: 'Rejected' });
  expect(await userInfo()).toMatchObject({ subscriptionStatus: 'EXPIRED' });
});

test('a charge that was postponed in the dashboard is awaited, and buys access from its own date', async () => {
  await subscribe();
  await dashboard({ action: 'postpone', days: 5 });
  await advance(throughTrial(4));
  expect(await taken()).toEqual([]);
  expect(await userInfo()).toMatchObject({ subscriptionIsActive: false });
  await advance('P2D');
  expect(await taken()).toHaveLength(1);
  expect(await userInfo()).toMatchObject({
    subscriptionStatus: 'ACTIVE',
    expirationDate: addMonths(addDays(TRIAL_END, 5), 1).toISOString(),
  });
  // The background jobs run in every hour in which the charge is late.
}, 180_000);

test('a card that the payer replaces is charged immediately, and its month is not charged twice', async () => {
  await subscribe();
  await advance('P2D');
  await dashboard({ action: 'card', number: NEW_CARD });
  expect(await taken()).toHaveLength(1);
  expect(await userInfo()).toMatchObject({ expirationDate: addMonths(TRIAL_END, 1).toISOString() });
  await advance(`P${TRIAL_DAYS}D`);
  expect(await taken()).toHaveLength(1);
  await advance('P1M');
  expect(await taken()).toHaveLength(2);
  expect(await userInfo()).toMatchObject({
    subscriptionStatus: 'ACTIVE',
    expirationDate: addMonths(TRIAL_END, 2).toISOString(),
  });
});

test('a request that is rejected with 429 is repeated until it succeeds once', async () => {
  await server.post('/sandbox/api/card/failures', { method: 'payments/refund', times: 4, status: 429 });
  await subscribe();
  await advance('PT1H');
  const refunds = (await payments()).filter(({ operation }) => operation === 'refund');
  expect(refunds).toHaveLength(1);
});

test('a refund over the balance is made once the balance is sufficient', async () => {
  await setTerminal({ balanceKopecks: 0 });
  await subscribe();
  await advance('PT1H');
  expect((await payments()).filter(({ operation }) => operation === 'refund')).toEqual([]);
  await setTerminal({ balanceKopecks: null });
  await advance('P1D');
  expect((await payments()).filter(({ operation }) => operation === 'refund')).toHaveLength(1);
});

test('a gift that moves the charge over a year after the last charge ends the charges and sends an email', async () => {
  await subscribe();
  await advance(throughTrial(20));
  const before = await subjects();
  await giveMonths(12);
  await advance('P2M');
  expect(await recurringPayment()).toMatchObject({ status: 'Cancelled' });
  expect(await taken()).toHaveLength(1);
  expect(await userInfo()).toMatchObject({
    subscriptionStatus: 'CANCELED',
    subscriptionIsActive: true,
    expirationDate: addMonths(TRIAL_END, 13).toISOString(),
  });
  expect((await subjects()).length).toBeGreaterThan(before.length);
});

test.each([-8 * 60_000, 8 * 60_000])(
  'with a clock offset of %d ms every month is charged once',
  async (skewMs) => {
    await setTerminal({ skewMs });
    await subscribe();
    await advance(throughTrial(65));
    expect(await taken()).toHaveLength(3);
    expect(await userInfo()).toMatchObject({ subscriptionStatus: 'ACTIVE', subscriptionIsActive: true });
    expect(server.errors).toEqual([]);
  },
);
