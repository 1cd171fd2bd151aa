/** Tests the payer's phone number in the receipts of sales, recurring charges and refunds, and without the setting. */
import { eq } from 'drizzle-orm';
import { findAccountByEmail, findAccountById } from '../../../../../src/server/store/accounts';
import { linkRecurringPayment } from '../../../../../src/server/store/orders';
import { orders } from '../../../../../src/server/store/schema/orders';
import { requestedPayments } from '../../../../../src/server/store/schema/requestedPayments';
import { openCampaignPayment } from '../../../../../src/server/usecases/billing/orders/openPayment';
import { deliverDueOutbox } from '../../../../../src/server/workers/delivery/deliverOutbox';
import { dropStale } from '../../../../../src/server/workers/jobs/dropStale';
import { SHORTER_PERIODS_DAYS } from '../../../../../src/shared/personalData';
import { type CardCustomer, cardCustomer } from '../../../../support/cardCustomer';
import { PAY } from '../../../../support/notificationExamples';
import { MONTH_KOPECKS } from '../../../../support/offer';
import { PROVIDER } from '../../../../support/paymentEvents';
import { refundAll } from '../../../../support/refundAll';
import { startTestServer, type TestServer } from '../../../../support/server';
import { signInStaffAs } from '../../../../support/signIn';
import {
  readChargeOutcomes,
  startYooKassaServer,
  type YooKassaCustomer,
  type YooKassaServer,
} from '../../../../support/yooKassaServer';

const EMAIL = 'payer@example.org';
const PHONE = '+79123456789';
const OTHER = '+375291234567';
const DAY_MS = 86_400_000;
const ON = { settings: { receiptPhone: true } };
const IP = '203.0.113.7';

const setPhone = (server: TestServer, { token }: { token: string }, phone: string | null) =>
  server.call('setPhone', { token, body: { phone } });
const readPhone = async (server: TestServer, { id }: { id: number }) =>
  (await findAccountById(server.db, id))?.phone;

describe('at a card provider that makes the charges', () => {
  let server: TestServer;
  let customer: CardCustomer;

  beforeEach(async () => {
    server = await startTestServer(ON);
    customer = await cardCustomer(server, EMAIL);
  });

  /** Returns the phone numbers of the receipts that the server sent, by kind of the request. */
  const sentPhones = (call: 'refund' | 'receipt') =>
    server.fakeCardProvider.changes
      .filter((change) => change.call === call)
      .map(({ details }) => (details as { receipt: { phone?: string | null } }).receipt.phone);

  async function subscribe(): Promise<void> {
    await customer.subscribe();
    const { recurringPaymentId } = customer;
    await linkRecurringPayment(server.db, customer.order.id, { provider: PROVIDER, recurringPaymentId });
    server.fakeCardProvider.changes.length = 0;
  }

  it('the number is stored in E.164, and is part of the order, the card change and the profile', async () => {
    expect((await setPhone(server, customer, '8 (912) 345-67-89')).body).toEqual({ success: true });
    expect(await readPhone(server, customer)).toBe(PHONE);
    const { token } = customer;
    expect((await server.call('getProfile', { token, body: {} })).body.userInfo?.phone).toBe(PHONE);
    expect((await server.call('getShop', { token, body: {} })).body.order?.receiptPhone).toBe(PHONE);
    await subscribe();
    const { order } = (await server.call('getCardChange', { token, body: {} })).body;
    expect(order?.receiptPhone).toBe(PHONE);
  });

  it('staff see only its end, and only on the page of the customer', async () => {
    await setPhone(server, customer, PHONE);
    const { accessToken: token } = await signInStaffAs(server, 'admin');
    const user = await server.call('getUserById', { token, query: { id: String(customer.id) } });
    expect(user.body.phone).toBe('+7 ••• •••-67-89');
    const found = await server.call('searchUsers', { token, query: { emailPart: EMAIL } });
    expect(found.body).toMatchObject({ content: [{ email: EMAIL }] });
    expect(JSON.stringify([user.body, found.body])).not.toContain('3456789');
    expect(JSON.stringify(found.body)).not.toContain('67-89');
  });

  it.each(['', '12', '+7 912 345-67-8', '8'.repeat(41)])('%p is rejected', async (typed) => {
    const { status, error } = await setPhone(server, customer, typed);
    expect({ status, code: error.code }).toEqual({ status: 400, code: 'INVALID_REQUEST' });
    expect(await readPhone(server, customer)).toBeNull();
  });

  it('a new, changed or removed number is sent for the receipts of further charges, once', async () => {
    await subscribe();
    for (const phone of [PHONE, PHONE, OTHER, null]) {
      server.clock.advance(1000);
      await setPhone(server, customer, phone);
      await deliverDueOutbox(server.deps);
    }
    expect(sentPhones('receipt')).toEqual([PHONE, OTHER, null]);
  });

  it('a subscription from before the setting is charged without a number', async () => {
    await subscribe();
    await server.call('getShop', { token: customer.token, body: {} });
    const chargeAt = new Date(customer.order.recurringPayment.startDate);
    server.clock.set(chargeAt);
    expect(await customer.notify('pay', customer.charge(chargeAt, 900_001))).toBe(0);
    expect((await customer.subscription()).status).toBe('ACTIVE');
  });

  it.each([OTHER, null])('a refund has the present number: %s', async (phone) => {
    await setPhone(server, customer, PHONE);
    await subscribe();
    const chargeAt = new Date(customer.order.recurringPayment.startDate);
    server.clock.set(chargeAt);
    await customer.notify('pay', customer.charge(chargeAt, 900_002));
    await setPhone(server, customer, phone);
    await refundAll(server, { email: EMAIL, uid: customer.uid }, '900002');
    const refunds = server.fakeCardProvider.changes.filter(({ call }) => call === 'refund');
    expect(refunds.find(({ id }) => id === '900002')?.details).toMatchObject({ receipt: { phone } });
  });

  describe('for the payer of a campaign order', () => {
    const openCampaign = async () =>
      (await server.call('getCampaignOrder', { body: { partner: null } })).body.order;
    const setCampaignPhone = async (orderId: string, phone: string) =>
      (await server.call('setCampaignPhone', { body: { orderId, phone } })).body.success;
    const payerPhones = async (orderId: string) =>
      (await server.db.select().from(orders).where(eq(orders.id, orderId))).map(
        ({ payerPhone }) => payerPhone,
      );

    async function pay(order: Awaited<ReturnType<typeof openCampaign>>, email: string): Promise<void> {
      const startAt = new Date(order.recurringPayment.startDate);
      server.fakeCardProvider.recurringPayments.push({
        ...{ id: 'sc_campaign', accountId: order.accountId, state: 'active', currency: 'RUB' },
        ...{ amountKopecks: MONTH_KOPECKS, nextChargeAt: startAt, startAt, successes: 0, failures: 0 },
      });
      const fields = { InvoiceId: order.id, AccountId: order.accountId, Email: email };
      await server.fakeCardProvider.notify('pay', {
        ...{ ...PAY, ...fields, TransactionId: 812_001, Amount: order.amount.toFixed(2) },
      });
      server.clock.advance(60_000);
      await deliverDueOutbox(server.deps);
    }

    it('moves from the paid order to the new account, and to the receipts of further charges', async () => {
      const order = await openCampaign();
      expect(await setCampaignPhone(order.id, '+7 912 345-67-89')).toBe(true);
      expect(await payerPhones(order.id)).toEqual([PHONE]);
      await pay(order, 'campaign@example.org');
      expect((await findAccountByEmail(server.db, 'campaign@example.org'))?.phone).toBe(PHONE);
      expect(await payerPhones(order.id)).toEqual([null]);
      expect(sentPhones('receipt')).toEqual([PHONE]);
      expect(await setCampaignPhone(order.id, OTHER)).toBe(false);
    });

    it('does not replace the number that the customer entered', async () => {
      await setPhone(server, customer, PHONE);
      const order = await openCampaign();
      await setCampaignPhone(order.id, OTHER);
      await pay(order, EMAIL);
      expect(await readPhone(server, customer)).toBe(PHONE);
    });

    it('is not stored with an order of an account', async () => {
      expect(await setCampaignPhone(customer.order.id, PHONE)).toBe(false);
      expect(await payerPhones(customer.order.id)).toEqual([null]);
    });

    it('is removed from an unpaid order after a week', async () => {
      const order = await openCampaign();
      await setCampaignPhone(order.id, PHONE);
      await server.db.update(orders).set({ attemptTransactionId: '1' }).where(eq(orders.id, order.id));
      server.clock.advance(SHORTER_PERIODS_DAYS.payerPhones * DAY_MS - 1);
      await dropStale(server.deps);
      expect(await payerPhones(order.id)).toEqual([PHONE]);
      server.clock.advance(1);
      await dropStale(server.deps);
      expect(await payerPhones(order.id)).toEqual([null]);
    });
  });

  describe('without the setting', () => {
    beforeEach(() => Object.assign(server.deps.settings, { receiptPhone: false }));

    it('no number is stored, and no order contains the field', async () => {
      expect(await setPhone(server, customer, PHONE)).toMatchObject({ status: 400 });
      const { order } = (await server.call('getCampaignOrder', { body: { partner: null } })).body;
      const campaign = { orderId: order.id, phone: PHONE };
      expect((await server.call('setCampaignPhone', { body: campaign })).body).toEqual({ success: false });
      expect(order).not.toHaveProperty('receiptPhone');
      const { token } = customer;
      const shop = (await server.call('getShop', { token, body: {} })).body;
      expect(shop.order).not.toHaveProperty('receiptPhone');
      const profile = (await server.call('getProfile', { token, body: {} })).body;
      expect(profile.userInfo).not.toHaveProperty('phone');
    });

    it('a stored number is in no order and no receipt, but can be seen and removed', async () => {
      Object.assign(server.deps.settings, { receiptPhone: true });
      await setPhone(server, customer, PHONE);
      Object.assign(server.deps.settings, { receiptPhone: false });
      await subscribe();
      const { token } = customer;
      expect((await server.call('getProfile', { token, body: {} })).body.userInfo?.phone).toBe(PHONE);
      const chargeAt = new Date(customer.order.recurringPayment.startDate);
      server.clock.set(chargeAt);
      await customer.notify('pay', customer.charge(chargeAt, 900_004));
      await refundAll(server, { email: EMAIL, uid: customer.uid }, '900004');
      await setPhone(server, customer, null);
      await deliverDueOutbox(server.deps);
      expect(await readPhone(server, customer)).toBeNull();
      expect([...sentPhones('refund'), ...sentPhones('receipt')].filter(Boolean)).toEqual([]);
    });
  });
});

describe('at a card provider for which this server makes the charges', () => {
  let server: YooKassaServer;
  let customer: YooKassaCustomer;

  beforeEach(async () => {
    server = await startYooKassaServer(ON);
    customer = await server.customer(EMAIL);
  });

  /** Returns the phone numbers of the receipts that were sent to this path, in order. */
  const sentPhones = (path: string) =>
    server.sent
      .filter((request) => request.path.endsWith(path))
      .flatMap(({ body }) => {
        const { receipt } = body as { receipt?: { customer: { phone?: string } } };
        return receipt === undefined ? [] : [receipt.customer.phone];
      });

  async function refundEach(): Promise<void> {
    const { body } = await server.call('getUserPayments', {
      token: (await signInStaffAs(server, 'senior')).accessToken,
      query: { userId: String(customer.id) },
    });
    for (const { transactionId } of body.payments.toReversed())
      await refundAll(server, { email: EMAIL, uid: customer.uid }, transactionId);
  }

  /** Makes the card provider reject each request whose receipt has a phone number. */
  const rejectPhones = () =>
    server.instead((request) => {
      const { body = {} } = request.method === 'POST' ? (server.sent.at(-1) ?? {}) : {};
      const { receipt } = body as { receipt?: { customer: { phone?: string } } };
      const error = { type: 'error', id: '1', code: 'invalid_request', parameter: 'receipt.customer.phone' };
      return receipt?.customer.phone === undefined ? null : Response.json(error, { status: 400 });
    });

  it('a payment, a charge and both refunds have the number without a plus sign', async () => {
    await setPhone(server, customer, PHONE);
    await customer.subscribe(undefined, { fullPrice: true });
    await server.passDays(33);
    await refundEach();
    expect(sentPhones('/payments')).toEqual(['79123456789', '79123456789']);
    expect(sentPhones('/refunds')).toEqual(['79123456789', '79123456789']);
    const stored = await server.db.select().from(requestedPayments);
    expect(stored.map(({ receiptPhone }) => receiptPhone)).toEqual([null, null]);
  });

  it('a customer without a number is charged, with receipts without one', async () => {
    await customer.subscribe(undefined, { fullPrice: true });
    await server.passDays(33);
    await refundEach();
    expect(sentPhones('/payments')).toEqual([undefined, undefined]);
    expect(sentPhones('/refunds')).toEqual([undefined, undefined]);
    expect(await readChargeOutcomes(server, customer.id)).toEqual(['completed']);
  });

  it('without the setting, no receipt has the stored number', async () => {
    await setPhone(server, customer, PHONE);
    Object.assign(server.deps.settings, { receiptPhone: false });
    await customer.subscribe(undefined, { fullPrice: true });
    await server.passDays(33);
    await refundEach();
    expect(JSON.stringify(server.sent)).not.toContain('79123456789');
    expect(sentPhones('/payments')).toHaveLength(2);
  });

  it('an open payment with another number is not shown again', async () => {
    const orderId = await customer.order({ fullPrice: true });
    const first = await customer.open(orderId);
    expect(await customer.open(orderId)).toEqual(first);
    await setPhone(server, customer, PHONE);
    expect(await customer.open(orderId)).not.toEqual(first);
    expect(sentPhones('/payments')).toEqual([undefined, '79123456789']);
  });

  it('a charge whose number is rejected is made at once without it, and the number is removed', async () => {
    await setPhone(server, customer, PHONE);
    await customer.subscribe(undefined, { fullPrice: true });
    rejectPhones();
    await server.passDays(33);
    expect(await readChargeOutcomes(server, customer.id)).toEqual(['notSent', 'completed']);
    expect(sentPhones('/payments')).toEqual(['79123456789', '79123456789', undefined]);
    expect(await readPhone(server, customer)).toBeNull();
    expect(JSON.stringify(server.logs)).not.toContain('9123456789');
  });

  it('a payment whose number is rejected is opened without it', async () => {
    await setPhone(server, customer, PHONE);
    const orderId = await customer.order({ fullPrice: true });
    rejectPhones();
    expect(await customer.open(orderId)).toMatchObject({ kind: 'opened' });
    expect(sentPhones('/payments')).toEqual(['79123456789', undefined]);
  });

  it('the payment of a campaign order has the number that its payer typed', async () => {
    const { order } = (await server.call('getCampaignOrder', { body: { partner: null } })).body;
    await server.call('setCampaignPhone', { body: { orderId: order.id, phone: PHONE } });
    const input = { orderId: order.id, email: 'campaign@example.org', ip: IP };
    const opened = await openCampaignPayment(server.deps, input);
    if (opened?.kind !== 'opened') throw new Error('the payment was not opened');
    await server.fake.pay(opened.confirmationToken, '5555555555554444');
    await server.settle();
    expect((await findAccountByEmail(server.db, 'campaign@example.org'))?.phone).toBe(PHONE);
  });
});
