/** Tests the terms of receipts on both sides of a change of the VAT rate: sales, recurring charges and their refunds. */
import type { ReceiptSchedule } from '../../../../../src/server/domain/billing/receiptSchedule';
import { findOrder, linkRecurringPayment } from '../../../../../src/server/store/orders';
import { followReceiptTerms } from '../../../../../src/server/usecases/billing/receipts/followReceiptTerms';
import { returnUnaccepted } from '../../../../../src/server/usecases/billing/refunds/returnUnaccepted';
import { deliverDueOutbox } from '../../../../../src/server/workers/delivery/deliverOutbox';
import { OFFER_TERMS } from '../../../../../src/shared/offerTerms';
import { DEFAULT_RECEIPT_TERMS, VAT_RATES, type VatRate } from '../../../../../src/shared/receiptTerms';
import { type CardCustomer, cardCustomer } from '../../../../support/cardCustomer';
import { PROVIDER } from '../../../../support/paymentEvents';
import { refundAll } from '../../../../support/refundAll';
import { startTestServer, type TestServer } from '../../../../support/server';
import { signInByEmail, signInStaffAs } from '../../../../support/signIn';
import { startYooKassaServer, type YooKassaServer } from '../../../../support/yooKassaServer';

const EMAIL = 'payer@example.org';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Midnight in Moscow, when the VAT rate changes. */
const NEW_YEAR = new Date('2026-12-31T21:00:00Z');

const changeTo = (vat: VatRate, before: VatRate = 'none'): ReceiptSchedule => [
  { from: null, terms: { ...DEFAULT_RECEIPT_TERMS, vat: before } },
  { from: NEW_YEAR, terms: { ...DEFAULT_RECEIPT_TERMS, vat } },
];

const before = (ms: number): Date => new Date(NEW_YEAR.getTime() - ms);
const after = (ms: number): Date => new Date(NEW_YEAR.getTime() + ms);

describe('at a card provider that makes the charges', () => {
  let server: TestServer;

  const startAt = async (start: Date, receiptTerms: ReceiptSchedule): Promise<CardCustomer> => {
    server = await startTestServer({ start, settings: { receiptTerms } });
    return cardCustomer(server, EMAIL);
  };
  const readOrder = (customer: CardCustomer) => findOrder(server.db, customer.order.id);
  /** Returns the VAT rates of the receipts that the server sent, by kind of the request. */
  const sentVat = (call: 'refund' | 'receipt') =>
    server.fakeCardProvider.changes
      .filter((change) => change.call === call)
      .map(({ details }) => (details as { receipt: { terms: { vat: VatRate } } }).receipt.terms.vat);

  it.each(VAT_RATES)(
    'a sale before a change to %s and a charge after it have their own terms',
    async (vat) => {
      const old = vat === '20' ? '22' : '20';
      const customer = await startAt(before(2 * DAY_MS), changeTo(vat, old));
      expect(customer.order).toMatchObject({ receiptTerms: { vat: old } });
      const terms = vat === 'none' ? undefined : { ...DEFAULT_RECEIPT_TERMS, vat };
      expect(customer.order.recurringPayment.receiptTerms).toEqual(terms);
      server.fakeCardProvider.recurringPayments.push(customer.recurringPayment());
      await customer.notify('check', { ...customer.first(), Status: 'Completed' });
      await customer.notify('pay', customer.first());
      const { TransactionId } = customer.first();
      const chargeAt = new Date(customer.order.recurringPayment.startDate);
      expect(chargeAt > NEW_YEAR).toBe(true);
      server.clock.set(chargeAt);
      await customer.notify('pay', customer.charge(chargeAt, 900_001));
      // The payment that verified the card is refunded without staff.
      await deliverDueOutbox(server.deps);
      await refundAll(server, { email: EMAIL, uid: customer.uid }, '900001');
      const refunded = server.fakeCardProvider.changes.filter(({ call }) => call === 'refund');
      expect(refunded.map(({ id }) => id)).toEqual([String(TransactionId), '900001']);
      expect(sentVat('refund')).toEqual([old, vat]);
    },
  );

  it('a payment after a change with a receipt from before it is rejected, and the shop offers another order', async () => {
    const customer = await startAt(before(HOUR_MS), changeTo('22'));
    server.clock.set(after(HOUR_MS));
    expect(await customer.notify('check', { ...customer.first(), Status: 'Completed' })).toBe(20);
    const { body } = await server.call('getShop', { token: customer.token });
    expect(body.order?.id).not.toBe(customer.order.id);
    expect(body.order?.receiptTerms?.vat).toBe('22');
  });

  it('an order of an unchanged rate is updated', async () => {
    server = await startTestServer({ start: after(HOUR_MS), settings: { receiptTerms: changeTo('22') } });
    const { accessToken: token } = await signInByEmail(server, EMAIL);
    const { order } = (await server.call('getShop', { token })).body;
    expect(order?.receiptTerms).toMatchObject({ vat: '22' });
    expect((await server.call('getShop', { token })).body.order?.id).toBe(order?.id);
  });

  it('an order is not updated if its first recurring charge moves past a change', async () => {
    const start = before(OFFER_TERMS.webTrialDays * DAY_MS + 60_000);
    server = await startTestServer({ start, settings: { receiptTerms: changeTo('22') } });
    const { accessToken: token } = await signInByEmail(server, EMAIL);
    const first = (await server.call('getShop', { token })).body.order;
    expect(first?.recurringPayment.receiptTerms).toBeUndefined();
    server.clock.advance(120_000);
    const second = (await server.call('getShop', { token })).body.order;
    expect(second?.id).not.toBe(first?.id);
    expect(second?.recurringPayment.receiptTerms).toMatchObject({ vat: '22' });
  });

  it('a campaign order has the terms of the dates of its charges', async () => {
    await startAt(before(HOUR_MS), changeTo('22'));
    const { body } = await server.call('getCampaignOrder', { body: { partner: null } });
    expect(body.order.receiptTerms).toBeUndefined();
    expect(body.order.recurringPayment.receiptTerms?.vat).toBe('22');
  });

  it('a refund of a payment that was not accepted has the terms of its order', async () => {
    const customer = await startAt(before(HOUR_MS), changeTo('none', '22'));
    server.clock.set(after(DAY_MS));
    const command = {
      ...({ kind: 'returnUnaccepted', accountId: customer.id, provider: PROVIDER } as const),
      ...{ transactionId: '700001', amountKopecks: 100, at: before(HOUR_MS).toISOString() },
      ...{ orderId: customer.order.id, payerId: customer.uid },
    };
    await returnUnaccepted(server.deps, command, { key: 'key', tries: 1, wasRejected: false });
    expect(sentVat('refund')).toEqual(['22']);
  });

  describe('the receipts of a recurring payment', () => {
    let customer: CardCustomer;

    beforeEach(async () => {
      // The change is configured after the sale.
      customer = await startAt(before(2 * DAY_MS), changeTo('none'));
      await customer.subscribe();
      const { recurringPaymentId } = customer;
      await linkRecurringPayment(server.db, customer.order.id, { provider: PROVIDER, recurringPaymentId });
    });

    const follow = async (receiptTerms: ReceiptSchedule) => {
      Object.assign(server.deps.settings, { receiptTerms });
      server.deps.memory.receiptScans.clear();
      await followReceiptTerms(server.deps);
      await deliverDueOutbox(server.deps);
    };

    it('change before the first charge to which other terms apply, once', async () => {
      await follow(changeTo('22'));
      await follow(changeTo('22'));
      expect(sentVat('receipt')).toEqual(['22']);
      expect(await readOrder(customer)).toMatchObject({
        receiptTerms: null,
        recurringReceiptTerms: { ...DEFAULT_RECEIPT_TERMS, vat: '22' },
      });
      server.clock.advance(DAY_MS);
      await follow(changeTo('none'));
      expect(sentVat('receipt')).toEqual(['22', 'none']);
      expect((await readOrder(customer))?.recurringReceiptTerms).toBeNull();
    });

    it('do not change if the next charge is before the change', async () => {
      await follow([
        { from: null, terms: DEFAULT_RECEIPT_TERMS },
        { from: after(60 * DAY_MS), terms: { ...DEFAULT_RECEIPT_TERMS, vat: '22' } },
      ]);
      expect(sentVat('receipt')).toEqual([]);
    });

    it('change later if the card provider is unavailable', async () => {
      server.fakeCardProvider.isSilent = true;
      await follow(changeTo('22'));
      expect((await readOrder(customer))?.recurringReceiptTerms).toBeNull();
      server.fakeCardProvider.isSilent = false;
      server.clock.advance(HOUR_MS);
      await deliverDueOutbox(server.deps);
      expect(sentVat('receipt')).toEqual(['22']);
    });

    it('are searched for once an hour', async () => {
      await follow(changeTo('none'));
      Object.assign(server.deps.settings, { receiptTerms: changeTo('22') });
      await followReceiptTerms(server.deps);
      await deliverDueOutbox(server.deps);
      expect(sentVat('receipt')).toEqual([]);
      server.clock.advance(HOUR_MS);
      await followReceiptTerms(server.deps);
      await deliverDueOutbox(server.deps);
      expect(sentVat('receipt')).toEqual(['22']);
    });

    it('of a charge with old terms are repeated by its refund, also after a change', async () => {
      const chargeAt = new Date(customer.order.recurringPayment.startDate);
      server.clock.set(chargeAt);
      await customer.notify('pay', customer.charge(chargeAt, 900_002));
      server.fakeCardProvider.recurringPayments = [
        { ...customer.recurringPayment(), nextChargeAt: after(40 * DAY_MS), successes: 1 },
      ];
      await follow(changeTo('22'));
      await refundAll(server, { email: EMAIL, uid: customer.uid }, '900002');
      expect(sentVat('receipt')).toEqual(['22']);
      // The first refund is the one of the payment that verified the card.
      expect(sentVat('refund')).toEqual(['none', 'none']);
    });
  });
});

describe('at a card provider for which this server makes the charges', () => {
  let server: YooKassaServer;

  /** Returns the VAT codes of the receipts that were sent to this path, in order. */
  const codes = (path: string) =>
    server.sent
      .filter((request) => request.path.endsWith(path))
      .flatMap(({ body }) => {
        const { receipt } = body as { receipt?: { items: { vat_code: number }[] } };
        return receipt === undefined ? [] : receipt.items.map(({ vat_code: code }) => code);
      });

  it('a payment, a charge after the change and both refunds have the codes of their sales', async () => {
    server = await startYooKassaServer({
      start: before(20 * DAY_MS),
      settings: { receiptTerms: changeTo('22', '20') },
    });
    const customer = await server.customer(EMAIL);
    await customer.subscribe(undefined, { fullPrice: true });
    await server.passDays(33);
    expect(codes('/payments')).toEqual([4, 11]);
    const { body } = await server.call('getUserPayments', {
      token: (await signInStaffAs(server, 'senior')).accessToken,
      query: { userId: String(customer.id) },
    });
    for (const { transactionId } of body.payments.toReversed())
      await refundAll(server, { email: EMAIL, uid: customer.uid }, transactionId);
    expect(codes('/refunds')).toEqual([4, 11]);
  });

  it('an open payment with an outdated receipt is not shown again', async () => {
    server = await startYooKassaServer({
      start: before(60_000),
      settings: { receiptTerms: changeTo('22', '20') },
    });
    const customer = await server.customer(EMAIL);
    const orderId = await customer.order({ fullPrice: true });
    const first = await customer.open(orderId);
    expect(await customer.open(orderId)).toEqual(first);
    server.clock.set(after(60_000));
    expect(await customer.open(orderId)).not.toEqual(first);
    expect(codes('/payments')).toEqual([4, 11]);
  });
});
