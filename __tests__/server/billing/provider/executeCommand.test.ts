/** What the card provider is asked to do, and that it is never asked for what is no longer so. */
import { eq } from 'drizzle-orm';
import { ProviderRefused, ProviderUnavailable } from '../../../../src/server/billing/provider/cardProvider';
import { cancelSubscription } from '../../../../src/server/billing/usecases/cancelSubscription';
import { grantGiftMonths } from '../../../../src/server/billing/usecases/grantGiftMonths';
import { deliverDueOutbox } from '../../../../src/server/delivery/deliverOutbox';
import { outbox } from '../../../../src/server/store/schema/outbox';
import { type CardCustomer, cardCustomer } from '../../../support/cardCustomer';
import { MONTH_KOPECKS } from '../../../support/offer';
import { startTestServer, type TestServer } from '../../../support/server';

const HOUR = 3_600_000;

let server: TestServer;
let customer: CardCustomer;

beforeEach(async () => {
  server = await startTestServer();
  customer = await cardCustomer(server, 'payer@example.org');
});

afterEach(() => deliverDueOutbox(server.deps));

const deliver = () => deliverDueOutbox(server.deps);
const calls = () => server.cardPeer.changes.map(({ call, id }) => `${call} ${id}`);
const cancel = () => cancelSubscription(server.deps, { accountId: customer.id, by: 'customer' });

/** The provider has made the recurrence of the customer's order. */
function recurrenceExists(id = customer.recurrenceId): void {
  server.cardPeer.recurrences.push({
    id,
    accountId: customer.uid,
    state: 'active',
    amountKopecks: MONTH_KOPECKS,
    currency: 'RUB',
    nextChargeAt: new Date(customer.order.recurrence.startDate),
    startAt: new Date(customer.order.recurrence.startDate),
    successes: 0,
    failures: 0,
  });
}

async function give(giftId: number, months: number): Promise<void> {
  const { deps } = server;
  await deps.db.transaction((tx) =>
    grantGiftMonths(tx, deps, { accountId: customer.id, months, giftId, at: deps.clock.now() }),
  );
}

async function subscribe(): Promise<void> {
  recurrenceExists();
  await customer.subscribe();
  await deliver();
}

test('a move that waits when the customer cancels is not made: it would revive the recurrence', async () => {
  await subscribe();
  await give(1, 1);
  server.cardPeer.failNextWith(new ProviderUnavailable('subscriptions/find: HTTP 502'));
  await deliver();
  await cancel();
  await deliver();
  server.clock.advance(HOUR);
  await deliver();
  expect(calls().filter((call) => call.startsWith('move'))).toEqual([]);
  expect(calls()).toContain(`cancel ${customer.recurrenceId}`);
  expect(server.cardPeer.recurrences).toMatchObject([{ state: 'cancelled' }]);
});

test('a cancel that comes while a move is under way has the last word', async () => {
  await subscribe();
  const move = server.cardPeer.moveRecurrence.bind(server.cardPeer);
  server.cardPeer.moveRecurrence = async (id, nextChargeAt, key) => {
    await cancel();
    await move(id, nextChargeAt, key);
  };
  await give(1, 1);
  await deliver();
  await deliver();
  expect(calls().at(-1)).toBe(`cancel ${customer.recurrenceId}`);
});

test('a recurrence that somebody else ends meanwhile keeps no other one alive', async () => {
  recurrenceExists('sc_of_nobody');
  await subscribe();
  recurrenceExists('sc_of_nobody');
  const { cardPeer } = server;
  const end = cardPeer.cancelRecurrence.bind(cardPeer);
  cardPeer.recurrences.sort(({ id }) => (id === 'sc_of_nobody' ? -1 : 1));
  cardPeer.cancelRecurrence = async (id, key) => {
    await end(id, key);
    if (id === 'sc_of_nobody') throw new ProviderRefused('subscriptions/cancel: it is over');
  };
  await cancel();
  await deliver();
  expect(cardPeer.recurrences.filter(({ state }) => state === 'active')).toEqual([]);
});

test('a cancel that the provider refuses is asked for until the recurrence is over', async () => {
  await subscribe();
  const end = server.cardPeer.cancelRecurrence.bind(server.cardPeer);
  server.cardPeer.cancelRecurrence = () => Promise.reject(new ProviderRefused('subscriptions/cancel: busy'));
  await cancel();
  await deliver();
  server.cardPeer.cancelRecurrence = end;
  server.clock.advance(HOUR);
  await deliver();
  expect(server.cardPeer.recurrences).toMatchObject([{ state: 'cancelled' }]);
});

test('an older move never undoes a newer one', async () => {
  await subscribe();
  await give(1, 1);
  server.cardPeer.failNextWith(new ProviderUnavailable('subscriptions/find: HTTP 502'));
  await deliver();
  await give(2, 2);
  await deliver();
  server.clock.advance(HOUR);
  await deliver();
  expect(server.cardPeer.recurrences[0]?.nextChargeAt).toEqual(new Date('2027-02-28T09:00:00Z'));
});

test('a ruble that can no longer be voided is refunded', async () => {
  server.cardPeer.voidPayment = () => Promise.reject(new ProviderRefused('payments/void: too late'));
  await subscribe();
  const { TransactionId } = customer.first();
  expect(server.cardPeer.changes).toMatchObject([
    { call: 'refund', id: String(TransactionId), details: { amountKopecks: 100 } },
  ]);
  expect((await customer.subscription()).status).toBe('ACTIVE');
});

test('a recurrence that the provider makes only after the cancel is cancelled all the same', async () => {
  await customer.notify('check', customer.first());
  await customer.notify('pay', customer.first());
  await cancel();
  await deliver();
  expect(calls().filter((call) => call.startsWith('cancel'))).toEqual([]);
  recurrenceExists();
  await customer.notify('recurrent', customer.recurrent());
  await deliver();
  expect(calls()).toContain(`cancel ${customer.recurrenceId}`);
});

describe('an order that was paid twice at once', () => {
  const SECOND = 'sc_second';

  beforeEach(async () => {
    await subscribe();
    await customer.notify('pay', customer.first({ TransactionId: 550_000 }));
    recurrenceExists(SECOND);
    await customer.notify('recurrent', customer.recurrent({ Id: SECOND }));
    await deliver();
  });

  test('keeps one recurrence, and the second payment goes back', () => {
    expect(calls()).toContain(`cancel ${SECOND}`);
    expect(calls()).toContain('refund 550000');
    expect(calls()).not.toContain(`cancel ${customer.recurrenceId}`);
  });

  test('is charged once a month: a charge of the other recurrence is refused, and goes back if it comes', async () => {
    server.clock.set('2026-11-28T09:00:10Z');
    const second = customer.charge('2026-11-28T09:00:06Z', 600_002, { SubscriptionId: SECOND });
    expect(await customer.notify('check', second)).toBe(10);
    await customer.notify('pay', customer.charge('2026-11-28T09:00:05Z', 600_001));
    await customer.notify('pay', second);
    await deliver();
    expect(calls()).toContain('refund 600002');
    expect(calls()).not.toContain('refund 600001');
    expect(await customer.subscription()).toMatchObject({
      totalPaidKopecks: MONTH_KOPECKS,
      expirationDate: new Date('2026-12-28T09:00:00Z'),
    });
  });
});

test('a charge that is heard of before anything else counts once the provider has explained it', async () => {
  recurrenceExists();
  server.clock.set('2026-11-28T09:00:10Z');
  await customer.notify('pay', customer.charge('2026-11-28T09:00:05Z', 600_001, { InvoiceId: '' }));
  expect((await customer.subscription()).isActive).toBe(false);
  await deliver();
  expect(await customer.subscription()).toMatchObject({
    status: 'ACTIVE',
    totalPaidKopecks: MONTH_KOPECKS,
    expirationDate: new Date('2026-12-28T09:00:00Z'),
  });
  expect(calls()).toEqual([]);
  expect(await server.db.select().from(outbox).where(eq(outbox.state, 'failed'))).toEqual([]);
});

describe('a charge that no order explains', () => {
  const STRANGE = 'sc_of_nobody';

  const chargeStrangely = async () => {
    await subscribe();
    recurrenceExists(STRANGE);
    server.clock.set('2026-11-28T09:00:10Z');
    const details = { InvoiceId: '', SubscriptionId: STRANGE };
    await customer.notify('pay', customer.charge('2026-11-28T09:00:05Z', 600_002, details));
  };
  const strange = () => server.cardPeer.recurrences.find(({ id }) => id === STRANGE);

  test('goes back, and charges no more', async () => {
    await chargeStrangely();
    await deliver();
    expect(calls()).toEqual(expect.arrayContaining([`cancel ${STRANGE}`, 'refund 600002']));
    expect(strange()).toMatchObject({ state: 'cancelled' });
  });

  test('charges no more though its refund is refused', async () => {
    await chargeStrangely();
    server.cardPeer.refundPayment = () => Promise.reject(new ProviderRefused('refund: made already'));
    await deliver();
    expect(strange()).toMatchObject({ state: 'cancelled' });
  });

  test('goes back though its recurrence cannot be cancelled yet, which is tried again', async () => {
    await chargeStrangely();
    const end = server.cardPeer.cancelRecurrence.bind(server.cardPeer);
    server.cardPeer.cancelRecurrence = () =>
      Promise.reject(new ProviderRefused('subscriptions/cancel: busy'));
    await deliver();
    expect(calls()).toContain('refund 600002');
    server.cardPeer.cancelRecurrence = end;
    server.clock.advance(HOUR);
    await deliver();
    expect(strange()).toMatchObject({ state: 'cancelled' });
  });
});

test('a recurrence keeps its order though the shop was opened again before the payment', async () => {
  await customer.notify('check', customer.first());
  await customer.notify('pay', customer.first());
  const startAt = new Date(new Date(customer.order.recurrence.startDate).getTime() - 5 * 60_000);
  recurrenceExists();
  server.cardPeer.recurrences[0] = { ...server.cardPeer.recurrences[0]!, startAt };
  await give(1, 1);
  await deliver();
  expect(calls()).toContain(`move ${customer.recurrenceId}`);
});
