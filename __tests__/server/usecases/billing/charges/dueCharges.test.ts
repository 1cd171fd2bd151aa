/** Tests the charges that this server makes itself: schedule, retries, unknown outcomes, downtime and two instances. */
import { eq } from 'drizzle-orm';
import { ProviderRejected } from '../../../../../src/server/ports/cardProvider';
import { insertRequestedPayment } from '../../../../../src/server/store/requestedPayments';
import { outbox } from '../../../../../src/server/store/schema/outbox';
import { requestedPayments, savedMethods } from '../../../../../src/server/store/schema/requestedPayments';
import { findSubscription } from '../../../../../src/server/store/subscriptions';
import { runDueCharges } from '../../../../../src/server/usecases/billing/charges/runDueCharges';
import { openCardChange as openCardChangeOrder } from '../../../../../src/server/usecases/billing/orders/openCardChange';
import { readUserPayments } from '../../../../../src/server/usecases/billing/payments/readUserPayments';
import { cancelSubscription } from '../../../../../src/server/usecases/billing/subscriptions/cancelSubscription';
import { grantGiftMonths } from '../../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { readSubscription } from '../../../../../src/server/usecases/billing/subscriptions/readSubscription';
import { isChargeKey } from '../../../../../src/shared/chargeKeys';
import { stamp } from '../../../../support/cardCustomer';
import { agreeTo } from '../../../../support/consent';
import { CHECK } from '../../../../support/notificationExamples';
import { listenToStatements } from '../../../../support/observedCalls';
import { addMonths, MONTH_IN_FORM } from '../../../../support/offer';
import { runAlone } from '../../../../support/runAlone';
import { instanceWith } from '../../../../support/server';
import { makeStaff } from '../../../../support/signIn';
import {
  startYooKassaServer,
  YOOKASSA_CARDS,
  type YooKassaCustomer,
  type YooKassaServer,
} from '../../../../support/yooKassaServer';

const DAY_MS = 24 * 3_600_000;

let server: YooKassaServer;
let customer: YooKassaCustomer;

beforeEach(async () => {
  server = await startYooKassaServer();
  customer = await server.customer('payer@example.org');
});

const subscription = () => readSubscription(server.db, customer.id, server.clock.now());
const nextCharge = async (): Promise<Date | null> =>
  (await findSubscription(server.db, customer.id)).nextChargeAt;
const charges = () => server.sent.filter(({ body }) => 'payment_method_id' in body);
const subjects = () => server.mailbox.emailsTo('payer@example.org').map(({ subject }) => subject);
const announcements = () => subjects().filter((subject) => /спишем|списание/i.test(subject));

/** Lists the charges of saved methods at the card provider, by state. */
async function chargesAtProvider(): Promise<string[]> {
  const states: string[] = [];
  for (let day = -60; day <= 1; day += 1) {
    const listed = await server.deps.cardProvider.listPaymentsOfDay(
      new Date(server.clock.now().getTime() + day * DAY_MS),
    );
    states.push(...listed.filter(({ chargeKey }) => chargeKey !== null).map(({ state }) => state));
  }
  return states;
}

/** Moves the clock to the due date of the charge, after its email was sent. */
async function toDueDate(): Promise<Date> {
  const nextChargeAt = await nextCharge();
  if (nextChargeAt === null) throw new Error('no charge is scheduled');
  server.clock.set(new Date(nextChargeAt.getTime() - 3 * DAY_MS + 60_000));
  await server.settle();
  server.clock.set(new Date(nextChargeAt.getTime() + 60_000));
  return nextChargeAt;
}

it('announces a charge by email three days before, and charges once on its date', async () => {
  await customer.subscribe();
  const nextChargeAt = await nextCharge();
  server.clock.set(new Date((nextChargeAt?.getTime() ?? 0) - 3 * DAY_MS - 60_000));
  await server.settle();
  expect(announcements()).toEqual([]);
  await toDueDate();
  expect(announcements()).toHaveLength(1);
  expect(charges()).toEqual([]);
  await server.settle();
  await server.settle();
  expect(charges()).toHaveLength(1);
  expect(charges()[0]?.body).toMatchObject({
    capture: true,
    receipt: { customer: { email: 'payer@example.org' }, items: [{ vat_code: 1 }] },
  });
  expect(await chargesAtProvider()).toEqual(['completed']);
  const next = await nextCharge();
  const days = ((next?.getTime() ?? 0) - (nextChargeAt?.getTime() ?? 0)) / DAY_MS;
  expect(days).toBeGreaterThanOrEqual(28);
  expect(days).toBeLessThanOrEqual(31);
  const [request] = await server.db
    .select()
    .from(requestedPayments)
    .where(eq(requestedPayments.kind, 'charge'));
  expect(request).toMatchObject({ outcome: 'completed', receiptEmail: null, attempt: 1 });
});

it('retries after a temporary decline on the following days, then ends the subscription', async () => {
  await customer.subscribe(YOOKASSA_CARDS.onlyFirst);
  await toDueDate();
  await server.passDays(2.5);
  expect(charges()).toHaveLength(3);
  expect(await subscription()).toMatchObject({ status: 'ACTIVE', isActive: true });
  await server.passDays(1);
  expect(charges()).toHaveLength(3);
  expect(await subscription()).toMatchObject({ status: 'EXPIRED', isActive: false });
  expect(await server.db.select().from(savedMethods)).toEqual([]);
  expect(new Set(charges().map(({ key }) => key)).size).toBe(3);
});

it('waits while the card provider rejects the credentials, and charges once after they are corrected', async () => {
  await customer.subscribe();
  const due = await toDueDate();
  server.before((request) => {
    request.headers.set('Authorization', 'Basic d3Jvbmc6a2V5');
    return Promise.resolve();
  });
  await server.settle();
  expect(charges()).toHaveLength(1);
  expect(await nextCharge()).toEqual(due);
  expect(await subscription()).toMatchObject({ status: 'ACTIVE', isActive: true });
  server.before(null);
  server.clock.advance(11 * 60_000);
  await server.settle();
  expect(await chargesAtProvider()).toEqual(['completed']);
});

it('continues after a retry that succeeds, on the original day of the month', async () => {
  await customer.subscribe();
  await server.fake.change({ nextChargeReason: 'insufficient_funds' });
  const due = await toDueDate();
  await server.passDays(1.5);
  expect(await chargesAtProvider()).toEqual(expect.arrayContaining(['declined', 'completed']));
  const { status } = await subscription();
  const nextChargeAt = await nextCharge();
  expect(status).toBe('ACTIVE');
  expect(nextChargeAt?.getUTCDate()).toBe(due.getUTCDate());
});

it('does not retry after the payer withdrew the permission', async () => {
  await customer.subscribe();
  await server.fake.change({ nextChargeReason: 'permission_revoked' });
  await toDueDate();
  await server.passDays(3.5);
  expect(charges()).toHaveLength(1);
  expect(await subscription()).toMatchObject({ status: 'EXPIRED' });
});

it('records a charge that the card provider rejected without a payment number', async () => {
  await customer.subscribe();
  await toDueDate();
  const chargeSavedMethod = () =>
    Promise.reject(new ProviderRejected('payments: HTTP 400', { kind: 'savedMethod' }));
  Object.assign(server.deps, { cardProvider: { ...server.deps.cardProvider, chargeSavedMethod } });
  await server.settle();
  const staff = { staffId: await makeStaff(server, 'senior'), username: 'senior', ip: '', requestId: 'r' };
  const { payments } = await readUserPayments(server.deps, staff, customer.id);
  const declined = payments.filter(({ state }) => state === 'declined');
  expect(declined.map(({ transactionId }) => isChargeKey(transactionId))).toEqual([true]);
  expect(await subscription()).toMatchObject({ status: 'ACTIVE' });
});

it.each(['errorBefore', 'errorAfter', 'hangBefore', 'hangAfter'] as const)(
  'charges once if the request ends with %s',
  async (fault) => {
    await customer.subscribe();
    await toDueDate();
    await server.fake.change({ faults: [fault], drop: true });
    await server.settle();
    await server.passDays(1);
    expect(await chargesAtProvider()).toEqual(['completed']);
    expect(new Set(charges().map(({ key }) => key)).size).toBe(1);
    expect(await subscription()).toMatchObject({ status: 'ACTIVE' });
  },
);

it('asks for the outcome after the card provider has forgotten the key, before it charges again', async () => {
  await customer.subscribe();
  await toDueDate();
  await server.fake.change({ faults: ['errorAfter'], drop: true });
  await server.settle();
  server.connect(false);
  await server.passDays(2);
  expect(new Set(charges().map(({ key }) => key)).size).toBe(1);
  server.connect(true);
  await server.passDays(1);
  expect(await chargesAtProvider()).toEqual(['completed']);
  expect(await subscription()).toMatchObject({ status: 'ACTIVE', isActive: true });
});

it('charges with another key if the first request never arrived and its key is forgotten', async () => {
  await customer.subscribe();
  await toDueDate();
  server.connect(false);
  await server.settle();
  await server.passDays(1.5);
  server.connect(true);
  await server.passDays(0.5);
  expect(await chargesAtProvider()).toEqual(['completed']);
  expect(await subscription()).toMatchObject({ status: 'ACTIVE' });
});

it('does not repeat a request with an unknown outcome after the customer cancelled', async () => {
  await customer.subscribe();
  await toDueDate();
  await server.fake.change({ faults: ['errorBefore'] });
  await server.settle();
  await cancelSubscription(server.deps, { accountId: customer.id });
  await server.passDays(2);
  expect(await chargesAtProvider()).toEqual([]);
  const [request] = await server.db
    .select()
    .from(requestedPayments)
    .where(eq(requestedPayments.kind, 'charge'));
  expect(request?.outcome).toBe('absent');
});

it.each([
  ['credentials', 401],
  ['too many requests', 429],
] as const)('stores the pause before the rejected charge is due again: %s', async (_reason, status) => {
  await customer.subscribe();
  await toDueDate();
  const written: string[] = [];
  const stop = listenToStatements((statement) => {
    const [, table] = /^(?:insert into|update) "(charge_limits|requested_payments)" /.exec(statement) ?? [];
    if (table !== undefined && written.at(-1) !== table) written.push(table);
  });
  server.instead((request) =>
    request.method === 'POST' ? Response.json({ type: 'error' }, { status }) : null,
  );
  await server.settle();
  stop();
  expect(charges()).toHaveLength(1);
  expect(written).toEqual(['requested_payments', 'charge_limits', 'requested_payments']);
});

describe('while the customer pays for the month with another card', () => {
  /** Declines the charge, and moves the clock to some minutes before the retry. */
  async function beforeRetry(): Promise<void> {
    await customer.subscribe();
    await server.fake.change({ nextChargeReason: 'insufficient_funds' });
    await toDueDate();
    await server.settle();
    server.clock.advance(DAY_MS - 10 * 60_000);
    await server.settle();
    expect(charges()).toHaveLength(1);
  }

  async function openCardChange(): Promise<string> {
    const { body } = await server.call('getCardChange', { token: customer.token });
    if (!body.order) throw new Error('no change of card is offered');
    await agreeTo(server.db, body.order.id);
    return body.order.id;
  }

  it('does not charge the saved card, and never charges it if the other card has paid', async () => {
    await beforeRetry();
    const opened = await customer.open(await openCardChange());
    if (opened?.kind !== 'opened') throw new Error(`the payment is ${JSON.stringify(opened)}`);
    await server.fake.change({ drop: true });
    await server.fake.pay(opened.confirmationToken, YOOKASSA_CARDS.otherPlain);
    server.clock.advance(11 * 60_000);
    await runAlone(runDueCharges, server.deps);
    expect(charges()).toHaveLength(1);
    await server.passDays(2);
    expect(charges()).toHaveLength(1);
    expect(await subscription()).toMatchObject({ status: 'ACTIVE' });
  });

  it('charges the saved card once the other payment can no longer be made', async () => {
    await beforeRetry();
    await customer.open(await openCardChange());
    server.clock.advance(11 * 60_000);
    await runAlone(runDueCharges, server.deps);
    expect(charges()).toHaveLength(1);
    server.clock.advance(61 * 60_000);
    await runAlone(runDueCharges, server.deps);
    expect(charges()).toHaveLength(2);
  });

  it('asks for the outcome of the charge before a payment at the other card provider is allowed', async () => {
    await beforeRetry();
    const { fakeCardProvider } = server;
    const other = instanceWith(server.deps, {
      cardProvider: fakeCardProvider,
      formerCardProviders: [server.deps.cardProvider],
    });
    const { order } = await openCardChangeOrder(other, { accountId: customer.id });
    if (order === null) throw new Error('no change of card is offered');
    await agreeTo(server.db, order.id);
    await server.fake.change({ faults: ['errorAfter'], drop: true });
    server.clock.advance(11 * 60_000);
    await runAlone(runDueCharges, server.deps);
    const ask = async (transactionId: number): Promise<unknown> => {
      const fields = { TransactionId: transactionId, InvoiceId: order.id, AccountId: customer.uid };
      const response = await fakeCardProvider.notify('check', {
        ...CHECK,
        ...fields,
        Amount: MONTH_IN_FORM,
        DateTime: stamp(server.clock.now()),
      });
      return ((await response.json()) as { code: number }).code;
    };
    expect(await ask(901)).not.toBe(0);
    server.clock.advance(10 * 60_000);
    await runAlone(runDueCharges, server.deps);
    expect(await chargesAtProvider()).toEqual(expect.arrayContaining(['declined', 'completed']));
    expect(await ask(902)).not.toBe(0);
  });
});

it('announces a charge anew after five days of downtime, while access continues', async () => {
  await customer.subscribe();
  const due = await toDueDate();
  server.clock.advance(5 * DAY_MS);
  await server.settle();
  expect(charges()).toEqual([]);
  expect(await subscription()).toMatchObject({ status: 'ACTIVE', isActive: true });
  expect(announcements()).toHaveLength(2);
  await server.passDays(2.5);
  expect(charges()).toEqual([]);
  expect(await subscription()).toMatchObject({ status: 'ACTIVE', isActive: true });
  await server.passDays(1);
  expect(await chargesAtProvider()).toEqual(['completed']);
  const { status } = await subscription();
  const nextChargeAt = await nextCharge();
  expect(status).toBe('ACTIVE');
  expect(nextChargeAt?.getUTCDate()).toBe(due.getUTCDate());
});

it.each([3.1, 5, 20])(
  'keeps a subscription whose gift is the first change after %d days of downtime',
  async (days) => {
    await customer.subscribe();
    await toDueDate();
    server.clock.advance(days * DAY_MS);
    const at = server.clock.now();
    const view = await server.db.transaction((tx) =>
      grantGiftMonths(tx, server.deps, { accountId: customer.id, months: 1, giftId: 1, at }),
    );
    expect(view).toMatchObject({ status: 'ACTIVE', isActive: true });
    await server.settle();
    expect(await subscription()).toMatchObject({ status: 'ACTIVE', expirationDate: addMonths(at, 1) });
    expect(await nextCharge()).toEqual(addMonths(at, 1));
    expect(charges()).toEqual([]);
  },
);

it('cancels a subscription for good whose customer cancels first after five days of downtime', async () => {
  await customer.subscribe();
  await toDueDate();
  server.clock.advance(5 * DAY_MS);
  await cancelSubscription(server.deps, { accountId: customer.id });
  await server.passDays(8);
  expect(charges()).toEqual([]);
  expect(await subscription()).toMatchObject({ isActive: false });
});

it('charges after one day of downtime without another announcement', async () => {
  await customer.subscribe();
  await toDueDate();
  server.clock.advance(DAY_MS);
  await server.settle();
  expect(await chargesAtProvider()).toEqual(['completed']);
  expect(announcements()).toHaveLength(1);
});

it('postpones a charge whose announcement was not sent', async () => {
  await customer.subscribe();
  await toDueDate();
  await server.db.update(outbox).set({ state: 'dropped' }).where(eq(outbox.kind, 'email'));
  await server.settle();
  expect(charges()).toEqual([]);
  await server.passDays(3.5);
  expect(await chargesAtProvider()).toEqual(['completed']);
});

it('moves the charge by the months of a gift', async () => {
  await customer.subscribe();
  const nextChargeAt = await nextCharge();
  const { deps } = server;
  await deps.db.transaction((tx) =>
    grantGiftMonths(tx, deps, { accountId: customer.id, months: 1, giftId: 1, at: deps.clock.now() }),
  );
  server.clock.set(new Date((nextChargeAt?.getTime() ?? 0) + 60_000));
  await server.settle();
  expect(charges()).toEqual([]);
  await toDueDate();
  await server.settle();
  expect(await chargesAtProvider()).toEqual(['completed']);
});

it('makes overdue charges at the configured rate, oldest first', async () => {
  await customer.subscribe();
  const late = await server.customer('late@example.org');
  server.clock.advance(3_600_000);
  await late.subscribe();
  const due = (await nextCharge())?.getTime() ?? 0;
  server.clock.set(new Date(due - 2 * DAY_MS));
  await server.settle();
  server.clock.set(new Date(due + 2 * 3_600_000));
  server.deps.settings.chargesPerMinute = 1;
  await runAlone(runDueCharges, server.deps);
  expect(charges().map(({ body }) => (body['receipt'] as { customer: object }).customer)).toEqual([
    { email: 'payer@example.org' },
  ]);
  server.clock.advance(61_000);
  await runAlone(runDueCharges, server.deps);
  expect(charges()).toHaveLength(2);
});

it('makes a due charge although more than a batch of older charges has to wait or fails', async () => {
  const waiting: (YooKassaCustomer & { orderId: string })[] = [];
  for (let index = 0; index < 22; index += 1) {
    const other = await server.customer(`waits${String(index)}@example.org`);
    waiting.push({ ...other, orderId: await other.subscribe(YOOKASSA_CARDS.plain, { fullPrice: true }) });
  }
  server.clock.advance(3_600_000);
  await customer.subscribe(YOOKASSA_CARDS.plain, { fullPrice: true });
  await toDueDate();
  // These months are paid, but the ledger does not contain the payments yet.
  for (const { id, uid, orderId } of waiting) {
    const { nextChargeAt } = await findSubscription(server.db, id);
    await insertRequestedPayment(server.db, {
      ...{ key: uid, provider: 'yooKassa', orderId, accountId: id, payerId: uid },
      ...{ chargeAt: nextChargeAt, amountKopecks: 100, currency: 'RUB', outcome: 'completed' },
      kind: 'charge',
      requestedAt: server.clock.now(),
    });
  }
  server.deps.settings.chargesPerMinute = 1;
  const sent = charges().length;
  await runAlone(runDueCharges, server.deps);
  expect(charges()).toHaveLength(sent + 1);
  expect(await chargesAtProvider()).toContain('completed');
});

it('makes the other charges if the charge of one account fails unexpectedly', async () => {
  const broken = await server.customer('broken@example.org');
  await broken.subscribe(YOOKASSA_CARDS.plain, { fullPrice: true });
  server.clock.advance(3_600_000);
  await customer.subscribe(YOOKASSA_CARDS.plain, { fullPrice: true });
  await toDueDate();
  const { cardProvider } = server.deps;
  if (cardProvider.chargesScheduledBy !== 'merchant') throw new Error('the card provider schedules charges');
  const failing: typeof cardProvider = {
    ...cardProvider,
    chargeSavedMethod: (terms, key) =>
      terms.accountId === broken.uid
        ? Promise.reject(new RangeError('unexpected'))
        : cardProvider.chargeSavedMethod(terms, key),
  };
  await runAlone(runDueCharges, instanceWith(server.deps, { cardProvider: failing }));
  expect(await chargesAtProvider()).toEqual(['completed']);
  expect(server.logs).toContainEqual(
    expect.objectContaining({ level: 'error', message: 'a due charge could not be made' }),
  );
});

it('makes no second charge if two instances run at the same time or one of them stops', async () => {
  await customer.subscribe();
  for (let month = 0; month < 4; month += 1) {
    await toDueDate();
    const other = instanceWith(server.deps, {});
    // The first instance stops after the card provider has made the charge.
    let isFirst = month % 2 === 0;
    server.before(async (request) => {
      if (request.method !== 'POST' || !isFirst) return;
      isFirst = false;
      await server.fake.app.fetch(request.clone());
      throw new Error('the process was killed');
    });
    await Promise.allSettled([runDueCharges(server.deps), runDueCharges(other), runDueCharges(server.deps)]);
    server.before(null);
    server.clock.advance(10 * 60_000);
    await Promise.all([runDueCharges(server.deps), runDueCharges(other)]);
    await server.settle();
    expect(await chargesAtProvider()).toEqual(expect.arrayContaining(['completed']));
  }
  expect((await chargesAtProvider()).filter((state) => state === 'completed').length).toBeLessThanOrEqual(4);
  const made = await server.db
    .select()
    .from(requestedPayments)
    .where(eq(requestedPayments.outcome, 'completed'));
  expect(made.filter(({ kind }) => kind === 'charge')).toHaveLength(4);
  expect(await subscription()).toMatchObject({ status: 'ACTIVE' });
});
