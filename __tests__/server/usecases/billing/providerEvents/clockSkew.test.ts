/**
 * Tests a card provider whose clock differs from the server's clock by up to ten minutes, and whose notifications contain
 * times in whole seconds. The outcome must not depend on the difference between the clocks.
 */
import { eq } from 'drizzle-orm';
import { foldSubscription } from '../../../../../src/server/domain/billing/fold';
import { statusAt, summarize } from '../../../../../src/server/domain/billing/status';
import type { SubscriptionState } from '../../../../../src/server/domain/billing/subscriptionState';
import { subscriptions } from '../../../../../src/server/store/schema/subscriptions';
import { emailIdentity, openAccount } from '../../../../../src/server/usecases/accounts/accounts';
import { change, readState } from '../../../../../src/server/usecases/billing/ledger/change';
import { deliverDueOutbox } from '../../../../../src/server/workers/delivery/deliverOutbox';
import { OFFER_EDITION } from '../../../../../src/shared/offerEdition';
import { type CardCustomer, cardCustomer, stamp } from '../../../../support/cardCustomer';
import { MONTH_IN_FORM, MONTH_KOPECKS, MONTH_RUB } from '../../../../support/offer';
import { type PaymentEventData, renewalPayment } from '../../../../support/paymentEvents';
import { startTestServer, type TestServer } from '../../../../support/server';
import { signInStaffAs } from '../../../../support/signIn';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** Offsets of the card provider's clock from the server's clock, in ms. */
const SKEWS = [-9 * MINUTE, -5 * SECOND, 0, 5 * SECOND, 9 * MINUTE];

/**
 * Offset of the test's events within a second, in ms. A timestamp of the card provider, truncated to whole seconds, is
 * earlier.
 */
const LATE_IN_SECOND = 700;

/** Returns the kinds of the billing entries in the customer's timeline, newest first. */
const NEWEST_FIRST = ['refunded', 'paid', 'consentGiven'];

const CHARGE = 810_001;
const REFUND = 820_001;

let server: TestServer;
let customer: CardCustomer;
let senior: string;

/** Returns the current time by the provider's clock, in the notification format. */
const theirs = (skew: number): string => stamp(new Date(server.clock.now().getTime() + skew));

/** Creates a customer whose month was charged. The card provider has reported the charge. */
async function startWithMonth(skew: number, paidBefore = DAY): Promise<void> {
  server = await startTestServer();
  customer = await cardCustomer(server, 'skew@example.org');
  await customer.subscribe();
  server.clock.set(new Date(new Date(customer.order.recurringPayment.startDate).getTime() + MINUTE));
  await customer.notify('pay', customer.charge(theirs(skew), CHARGE));
  server.clock.advance(paidBefore + LATE_IN_SECOND);
  senior = (await signInStaffAs(server, 'senior')).accessToken;
}

const readRow = async () =>
  (await server.db.select().from(subscriptions).where(eq(subscriptions.accountId, customer.id)))[0];

/**
 * Makes the fake card provider report each refund before responding to the refund request, as the real provider often
 * does.
 */
function reportRefundsAtOnce(skew: number): void {
  jest.spyOn(server.fakeCardProvider, 'refundPayment').mockImplementation(async (id, kopecks) => {
    await reportRefund(skew, { refundId: REFUND, id, amount: (kopecks / 100).toFixed(2) });
    return String(REFUND);
  });
}

const reportRefund = (skew: number, refund: { refundId: number; id: string; amount: string }) =>
  customer.notify('refund', {
    TransactionId: refund.refundId,
    PaymentTransactionId: Number(refund.id),
    Amount: refund.amount,
    DateTime: theirs(skew),
    OperationType: 'Refund',
    AccountId: customer.uid,
  });

/** Refunds that the server requested from the card provider, without the refund of the ruble that verified the card. */
const refundsMade = () =>
  server.fakeCardProvider.changes.filter(({ call, id }) => call === 'refund' && Number(id) >= CHARGE);

const refund = (body: object) =>
  server.call('refund', {
    token: senior,
    body: { email: 'skew@example.org', transactionId: String(CHARGE), amount: 'all', ...body },
  });

describe.each(SKEWS)("with the provider's clock %d ms ahead", (skew) => {
  it('a full refund with «access stays» keeps access and renewal', async () => {
    await startWithMonth(skew);
    const before = await readRow();
    reportRefundsAtOnce(skew);
    expect((await refund({ access: 'keep', stopRenewal: false })).status).toBe(200);
    await deliverDueOutbox(server.deps);
    expect(await readRow()).toMatchObject({
      status: 'ACTIVE',
      accessUntil: before?.accessUntil,
      nextChargeAt: before?.nextChargeAt,
    });
    expect(server.fakeCardProvider.changes.filter(({ call }) => call === 'cancel')).toEqual([]);
  });

  it('a full refund whose response was lost is recognised by its amount', async () => {
    await startWithMonth(skew);
    const before = await readRow();
    await refund({ access: 'keep', stopRenewal: false });
    await reportRefund(skew, { refundId: REFUND, id: String(CHARGE), amount: MONTH_IN_FORM });
    expect(await readRow()).toMatchObject({ status: 'ACTIVE', accessUntil: before?.accessUntil });
  });

  it('a provider refund beyond the decided amount is recorded as a separate refund', async () => {
    await startWithMonth(skew);
    reportRefundsAtOnce(skew);
    await refund({ amount: 100, access: 'keep', stopRenewal: false });
    await deliverDueOutbox(server.deps);
    expect(await readRow()).toMatchObject({ status: 'ACTIVE' });
    const rest = (MONTH_RUB - 100).toFixed(2);
    await reportRefund(skew, { refundId: REFUND + 1, id: String(CHARGE), amount: rest });
    expect(await readRow()).toMatchObject({ status: 'EXPIRED', totalPaidKopecks: 0 });
  });

  it('a refund that ends the access ends it immediately, not after the clock difference', async () => {
    await startWithMonth(skew, 0);
    expect((await refund({})).body).toMatchObject({ amount: MONTH_RUB, accessUntil: null });
    expect(await readRow()).toMatchObject({ status: 'EXPIRED' });
  });

  it('a provider refund that was reported before the decision is not taken for the decided refund', async () => {
    await startWithMonth(skew);
    await reportRefund(skew, { refundId: REFUND + 1, id: String(CHARGE), amount: '100.00' });
    server.clock.advance(SECOND);
    await refund({ amount: 100, access: 'keep', stopRenewal: false });
    await deliverDueOutbox(server.deps);
    expect(refundsMade()).toMatchObject([{ details: { amountKopecks: 10_000 } }]);
  });

  it('a charge reported after the cancellation is refunded, and a charge reported before it counts', async () => {
    await startWithMonth(skew, 0);
    await server.call('cancelSubscription', { token: customer.token });
    expect(await readRow()).toMatchObject({ status: 'CANCELED', totalPaidKopecks: MONTH_KOPECKS });
    await customer.notify('pay', customer.charge(theirs(skew), CHARGE + 1));
    await deliverDueOutbox(server.deps);
    expect(refundsMade()).toMatchObject([
      { id: String(CHARGE + 1), details: { amountKopecks: MONTH_KOPECKS } },
    ]);
  });

  it('the timeline shows the consent, then the payment, then its refund', async () => {
    server = await startTestServer();
    server.clock.advance(LATE_IN_SECOND);
    customer = await cardCustomer(server, 'skew@example.org');
    // The customer's first order already has a consent, which the timeline does not contain.
    const { order } = (await server.call('getShop', { token: customer.token })).body;
    const orderId = order?.id ?? '';
    const consent = { orderId, offerEdition: OFFER_EDITION.version, wording: 'I agree' };
    expect((await server.call('giveConsent', { token: customer.token, body: consent })).status).toBe(200);
    await customer.notify('pay', customer.first({ DateTime: theirs(skew), InvoiceId: orderId }));
    const { TransactionId: id } = customer.first();
    await reportRefund(skew, { refundId: REFUND, id: String(id), amount: '1.00' });
    // The server also refunds the ruble of a trial, so two refunds follow the payment.
    await deliverDueOutbox(server.deps);
    senior = (await signInStaffAs(server, 'senior')).accessToken;
    const { entries } = (await server.call('getTimeline', { token: senior, body: { userId: customer.id } }))
      .body;
    const money = entries.map(({ action }) => action).filter((action) => NEWEST_FIRST.includes(action));
    expect(money.filter((action, index) => action !== money[index - 1])).toEqual(NEWEST_FIRST);
  });

  it('a provider report of our own cancellation does not replace the cancellation by the customer', async () => {
    await startWithMonth(skew, 0);
    await server.call('cancelSubscription', { token: customer.token });
    const { recurringPaymentId } = customer;
    await customer.notify('recurrent', customer.recurrent({ Id: recurringPaymentId, Status: 'Cancelled' }));
    server.clock.advance(15 * MINUTE);
    await deliverDueOutbox(server.deps);
    const emails = server.mailbox.emails.filter(({ subject }) => /отмен/i.test(subject));
    expect(emails).toHaveLength(1);
  });
});

describe('a charge that was recorded before the customer moved to another card provider', () => {
  const DUE_AT = new Date('2026-03-01T09:00:00.000Z');
  const after = (ms: number): Date => new Date(DUE_AT.getTime() + ms);
  const months = (count: number): Date => new Date(Date.UTC(2026, 2 + count, 1, 9));

  it.each([
    [9 * MINUTE, -9 * MINUTE],
    [-9 * MINUTE, 9 * MINUTE],
    [9 * MINUTE, 9 * MINUTE],
    [0, -9 * MINUTE],
  ])('pays its month if the clocks differ by %d and %d ms', async (skewBefore, skewAfter) => {
    server = await startTestServer();
    const { id } = await openAccount(server.db, server.deps, emailIdentity('moves@example.org'));
    const record = (key: string, at: Date, data: PaymentEventData): Promise<SubscriptionState> =>
      server.db.transaction(
        async (tx) => (await change(tx, id, [{ key, at, data }], server.clock.now())).after,
      );
    const start = { recurringPaymentStartAt: DUE_AT.toISOString() };
    server.clock.set(months(-1));
    await record('first', months(-1), renewalPayment({ transactionId: '1', ...start }));
    server.clock.set(after(MINUTE));
    const charge = renewalPayment({ transactionId: '2', role: 'recurrent', ...start });
    await record('charge', after(MINUTE + skewBefore), charge);
    server.clock.set(after(4 * MINUTE));
    const moved = await record(
      'moved',
      after(4 * MINUTE + skewAfter),
      renewalPayment({
        provider: 'yooKassa',
        orderId: 'o-2',
        transactionId: '3',
        orderKind: 'cardChange',
        amountKopecks: 100,
        trialDays: 0,
        chargedBy: 'merchant',
        isHold: true,
        recurringPaymentStartAt: months(1).toISOString(),
      }),
    );
    expect(moved.payments.map(({ verdict }) => verdict)).toEqual(['counted', 'counted', 'counted']);
    expect(moved.accessUntil).toEqual(months(1));
    expect(moved.agreement).toMatchObject({ orderId: 'o-2', nextChargeAt: months(1), ended: null });
    expect(statusAt(summarize(moved), after(10 * DAY))).toMatchObject({ status: 'ACTIVE', isActive: true });
    expect(moved.commands).toContainEqual(expect.objectContaining({ kind: 'refund', transactionId: '3' }));
    expect(moved.commands).not.toContainEqual(expect.objectContaining({ transactionId: '2' }));
    expect(foldSubscription([...(await readState(server.db, id)).history].reverse())).toEqual(moved);
  });
});
