import { findAccountByEmail } from '../../../../../src/server/store/accounts';
/** Tests first payments at a card provider that schedules no charges: holds, saved payment methods and their limits. */
import { savedMethods } from '../../../../../src/server/store/schema/requestedPayments';
import { openCampaignOrder } from '../../../../../src/server/usecases/billing/campaigns/campaignOrders';
import {
  openCampaignPayment,
  type OpenedPayment,
} from '../../../../../src/server/usecases/billing/orders/openPayment';
import { readOrder } from '../../../../../src/server/usecases/billing/orders/readOrder';
import { removeCard } from '../../../../../src/server/usecases/billing/savedMethods/removeCard';
import { cancelSubscription } from '../../../../../src/server/usecases/billing/subscriptions/cancelSubscription';
import { readSubscription } from '../../../../../src/server/usecases/billing/subscriptions/readSubscription';
import { cardCustomer } from '../../../../support/cardCustomer';
import {
  sellWithFormer,
  startYooKassaServer,
  YOOKASSA_CARDS,
  type YooKassaServer,
} from '../../../../support/yooKassaServer';

const IP = '203.0.113.9';

let server: YooKassaServer;

beforeEach(async () => {
  server = await startYooKassaServer();
});

const readCustomerSubscription = (accountId: number) =>
  readSubscription(server.db, accountId, server.clock.now());
const textsTo = (email: string): string =>
  server.mailbox
    .emailsTo(email)
    .map(({ text }) => text)
    .join('\n');
const paths = (): string[] => server.sent.map(({ path }) => path.replace(/[0-9a-f-]{36}/, 'ID'));

it('verifies the card of a trial with a hold of 1 ruble, and releases it once the method is saved', async () => {
  const customer = await server.customer('trial@example.org');
  const orderId = await customer.subscribe();
  expect(await readCustomerSubscription(customer.id)).toMatchObject({ status: 'ACTIVE', isActive: true });
  expect(server.sent[0]?.body).toMatchObject({
    amount: { value: '1.00' },
    capture: false,
    save_payment_method: true,
  });
  expect(server.sent[0]?.body).not.toHaveProperty('receipt');
  expect(paths()).toEqual(['/payments', '/payments/ID/cancel']);
  expect(await readOrder(server.deps, { accountId: customer.id, orderId, ip: IP })).toMatchObject({
    state: 'paid',
  });
  // Emails about payments wait some seconds for their receipts.
  server.clock.advance(5_000);
  await server.settle();
  const texts = server.mailbox.emailsTo('trial@example.org').map(({ text }) => text);
  expect(texts).toEqual([expect.stringContaining('Мы ничего не списали')]);
  expect(texts.join()).not.toMatch(/чек/i);
});

it('stores the saved method encrypted, and deletes it when the renewal ends', async () => {
  const customer = await server.customer('saved@example.org');
  await customer.subscribe();
  const [method] = await server.db.select().from(savedMethods);
  expect(method).toMatchObject({ accountId: customer.id, provider: 'yooKassa' });
  const token = (await server.deps.cardProvider.listPaymentsOfDay(server.clock.now()))[0]?.card?.token ?? '';
  expect(token).not.toBe('');
  expect(method?.encryptedToken).not.toContain(token);
  await cancelSubscription(server.deps, { accountId: customer.id });
  await server.settle();
  expect(await server.db.select().from(savedMethods)).toEqual([]);
});

it('deletes the saved method when the customer removes the card', async () => {
  const customer = await server.customer('removed@example.org');
  await customer.subscribe();
  await removeCard(server.deps, { accountId: customer.id });
  await server.settle();
  expect(await server.db.select().from(savedMethods)).toEqual([]);
  await server.passDays(12);
  expect(paths()).toEqual(['/payments', '/payments/ID/cancel']);
});

it('opens the same payment again while it can be made', async () => {
  const customer = await server.customer('twice@example.org');
  const orderId = await customer.order();
  const first = await customer.open(orderId);
  expect(await customer.open(orderId)).toEqual(first);
  server.clock.advance(2 * 3_600_000);
  await server.settle();
  const later = await customer.open(orderId);
  expect(later).toMatchObject({ kind: 'opened' });
  expect(later).not.toEqual(first);
  expect(await readOrder(server.deps, { accountId: customer.id, orderId, ip: IP })).toMatchObject({
    state: 'open',
  });
});

it('reports a shop without permission for autopayments, and opens the payment once it is permitted', async () => {
  await server.fake.change({ autopayments: false });
  const customer = await server.customer('forbidden@example.org');
  const orderId = await customer.order();
  expect(await customer.open(orderId)).toEqual({ kind: 'unavailable' });
  expect(server.logs).toContainEqual(
    expect.objectContaining({ level: 'error', message: expect.stringMatching(/does not permit/) as string }),
  );
  await server.fake.change({ autopayments: true });
  expect(await customer.open(orderId)).toMatchObject({ kind: 'opened' });
});

it('opens no payment without consent, or for a paid order', async () => {
  const customer = await server.customer('paid@example.org');
  const { body } = await server.call('getShop', { token: customer.token, body: {} });
  expect(await customer.open(body.order?.id ?? '')).toEqual({ kind: 'rejected', rejection: 'noConsent' });
  const orderId = await customer.subscribe();
  expect(await customer.open(orderId)).toEqual({ kind: 'rejected', rejection: 'alreadyPaid' });
  expect(await customer.open('o-unknown')).toBeNull();
});

it('dates a payment by the time at which the money was taken, not by the opening of the payment widget', async () => {
  const customer = await server.customer('captured@example.org');
  const orderId = await customer.order({ fullPrice: true });
  const opened = await customer.open(orderId);
  if (opened?.kind !== 'opened') throw new Error('the payment was not opened');
  server.clock.advance(50 * 60_000);
  const paidAt = server.clock.now().toISOString();
  await server.fake.pay(opened.confirmationToken, YOOKASSA_CARDS.plain);
  server.clock.advance(60_000);
  await server.settle();
  const { body } = await server.call('listPayments', { token: customer.token, body: {} });
  expect(body.payments).toEqual([expect.objectContaining({ at: paidAt })]);
});

it('opens no other payment before the outcome of the first is known', async () => {
  const customer = await server.customer('unknown@example.org');
  const first = await customer.order();
  const opened = await customer.open(first);
  if (opened?.kind !== 'opened') throw new Error('the payment was not opened');
  await server.fake.pay(opened.confirmationToken, YOOKASSA_CARDS.plain);
  server.connect(false);
  const second = await customer.order();
  expect(await customer.open(second)).toEqual({ kind: 'unavailable' });
  server.connect(true);
  expect(await customer.open(second)).toEqual({ kind: 'rejected', rejection: 'alreadyActive' });
});

/** Enters a card without money between two polls of an open payment. */
async function declineBetweenPolls(payment: OpenedPayment | null): Promise<void> {
  if (payment?.kind !== 'opened') throw new Error('the payment was not opened');
  server.clock.advance(6_000);
  await server.settle();
  server.clock.advance(2_000);
  await server.fake.pay(payment.confirmationToken, YOOKASSA_CARDS.insufficientFunds);
}

/** Counts the requests to the card provider from now on. */
function countReads(): () => number {
  let reads = 0;
  server.before(() => {
    reads += 1;
    return Promise.resolve();
  });
  return () => reads;
}

it('learns why a payment was declined when the payer asks, although the notification is late and no poll is due', async () => {
  const customer = await server.customer('declined@example.org');
  const orderId = await customer.order();
  const payment = await customer.open(orderId);
  await declineBetweenPolls(payment);
  expect(await readOrder(server.deps, { accountId: customer.id, orderId, ip: IP })).toEqual({
    state: 'declined',
    declineReason: 'noMoney',
  });
});

it('reads an open payment at most five times in ten minutes for its payer, besides the schedule', async () => {
  const customer = await server.customer('polling@example.org');
  const orderId = await customer.order();
  await customer.open(orderId);
  const reads = countReads();
  for (let asked = 0; asked < 20; asked += 1)
    expect(await readOrder(server.deps, { accountId: customer.id, orderId, ip: IP })).toMatchObject({
      state: 'open',
    });
  expect(reads()).toBe(5);
});

it('waits for the next poll if the payment widget reports declines', async () => {
  const customer = await server.customer('told@example.org');
  const orderId = await customer.order();
  await customer.open(orderId);
  const reads = countReads();
  const { cardProvider } = server.deps;
  const capabilities = { ...cardProvider.capabilities, widgetReportsDeclines: true };
  const deps = { ...server.deps, cardProvider: { ...cardProvider, capabilities } };
  expect(await readOrder(deps, { accountId: customer.id, orderId, ip: IP })).toMatchObject({ state: 'open' });
  expect(reads()).toBe(0);
});

it('rejects the third trial of similar cards in 30 days, and offers the full price', async () => {
  for (const email of ['one@example.org', 'two@example.org']) {
    const customer = await server.customer(email);
    await customer.subscribe();
    expect(await readCustomerSubscription(customer.id)).toMatchObject({ status: 'ACTIVE' });
  }
  const third = await server.customer('three@example.org');
  const orderId = await third.subscribe();
  expect(await readOrder(server.deps, { accountId: third.id, orderId, ip: IP })).toMatchObject({
    state: 'declined',
    rejection: 'trialLimit',
  });
  expect(await readCustomerSubscription(third.id)).toMatchObject({ status: 'NOT_ACTIVE' });
  expect(paths().filter((path) => path.endsWith('/cancel'))).toHaveLength(3);
  await third.subscribe(YOOKASSA_CARDS.plain, { fullPrice: true });
  expect(await readCustomerSubscription(third.id)).toMatchObject({ status: 'ACTIVE' });
  server.clock.advance(31 * 24 * 3_600_000);
  const fourth = await server.customer('four@example.org');
  await fourth.subscribe();
  expect(await readCustomerSubscription(fourth.id)).toMatchObject({ status: 'ACTIVE' });
});

describe('trials of similar cards at two card providers', () => {
  /** Fields of CloudPayments for the card `YOOKASSA_CARDS.plain` with its expiry date at the fake. */
  const PLAIN = { CardFirstSix: '555555', CardLastFour: '4444', CardExpDate: '12/40' };

  it('counts the trials at CloudPayments, which has other ids of the cards', async () => {
    sellWithFormer(server);
    for (const email of ['one@example.org', 'two@example.org']) {
      const customer = await cardCustomer(server, email);
      expect(await customer.notify('check', customer.first(PLAIN))).toBe(0);
      await customer.notify('pay', customer.first(PLAIN));
      expect(await readCustomerSubscription(customer.id)).toMatchObject({ status: 'ACTIVE' });
    }
    sellWithFormer(server);
    const third = await server.customer('three@example.org');
    const orderId = await third.subscribe();
    expect(await readOrder(server.deps, { accountId: third.id, orderId, ip: IP })).toMatchObject({
      rejection: 'trialLimit',
    });
    expect(await readCustomerSubscription(third.id)).toMatchObject({ status: 'NOT_ACTIVE' });
  });

  it('counts the trials at YooKassa before a payment at CloudPayments', async () => {
    for (const email of ['one@example.org', 'two@example.org'])
      await (await server.customer(email)).subscribe();
    sellWithFormer(server);
    const third = await cardCustomer(server, 'three@example.org');
    expect(await third.notify('check', third.first(PLAIN))).not.toBe(0);
    expect(
      await readOrder(server.deps, { accountId: third.id, orderId: third.order.id, ip: IP }),
    ).toMatchObject({
      state: 'declined',
      rejection: 'trialLimit',
    });
    expect(await third.notify('check', third.first({ ...PLAIN, CardExpDate: '11/40' }))).toBe(0);
    await third.notify('pay', third.first(PLAIN));
    expect(await readCustomerSubscription(third.id)).toMatchObject({ status: 'NOT_ACTIVE' });
  });
});

describe('the campaign week', () => {
  it('reports why a payment was declined to the page that ordered it, for two hours', async () => {
    const order = await openCampaignOrder(server.deps, { partner: null, ip: IP });
    const input = { orderId: order.id, email: 'campaign@example.org', ip: IP };
    const payment = await openCampaignPayment(server.deps, input);
    await declineBetweenPolls(payment);
    const readOrderState = async () =>
      (await server.call('getCampaignOrderState', { body: { orderId: order.id } })).body;
    expect(await readOrderState()).toEqual({ success: true, state: 'declined', declineReason: 'noMoney' });
    server.clock.advance(2 * 3_600_000);
    expect(await readOrderState()).toEqual({ success: true, state: 'declined', declineReason: null });
  });

  it('is not sold for an address to which the mail server cannot send', async () => {
    const order = await openCampaignOrder(server.deps, { partner: null, ip: IP });
    server.deps.mailer = { ...server.deps.mailer, acceptsUtf8: () => false };
    const open = async (email: string) =>
      (await server.call('openCampaignPayment', { body: { orderId: order.id, email } })).body;
    expect(await open('анна@пример.рф')).toEqual({ success: false, problem: 'addressUnsupported' });
    expect(server.sent).toEqual([]);
    expect(await open('anna@пример.рф')).toMatchObject({ success: true });
  });

  const buy = async (save: boolean) => {
    const order = await openCampaignOrder(server.deps, { partner: null, ip: IP });
    const input = { orderId: order.id, email: 'campaign@example.org', ip: IP };
    const payment = await openCampaignPayment(server.deps, input);
    if (payment?.kind !== 'opened') throw new Error('the payment was not opened');
    if (!save) await server.fake.change({ savesMethods: false });
    await server.fake.pay(payment.confirmationToken, YOOKASSA_CARDS.plain);
    await server.settle();
    const account = await findAccountByEmail(server.db, 'campaign@example.org');
    if (account === null) throw new Error('there is no account');
    return account.id;
  };

  it('is a sale of 1 ruble with a receipt, and the ruble is kept', async () => {
    const accountId = await buy(true);
    expect(server.sent[0]?.body).toMatchObject({
      capture: true,
      save_payment_method: true,
      receipt: { customer: { email: 'campaign@example.org' }, items: [{ vat_code: 1 }] },
    });
    expect(await readCustomerSubscription(accountId)).toMatchObject({ status: 'ACTIVE' });
    expect(paths()).toEqual(['/payments']);
    server.clock.advance(5_000);
    await server.settle();
    expect(textsTo('campaign@example.org')).toContain('Чек придёт на эту почту отдельным письмом.');
  });

  it('starts once if its order is paid under two addresses, and both payers learn about the refund', async () => {
    const { id: orderId } = await openCampaignOrder(server.deps, { partner: null, ip: '203.0.113.9' });
    const emails = ['campaign@example.org', 'other@example.org'];
    const tokens: string[] = [];
    for (const email of emails) {
      const payment = await openCampaignPayment(server.deps, { orderId, email, ip: '203.0.113.9' });
      if (payment?.kind !== 'opened') throw new Error('the payment was not opened');
      tokens.push(payment.confirmationToken);
    }
    for (const token of tokens) {
      await server.fake.pay(token, YOOKASSA_CARDS.plain);
      await server.settle();
      server.clock.advance(5_000);
    }
    await server.settle();
    server.clock.advance(5_000);
    await server.settle();
    expect(paths()).toEqual(['/payments', '/payments', '/refunds']);
    const account = await findAccountByEmail(server.db, 'campaign@example.org');
    expect(await readCustomerSubscription(account?.id ?? 0)).toMatchObject({
      status: 'ACTIVE',
      isActive: true,
    });
    const returns = (email: string): string[] =>
      server.mailbox
        .emailsTo(email)
        .map(({ subject }) => subject)
        .filter((subject) => /верн|возвращ/i.test(subject));
    expect(emails.map((email) => returns(email).length)).toEqual([1, 1]);
    expect(textsTo('other@example.org')).toContain('уже оплачен с другой почтой');
  });

  it('has no renewal if the payment method was not saved', async () => {
    const accountId = await buy(false);
    expect(await readCustomerSubscription(accountId)).toMatchObject({ status: 'CANCELED', isActive: true });
    await server.passDays(8);
    expect(await readCustomerSubscription(accountId)).toMatchObject({ status: 'EXPIRED' });
    expect(paths()).toEqual(['/payments']);
    expect(textsTo('campaign@example.org')).toContain('Карта не сохранилась');
    const subjects = server.mailbox.emailsTo('campaign@example.org').map(({ subject }) => subject);
    expect(subjects.filter((subject) => /отменен/i.test(subject))).toEqual([]);
  });
});
