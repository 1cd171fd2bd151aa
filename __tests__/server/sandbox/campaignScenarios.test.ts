/** Tests campaign orders between the product and the sandbox's card provider, over HTTP. */
import type { FakePayment } from '../../../src/server/sandbox/fakeCardProvider/fakeCardProvider';
import { sandboxCardKnobs, sandboxRecurringPayments } from '../../../src/server/sandbox/schema/cards';
import { createGift } from '../../../src/server/usecases/gifts/gifts';
import { deliverDueOutbox } from '../../../src/server/workers/delivery/deliverOutbox';
import type { Order } from '../../../src/shared/contract/shop';
import { CARDS, payOrder } from '../../support/cardPayer';
import { openSandboxTestDatabase } from '../../support/database';
import {
  addMonths,
  CAMPAIGN_TRIAL_DAYS,
  CAMPAIGN_TRIAL_END,
  MONTH_RUB,
  throughTrial,
} from '../../support/offer';
import { type SandboxServer, startSandboxServer } from '../../support/sandboxServer';

const EMAIL = 'buyer@example.org';
const OFFICE = { staffId: null, username: 'test', ip: '127.0.0.1', requestId: 'test' };

let server: SandboxServer;

interface UserInfo {
  subscriptionStatus: string;
  subscriptionIsActive: boolean;
  expirationDate: string;
}

beforeEach(async () => {
  server = await startSandboxServer(await openSandboxTestDatabase());
});

afterEach(() => server.settled());

const call = async <ResponseBody>(path: string, body: object, token?: string): Promise<ResponseBody> => {
  const response = await server.fetch(`/api/${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return (await response.json()) as ResponseBody;
};

async function openCampaign(): Promise<Order> {
  return (await call<{ order: Order }>('shop/getCampaignOrder', { partner: 'Blogger' })).order;
}

async function pay(order: Order, card: string = CARDS.plain) {
  const result = await payOrder(server, order, card, { changes: { email: EMAIL } });
  await deliverDueOutbox(server.deps);
  return result;
}

async function signIn(): Promise<string> {
  const { body } = await server.post('/sandbox/api/sessions', { email: EMAIL });
  return (body as { accessToken: string }).accessToken;
}

const userInfo = async () => (await call<{ userInfo: UserInfo }>('profile', {}, await signIn())).userInfo;
const readState = ({ id }: Order) => call('shop/getCampaignOrderState', { orderId: id });
const advance = (duration: string) => server.post('/sandbox/api/clock', { advance: duration });
const payments = async () =>
  ((await server.get('/sandbox/api/payments')).body as FakePayment[]).map(
    ({ amountKopecks, status, accountId }) => ({
      amount: amountKopecks / 100,
      status,
      partner: accountId?.split('-')[0],
    }),
  );
const emails = async () =>
  (await server.get(`/sandbox/api/mail?to=${EMAIL}`)).body as { subject: string; links: string[] }[];

it('charges and keeps 1 ruble, sends the sign-in email, and charges the monthly price after the trial', async () => {
  const order = await openCampaign();
  expect(await pay(order)).toMatchObject({ status: 'success' });
  expect(await readState(order)).toEqual({ success: true, state: 'paid', declineReason: null });
  expect((await emails())[0]?.links.some((link) => link.includes('/open#t='))).toBe(true);
  expect(await userInfo()).toMatchObject({
    subscriptionStatus: 'ACTIVE',
    expirationDate: CAMPAIGN_TRIAL_END.toISOString(),
  });
  await advance(throughTrial(1, CAMPAIGN_TRIAL_DAYS));
  expect(await payments()).toEqual([
    { amount: MONTH_RUB, status: 'completed', partner: 'blogger' },
    { amount: 1, status: 'completed', partner: 'blogger' },
  ]);
  expect(await userInfo()).toMatchObject({
    subscriptionStatus: 'ACTIVE',
    expirationDate: addMonths(CAMPAIGN_TRIAL_END, 1).toISOString(),
  });
});

it('rejects a payment without an email', async () => {
  const order = await openCampaign();
  const result = await payOrder(server, order, CARDS.plain, { changes: { email: null } });
  expect(result).toMatchObject({ status: 'declined' });
});

it('is found after every notification was lost, as soon as the page requests its state', async () => {
  await server.deps.db.insert(sandboxCardKnobs).values({ id: 1, drop: true, copies: 1, delayMs: 0 });
  const order = await openCampaign();
  await pay(order);
  expect(await readState(order)).toEqual({ success: true, state: 'open', declineReason: null });
  await advance('PT1M');
  expect(await readState(order)).toEqual({ success: true, state: 'paid', declineReason: null });
  expect((await userInfo()).subscriptionStatus).toBe('ACTIVE');
});

it('refunds a second order and cancels its recurring payment', async () => {
  await pay(await openCampaign());
  await advance('PT1H');
  const second = await openCampaign();
  await pay(second);
  expect(await payments()).toEqual([
    { amount: 1, status: 'completed', partner: 'blogger' },
    { amount: 1, status: 'refunded', partner: 'blogger' },
    { amount: 1, status: 'completed', partner: 'blogger' },
  ]);
  const recurringPayments = await server.deps.db.select().from(sandboxRecurringPayments);
  expect(
    recurringPayments.map(({ invoiceId, status }) => `${String(invoiceId === second.id)} ${status}`).sort(),
  ).toEqual(['false Active', 'true Cancelled']);
});

it('moves the next charge at the provider if a gift is activated', async () => {
  await pay(await openCampaign());
  const { activationKey } = await createGift(server.deps, OFFICE, { months: 2 });
  const gift = await call<{ success: boolean }>('activateGift', { key: activationKey }, await signIn());
  expect(gift.success).toBe(true);
  await deliverDueOutbox(server.deps);
  expect(await userInfo()).toMatchObject({
    subscriptionStatus: 'ACTIVE',
    expirationDate: addMonths(CAMPAIGN_TRIAL_END, 2).toISOString(),
  });
  await advance(throughTrial(0, CAMPAIGN_TRIAL_DAYS));
  await advance('P53D');
  expect(await payments()).toHaveLength(1);
  await advance('P10D');
  expect((await payments())[0]).toMatchObject({ amount: MONTH_RUB, status: 'completed' });
  expect(await userInfo()).toMatchObject({
    subscriptionStatus: 'ACTIVE',
    expirationDate: addMonths(CAMPAIGN_TRIAL_END, 3).toISOString(),
  });
});

it('is not charged any more after its owner cancels it', async () => {
  await pay(await openCampaign());
  await call('subscriptions/cancel', { email: EMAIL }, await signIn());
  await deliverDueOutbox(server.deps);
  await advance(throughTrial(1, CAMPAIGN_TRIAL_DAYS));
  expect(await payments()).toHaveLength(1);
  expect((await userInfo()).subscriptionStatus).toBe('EXPIRED');
});
