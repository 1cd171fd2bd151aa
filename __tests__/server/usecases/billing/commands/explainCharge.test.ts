/**
 * Tests how the server treats a charge or a recurring payment of the card provider whose order is unknown when it is
 * reported.
 */
import { eq } from 'drizzle-orm';
import { reportKey } from '../../../../../src/server/domain/billing/ledgerEvents';
import {
  ProviderNotReady,
  type ProviderRecurringPayment,
  ProviderUnavailable,
} from '../../../../../src/server/ports/cardProvider';
import { linkRecurringPayment } from '../../../../../src/server/store/orders';
import { accounts } from '../../../../../src/server/store/schema/accounts';
import { orders } from '../../../../../src/server/store/schema/orders';
import { ledgerEvents } from '../../../../../src/server/store/schema/subscriptions';
import { explainCharge } from '../../../../../src/server/usecases/billing/commands/explainCharge';
import { explainRecurringPayment } from '../../../../../src/server/usecases/billing/commands/explainRecurringPayment';
import { deliverDueOutbox } from '../../../../../src/server/workers/delivery/deliverOutbox';
import { cloudPaymentsDecline } from '../../../../../src/shared/cloudPaymentsDeclines';
import { type CardCustomer, cardCustomer } from '../../../../support/cardCustomer';
import { addDays, addSeconds, MONTH_KOPECKS, TRIAL_END } from '../../../../support/offer';
import { PROVIDER } from '../../../../support/paymentEvents';
import { startTestServer, type TestServer } from '../../../../support/server';

const CHARGE = '700001';
const ATTEMPT = { key: 'key', tries: 1, wasRejected: false };
/** Number of seconds between two start dates that cannot belong to the same order. */
const FAR = 40 * 86_400;

let server: TestServer;
let customer: CardCustomer;

/** Sets up a customer who has paid an order whose recurring payment the server does not know. */
beforeEach(async () => {
  server = await startTestServer();
  customer = await cardCustomer(server, 'payer@example.org');
  await customer.notify('check', customer.first());
  await customer.notify('pay', customer.first());
  await deliverDueOutbox(server.deps);
  server.fakeCardProvider.changes.length = 0;
});

const deps = () => ({ ...server.deps, cardProvider: server.fakeCardProvider });
const calls = () => server.fakeCardProvider.changes.map(({ call, id }) => `${call} ${id}`);
const errors = () => server.logs.filter(({ level }) => level === 'error').map(({ message }) => message);

/** Adds a recurring payment that starts `seconds` after the start in the order. */
function listed(id: string, seconds = 0, changes: Partial<ProviderRecurringPayment> = {}): void {
  const known = customer.recurringPayment();
  const startAt = addSeconds(known.startAt, seconds);
  server.fakeCardProvider.recurringPayments.push({ ...known, id, startAt, ...changes });
}

const link = (recurringPaymentId: string) =>
  linkRecurringPayment(server.db, customer.order.id, { provider: PROVIDER, recurringPaymentId });

/** Makes the list of recurring payments unavailable. Each recurring payment can still be read by its id. */
function withoutList(): void {
  server.fakeCardProvider.findRecurringPayments = () =>
    Promise.reject(new ProviderUnavailable('subscriptions/find: HTTP 502'));
}

const erase = () =>
  server.db.update(accounts).set({ erasedAt: server.clock.now() }).where(eq(accounts.id, customer.id));

/** Moves the clock to a time when no order awaits a recurring payment any more. */
const later = () => server.clock.set(addDays(server.clock.now(), 2));

const recorded = async () =>
  (await server.db.select().from(ledgerEvents).orderBy(ledgerEvents.id)).map(({ eventKey }) => eventKey);

describe('a charge', () => {
  const explain = (
    recurringPaymentId: string,
    changes: Partial<Parameters<typeof explainCharge>[1]> = {},
  ): Promise<void> =>
    explainCharge(
      deps(),
      {
        kind: 'explainCharge',
        accountId: customer.id,
        provider: PROVIDER,
        recurringPaymentId,
        transactionId: CHARGE,
        amountKopecks: MONTH_KOPECKS,
        cardMask: null,
        at: TRIAL_END.toISOString(),
        decline: null,
        ...changes,
      },
      ATTEMPT,
    );
  const decline = cloudPaymentsDecline(5051);
  const paid = reportKey(PROVIDER, { kind: 'paid', transactionId: CHARGE });
  const failed = reportKey(PROVIDER, { kind: 'failed', transactionId: CHARGE });

  beforeEach(() => server.clock.set(addSeconds(TRIAL_END, 60)));

  it('of a recurring payment that is linked to an order is recorded without the list', async () => {
    await link('sc_1');
    withoutList();
    await explain('sc_1');
    expect(await recorded()).toContain(paid);
    expect(await customer.subscription()).toMatchObject({ totalPaidKopecks: MONTH_KOPECKS });
    expect(calls()).toEqual([]);
  });

  it('of a listed recurring payment is recorded, and so is the recurring payment', async () => {
    listed('sc_1');
    await explain('sc_1');
    const keys = await recorded();
    expect(keys).toContain(paid);
    expect(keys.filter((key) => key.includes('sc_1'))).toHaveLength(1);
    expect(calls()).toEqual([]);
  });

  it('that was declined is recorded, whatever its amount', async () => {
    await link('sc_1');
    await explain('sc_1', { decline, amountKopecks: 100 });
    expect(await recorded()).toContain(failed);
    expect(await customer.subscription()).toMatchObject({ totalPaidKopecks: 0 });
    expect(calls()).toEqual([]);
  });

  it('of a wrong amount is refunded, and the recurring payment of the order stays', async () => {
    listed('sc_1');
    await explain('sc_1', { amountKopecks: 100 });
    expect(calls()).toEqual([`refund ${CHARGE}`]);
    expect(await recorded()).not.toContain(paid);
    expect(errors()).toEqual(['a charge that no order explains goes back']);
  });

  it('of a wrong amount is refunded if the order is linked', async () => {
    await link('sc_1');
    withoutList();
    await explain('sc_1', { amountKopecks: 100 });
    expect(calls()).toEqual([`refund ${CHARGE}`]);
  });

  it("of another account's order is refunded", async () => {
    await link('sc_1');
    const other = await cardCustomer(server, 'other@example.org');
    await explain('sc_1', { accountId: other.id });
    expect(calls()).toEqual([`refund ${CHARGE}`]);
    expect(await recorded()).not.toContain(paid);
  });

  it('without an order is refunded, and its recurring payment ends', async () => {
    listed('sc_far', FAR);
    await explain('sc_far');
    expect(calls()).toEqual(['cancel sc_far', `refund ${CHARGE}`]);
  });

  it('without an order is refunded if its recurring payment has ended already', async () => {
    listed('sc_far', FAR, { state: 'cancelled', nextChargeAt: null });
    await explain('sc_far');
    expect(calls()).toEqual([`refund ${CHARGE}`]);
  });

  it('without an order that was declined needs no refund', async () => {
    listed('sc_far', FAR);
    await explain('sc_far', { decline });
    expect(calls()).toEqual(['cancel sc_far']);
  });

  it('of a deleted account is refunded, even if its order is known, and its recurring payment ends', async () => {
    listed('sc_1');
    await link('sc_1');
    withoutList();
    await erase();
    server.fakeCardProvider.payments = [customer.told(TRIAL_END, Number(CHARGE), { email: 'a@example.org' })];
    await explain('sc_1');
    expect(calls()).toEqual(['cancel sc_1', `refund ${CHARGE}`]);
    expect(await recorded()).not.toContain(paid);
  });

  it('of a deleted account without an order is refunded with the address in the list of payments', async () => {
    listed('sc_far', FAR);
    await erase();
    server.fakeCardProvider.findPaymentsOfOrder = () =>
      Promise.reject(new ProviderUnavailable('payments/find: no InvoiceId'));
    server.fakeCardProvider.payments = [customer.told(TRIAL_END, Number(CHARGE), { email: 'a@example.org' })];
    await explain('sc_far');
    expect(calls()).toEqual(['cancel sc_far', `refund ${CHARGE}`]);
  });

  it('is refunded even if its recurring payment cannot be cancelled, and then the error is thrown', async () => {
    listed('sc_far', FAR);
    const failure = new ProviderUnavailable('subscriptions/cancel: HTTP 502');
    server.fakeCardProvider.cancelRecurringPayment = () => Promise.reject(failure);
    await expect(explain('sc_far')).rejects.toBe(failure);
    expect(calls()).toEqual([`refund ${CHARGE}`]);
  });
});

describe('a recurring payment', () => {
  const explain = (recurringPaymentId: string): Promise<void> =>
    explainRecurringPayment(
      deps(),
      { kind: 'explainRecurringPayment', accountId: customer.id, provider: PROVIDER, recurringPaymentId },
      ATTEMPT,
    );

  it('that is not listed yet is awaited', async () => {
    listed('sc_1');
    await expect(explain('sc_2')).rejects.toThrow(ProviderNotReady);
    expect(calls()).toEqual([]);
  });

  it('of an order is recorded and stays', async () => {
    listed('sc_far', FAR);
    listed('sc_1');
    await explain('sc_1');
    expect((await recorded()).filter((key) => key.includes('sc_1'))).toHaveLength(1);
    expect(calls()).toEqual([]);
    expect(errors()).toEqual([]);
  });

  it('without an order ends only once no order can have started it', async () => {
    listed('sc_far', FAR);
    await expect(explain('sc_far')).rejects.toThrow(ProviderNotReady);
    expect(calls()).toEqual([]);
    later();
    await explain('sc_far');
    expect(calls()).toEqual(['cancel sc_far']);
    expect(errors()).toEqual(['a recurring payment that no order explains was cancelled']);
  });

  it('that is the second of its order ends, even if another order awaits its recurring payment', async () => {
    await link('sc_1');
    listed('sc_1');
    listed('sc_second');
    const [row] = await server.db.select().from(orders).where(eq(orders.id, customer.order.id));
    if (row === undefined) throw new Error('the customer has no order');
    await server.db.insert(orders).values({
      ...row,
      id: 'again',
      paidTransactionId: 'again',
      recurringPaymentId: null,
      recurringPaymentStartAt: addSeconds(row.recurringPaymentStartAt, FAR),
    });
    await explain('sc_second');
    expect(calls()).toEqual(['cancel sc_second']);
  });

  it('without an order that has ended already is done', async () => {
    listed('sc_far', FAR, { state: 'cancelled', nextChargeAt: null });
    later();
    await explain('sc_far');
    expect(calls()).toEqual([]);
    expect(errors()).toEqual([]);
  });

  it('of a deleted account ends without the list, even if its order is known', async () => {
    listed('sc_1');
    await link('sc_1');
    withoutList();
    await erase();
    await explain('sc_1');
    expect(calls()).toEqual(['cancel sc_1']);
  });
});
