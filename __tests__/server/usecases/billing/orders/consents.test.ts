/** Tests that every charge requires a consent, and that the charged amount is the accepted amount. */
import { eq } from 'drizzle-orm';
import { accountEvents } from '../../../../../src/server/store/schema/accountEvents';
import { consents } from '../../../../../src/server/store/schema/consents';
import { emailIdentity, openAccount } from '../../../../../src/server/usecases/accounts/accounts';
import { createCustomerSession } from '../../../../../src/server/usecases/accounts/sessions';
import { deliverDueOutbox } from '../../../../../src/server/workers/delivery/deliverOutbox';
import type { Order } from '../../../../../src/shared/contract/shop';
import { OFFER_EDITION } from '../../../../../src/shared/offerEdition';
import { OFFER_TERMS } from '../../../../../src/shared/offerTerms';
import { periodWords } from '../../../../../src/shared/offerWords';
import { dayText } from '../../../../../src/shared/russianFormats';
import { CHECK, PAY } from '../../../../support/notificationExamples';
import { MONTH_KOPECKS, MONTH_RUB } from '../../../../support/offer';
import { startTestServer, type TestServer } from '../../../../support/server';

let server: TestServer;
let token: string;
let order: Order;

async function signIn(email: string): Promise<string> {
  const { deps } = server;
  const { id } = await openAccount(deps.db, deps, emailIdentity(email));
  return createCustomerSession(deps.db, deps, id);
}

async function shop(): Promise<Order> {
  const { body } = await server.call('getShop', { token });
  if (!body.order) throw new Error('there is no order');
  return body.order;
}

beforeEach(async () => {
  server = await startTestServer();
  token = await signIn('payer@example.org');
  order = await shop();
});

afterEach(() => deliverDueOutbox(server.deps));

const consentTo = (orderId: string, changes: object = {}, bearer = token) =>
  server.call('giveConsent', {
    token: bearer,
    body: { orderId, offerEdition: OFFER_EDITION.version, wording: 'the terms', ...changes },
  });

const recorded = () => server.db.select().from(consents);

async function check(changes: Record<string, string> = {}): Promise<number> {
  const fields = { ...CHECK, InvoiceId: order.id, AccountId: order.accountId, ...changes };
  return ((await (await server.fakeCardProvider.notify('check', fields)).json()) as { code: number }).code;
}

test.each([
  ['2027-01-31T09:00:00.000Z', '2027-02-28T09:00:00.000Z', 31],
  ['2028-01-30T09:00:00.000Z', '2028-02-29T09:00:00.000Z', 30],
  // 31 March in Moscow.
  ['2027-03-30T21:30:00.000Z', '2027-04-29T21:30:00.000Z', 31],
  ['2027-03-30T09:00:00.000Z', '2027-04-30T09:00:00.000Z', 30],
  ['2027-01-28T09:00:00.000Z', '2027-02-28T09:00:00.000Z', 28],
])(
  'a month offered at %s states the day of its charges, as the consent does',
  async (now, startDate, day) => {
    server.clock.set(now);
    token = await signIn('payer@example.org');
    const { body } = await server.call('getShop', { token, body: { fullPrice: true } });
    expect(body.order?.recurringPayment).toMatchObject({ startDate, dayOfMonth: day });
    await consentTo(body.order?.id ?? '');
    const [consent] = (await recorded()).filter(({ orderId }) => orderId === body.order?.id);
    const rule = `: ${String(day)}-го числа, а если такого числа в месяце нет, в последний день месяца.`;
    expect(consent?.wording.includes(rule)).toBe(day > 28);
  },
);

test('a trial states the day of its first charge', async () => {
  server.clock.set('2027-01-24T09:00:00.000Z');
  token = await signIn('payer@example.org');
  expect((await shop()).recurringPayment).toMatchObject({
    startDate: '2027-01-31T09:00:00.000Z',
    dayOfMonth: 31,
  });
  server.clock.set('2027-02-21T09:00:00.000Z');
  token = await signIn('payer@example.org');
  expect((await shop()).recurringPayment).toMatchObject({
    startDate: '2027-02-28T09:00:00.000Z',
    dayOfMonth: 28,
  });
});

test('an order without a consent cannot be paid; with a consent it can', async () => {
  expect(await check()).toBe(13);
  expect((await consentTo(order.id)).body).toEqual({ success: true });
  expect(await check()).toBe(0);
});

test('the record contains the amounts of the order, the accepted texts, the offer and the customer', async () => {
  const response = await server.fetch('/api/shop/consent', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${token}`,
      'User-Agent': 'a browser',
    },
    body: JSON.stringify({
      orderId: order.id,
      offerEdition: OFFER_EDITION.version,
      wording: `1 \u20bd now, then ${MONTH_RUB} \u20bd every month`,
      amountKopecks: 5,
    }),
  });
  expect(response.status).toBe(200);
  const [consent, ...others] = await recorded();
  expect(others).toEqual([]);
  expect(consent).toMatchObject({
    orderId: order.id,
    offerEdition: OFFER_EDITION.version,
    wording: expect.stringMatching(
      new RegExp(`1\\s₽ сейчас, затем ${MONTH_RUB}\\s₽ каждый месяц с .*редакция ${OFFER_EDITION.version}`),
    ) as string,
    amountKopecks: 100,
    recurringPaymentAmountKopecks: MONTH_KOPECKS,
    currency: 'RUB',
    recurringPaymentStartAt: new Date(order.recurringPayment.startDate),
    at: server.clock.now(),
    userAgent: 'a browser',
    requestId: response.headers.get('x-request-id'),
  });
  const events = await server.db
    .select()
    .from(accountEvents)
    .where(eq(accountEvents.kind, 'payment'))
    .orderBy(accountEvents.id);
  expect(events.map(({ details }) => details['action'])).toEqual(['consentGiven']);
});

test.each([
  ['an order of nobody', () => consentTo('no-such-order')],
  ["somebody else's order", async () => consentTo(order.id, {}, await signIn('other@example.org'))],
  ['an offer that is not in force', () => consentTo(order.id, { offerEdition: '0.9' })],
])('%s: nothing is recorded', async (_what, attempt) => {
  expect((await attempt()).body).toEqual({ success: false });
  expect(await recorded()).toEqual([]);
  expect(await check()).toBe(13);
});

test('a consent is recorded once per order and edition, whatever texts the client sends', async () => {
  for (let time = 0; time < 3; time += 1) {
    expect((await consentTo(order.id)).body).toEqual({ success: true });
  }
  expect(await recorded()).toHaveLength(1);
  const told = () =>
    server.db.select().from(accountEvents).where(eq(accountEvents.kind, 'payment')).orderBy(accountEvents.id);
  expect(await told()).toHaveLength(1);
  for (let text = 0; text < 20; text += 1)
    expect((await consentTo(order.id, { wording: `other words ${text}` })).body).toEqual({ success: true });
  expect(await recorded()).toHaveLength(1);
  expect(await told()).toHaveLength(1);
});

test('a recorded consent never changes: the shop shows another order afterwards', async () => {
  await consentTo(order.id);
  server.clock.set('2026-11-21T20:00:00Z');
  const later = await shop();
  expect(later.id).not.toBe(order.id);
  expect(await recorded()).toMatchObject([
    { recurringPaymentStartAt: new Date(order.recurringPayment.startDate) },
  ]);
});

test('a consent to a paid order is not recorded', async () => {
  await consentTo(order.id);
  await server.fakeCardProvider.notify('pay', { ...PAY, InvoiceId: order.id, AccountId: order.accountId });
  expect((await consentTo(order.id)).body).toEqual({ success: false });
});

test('paying a campaign order implies the consent: the dialog shows the recorded terms', async () => {
  const { order: campaign } = (await server.call('getCampaignOrder', { body: {} })).body;
  const day = dayText(new Date(campaign.recurringPayment.startDate));
  expect(campaign.description).toMatch(
    new RegExp(
      String.raw`1\s₽ сейчас за ${periodWords(OFFER_TERMS.campaignTrialDays).firstAccusative}, затем ${MONTH_RUB}\s₽ каждый месяц с ${day}\. Оплачивая, ты соглашаешься`,
    ),
  );
  const fields = { InvoiceId: campaign.id, AccountId: campaign.accountId };
  expect(await check({ ...fields, TransactionId: '504261' })).toBe(0);
  expect(await check({ ...fields, TransactionId: '504262' })).toBe(0);
  await server.fakeCardProvider.notify('pay', { ...PAY, ...fields, TransactionId: '504262' });
  expect(await recorded()).toMatchObject([
    {
      orderId: campaign.id,
      offerEdition: OFFER_EDITION.version,
      wording: campaign.description,
      amountKopecks: 100,
      recurringPaymentAmountKopecks: MONTH_KOPECKS,
      ip: CHECK.IpAddress,
    },
  ]);
});
