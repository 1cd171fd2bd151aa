/**
 * Tests payments without a card at a card provider that identifies cards only by their digits: a wallet gets no trial and
 * verifies no change of card, but it pays for months and can be removed.
 */
import { savedMethods } from '../../../../../src/server/store/schema/requestedPayments';
import { openCampaignOrder } from '../../../../../src/server/usecases/billing/campaigns/campaignOrders';
import { openCampaignPayment } from '../../../../../src/server/usecases/billing/orders/openPayment';
import { readOrder } from '../../../../../src/server/usecases/billing/orders/readOrder';
import { removeCard } from '../../../../../src/server/usecases/billing/savedMethods/removeCard';
import { cancelSubscription } from '../../../../../src/server/usecases/billing/subscriptions/cancelSubscription';
import { readSubscription } from '../../../../../src/server/usecases/billing/subscriptions/readSubscription';
import { agreeTo } from '../../../../support/consent';
import { MONTH_KOPECKS } from '../../../../support/offer';
import {
  startYooKassaServer,
  YOOKASSA_CARDS,
  type YooKassaCustomer,
  type YooKassaServer,
} from '../../../../support/yooKassaServer';

let server: YooKassaServer;

beforeEach(async () => {
  server = await startYooKassaServer();
});

const readCustomerSubscription = ({ id }: YooKassaCustomer) =>
  readSubscription(server.db, id, server.clock.now());
const readCustomerOrder = ({ id }: YooKassaCustomer, orderId: string) =>
  readOrder(server.deps, { accountId: id, orderId, ip: '203.0.113.9' });
const paths = (): string[] => server.sent.map(({ path }) => path.replace(/[0-9a-f-]{36}/, 'ID'));
const textsTo = (email: string): string =>
  server.mailbox
    .emailsTo(email)
    .map(({ text }) => text)
    .join('\n');

/** Sends emails that wait some seconds for a receipt. */
async function sendEmails(): Promise<void> {
  server.clock.advance(5_000);
  await server.settle();
}

it.each([true, false])(
  'releases the hold of a trial from a wallet at once, and offers the full price (method saved: %s)',
  async (isSaved) => {
    await server.fake.change({ savesMethods: isSaved });
    const customer = await server.customer('wallet@example.org');
    const orderId = await customer.order();
    await customer.payByWallet(orderId);
    expect(await readCustomerOrder(customer, orderId)).toMatchObject({
      state: 'declined',
      rejection: 'cardNeeded',
    });
    expect(await readCustomerSubscription(customer)).toMatchObject({
      status: 'NOT_ACTIVE',
      hasPaymentMethod: false,
    });
    expect(paths()).toEqual(['/payments', '/payments/ID/cancel']);
    expect(await server.db.select().from(savedMethods)).toEqual([]);
    await sendEmails();
    expect(textsTo('wallet@example.org')).toContain('Проверку засчитываем только по банковской карте');
    expect(textsTo('wallet@example.org')).not.toMatch(/на карте|на карту|с карты/);
  },
);

it('leaves the trial to a card after a payment without a card', async () => {
  const customer = await server.customer('second@example.org');
  await customer.payByWallet(await customer.order());
  await customer.subscribe(YOOKASSA_CARDS.plain);
  expect(await readCustomerSubscription(customer)).toMatchObject({ status: 'ACTIVE', cardMask: '•••• 4444' });
});

it('gives no trial to a card of which YooKassa reports no first digits', async () => {
  const customer = await server.customer('digits@example.org');
  const { cardProvider } = server.deps;
  if (cardProvider.chargesScheduledBy !== 'merchant') throw new Error('the card provider charges by itself');
  const deps = {
    ...server.deps,
    cardProvider: {
      ...cardProvider,
      async readPayment(id: string) {
        const payment = await cardProvider.readPayment(id);
        if (payment === null) return null;
        return { ...payment, card: { id: null, token: payment.card?.token ?? null, digits: null } };
      },
    },
  };
  const orderId = await customer.order();
  const opened = await customer.open(orderId);
  if (opened?.kind !== 'opened') throw new Error('the payment was not opened');
  await server.fake.pay(opened.confirmationToken, YOOKASSA_CARDS.plain);
  await server.settle(deps);
  expect(await readCustomerOrder(customer, orderId)).toMatchObject({ rejection: 'cardNeeded' });
});

it('refunds the campaign week that was paid from a wallet', async () => {
  const order = await openCampaignOrder(server.deps, { partner: null, ip: '203.0.113.9' });
  const input = { orderId: order.id, email: 'campaign@example.org', ip: '203.0.113.9' };
  const payment = await openCampaignPayment(server.deps, input);
  if (payment?.kind !== 'opened') throw new Error('the payment was not opened');
  await server.fake.payByWallet(payment.confirmationToken);
  await server.settle();
  const { body } = await server.call('getCampaignOrderState', { body: { orderId: order.id } });
  expect(body).toMatchObject({ state: 'declined', rejection: 'cardNeeded' });
  expect(paths()).toEqual(['/payments', '/refunds']);
});

describe('a month that was paid from a wallet', () => {
  const subscribed = async (email: string): Promise<YooKassaCustomer> => {
    const customer = await server.customer(email);
    await customer.payByWallet(await customer.order({ fullPrice: true }));
    return customer;
  };

  it('renews, and the wallet can be removed although it has no card number', async () => {
    const customer = await subscribed('month@example.org');
    const before = await readCustomerSubscription(customer);
    expect(before).toMatchObject({ status: 'ACTIVE', cardMask: null, hasPaymentMethod: true });
    await server.passDays(32);
    const renewed = await readCustomerSubscription(customer);
    expect(renewed).toMatchObject({ status: 'ACTIVE', totalPaidKopecks: 2 * MONTH_KOPECKS });
    await removeCard(server.deps, { accountId: customer.id });
    await server.settle();
    expect(await readCustomerSubscription(customer)).toMatchObject({
      status: 'CANCELED',
      hasPaymentMethod: false,
    });
    expect(await server.db.select().from(savedMethods)).toEqual([]);
  });

  it('replaces the mask of an earlier card', async () => {
    const customer = await server.customer('mask@example.org');
    await customer.subscribe(YOOKASSA_CARDS.plain);
    expect(await readCustomerSubscription(customer)).toMatchObject({ cardMask: '•••• 4444' });
    await cancelSubscription(server.deps, { accountId: customer.id });
    await server.passDays(8);
    await customer.payByWallet(await customer.order());
    expect(await readCustomerSubscription(customer)).toMatchObject({
      status: 'ACTIVE',
      cardMask: null,
      hasPaymentMethod: true,
    });
  });

  it('continues unchanged if another wallet should replace it, and the hold is released', async () => {
    const customer = await subscribed('change@example.org');
    const before = await readCustomerSubscription(customer);
    const { body } = await server.call('getCardChange', { token: customer.token, body: {} });
    const orderId = body.order?.id ?? '';
    await agreeTo(server.db, orderId);
    await customer.payByWallet(orderId);
    expect(await readCustomerOrder(customer, orderId)).toMatchObject({
      state: 'declined',
      rejection: 'cardNeeded',
    });
    expect(await readCustomerSubscription(customer)).toEqual(before);
    expect(paths()).toEqual(['/payments', '/payments', '/payments/ID/cancel']);
    await sendEmails();
    expect(textsTo('change@example.org')).toContain('Подписка продлится, как раньше.');
  });
});
