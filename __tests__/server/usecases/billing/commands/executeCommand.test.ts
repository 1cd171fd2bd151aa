/** Tests the commands to the card provider. An obsolete command must never be sent. */
import { eq } from 'drizzle-orm';
import { ProviderRejected, ProviderUnavailable } from '../../../../../src/server/ports/cardProvider';
import { listPaymentIssues } from '../../../../../src/server/store/paymentIssues';
import { orders } from '../../../../../src/server/store/schema/orders';
import { outbox } from '../../../../../src/server/store/schema/outbox';
import { change } from '../../../../../src/server/usecases/billing/ledger/change';
import { removeCard } from '../../../../../src/server/usecases/billing/savedMethods/removeCard';
import { cancelSubscription } from '../../../../../src/server/usecases/billing/subscriptions/cancelSubscription';
import { grantGiftMonths } from '../../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { deliverDueOutbox } from '../../../../../src/server/workers/delivery/deliverOutbox';
import { type CardCustomer, cardCustomer } from '../../../../support/cardCustomer';
import { REFUND } from '../../../../support/notificationExamples';
import { addMonths, addSeconds, MONTH_KOPECKS, TRIAL_END } from '../../../../support/offer';
import { trialPayment } from '../../../../support/paymentEvents';
import { declineOrder } from '../../../../support/payments';
import { startTestServer, type TestServer } from '../../../../support/server';

const HOUR = 3_600_000;
const START = { recurringPaymentStartAt: TRIAL_END.toISOString() };
const CHARGED_AT = addSeconds(TRIAL_END, 5);

let server: TestServer;
let customer: CardCustomer;

beforeEach(async () => {
  server = await startTestServer();
  customer = await cardCustomer(server, 'payer@example.org');
});

afterEach(() => deliverDueOutbox(server.deps));

const deliver = () => deliverDueOutbox(server.deps);
const calls = () => server.fakeCardProvider.changes.map(({ call, id }) => `${call} ${id}`);
const cancel = () => cancelSubscription(server.deps, { accountId: customer.id });

/** Adds the recurring payment of the customer's order at the fake provider. */
function recurringPaymentExists(id = customer.recurringPaymentId): void {
  server.fakeCardProvider.recurringPayments.push({
    id,
    accountId: customer.uid,
    state: 'active',
    amountKopecks: MONTH_KOPECKS,
    currency: 'RUB',
    nextChargeAt: new Date(customer.order.recurringPayment.startDate),
    startAt: new Date(customer.order.recurringPayment.startDate),
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
  recurringPaymentExists();
  await customer.subscribe();
  await deliver();
}

test('a pending move is dropped if the customer cancels, because it would reactivate the recurring payment', async () => {
  await subscribe();
  await give(1, 1);
  server.fakeCardProvider.failNextWith(new ProviderUnavailable('subscriptions/find: HTTP 502'));
  await deliver();
  await cancel();
  await deliver();
  server.clock.advance(HOUR);
  await deliver();
  expect(calls().filter((call) => call.startsWith('move'))).toEqual([]);
  expect(calls()).toContain(`cancel ${customer.recurringPaymentId}`);
  expect(server.fakeCardProvider.recurringPayments).toMatchObject([{ state: 'cancelled' }]);
});

test('a cancellation during a move takes effect after the move', async () => {
  await subscribe();
  const move = server.fakeCardProvider.moveRecurringPayment.bind(server.fakeCardProvider);
  server.fakeCardProvider.moveRecurringPayment = async (id, nextChargeAt, key) => {
    await cancel();
    await move(id, nextChargeAt, key);
  };
  await give(1, 1);
  await deliver();
  await deliver();
  expect(calls().at(-1)).toBe(`cancel ${customer.recurringPaymentId}`);
});

test('a move whose date has passed is set to the earliest time that the provider accepts', async () => {
  await subscribe();
  await give(1, 1);
  const movedTo = addMonths(customer.order.recurringPayment.startDate, 1);
  server.clock.set(addMonths(movedTo, 1));
  const now = server.clock.now();
  await deliver();
  const move = server.fakeCardProvider.changes.find(({ call }) => call === 'move');
  const { nextChargeAt } = move?.details as { nextChargeAt: Date };
  expect(nextChargeAt.getTime()).toBeGreaterThan(now.getTime() + 10 * 60_000);
  expect(nextChargeAt.getTime()).toBeLessThan(now.getTime() + HOUR);
});

test('a paused recurring payment is resumed when its charge is within a year', async () => {
  await subscribe();
  await give(1, 13);
  await deliver();
  expect(calls()).toContain(`cancel ${customer.recurringPaymentId}`);
  server.clock.set(addMonths(customer.order.recurringPayment.startDate, 3));
  await deliver();
  expect(calls().at(-1)).toBe(`move ${customer.recurringPaymentId}`);
});

test('a recurring payment that is cancelled elsewhere meanwhile keeps no other recurring payment active', async () => {
  recurringPaymentExists('sc_of_nobody');
  await subscribe();
  recurringPaymentExists('sc_of_nobody');
  const { fakeCardProvider } = server;
  const end = fakeCardProvider.cancelRecurringPayment.bind(fakeCardProvider);
  fakeCardProvider.recurringPayments.sort(({ id }) => (id === 'sc_of_nobody' ? -1 : 1));
  fakeCardProvider.cancelRecurringPayment = async (id, key) => {
    await end(id, key);
    if (id === 'sc_of_nobody') throw new ProviderRejected('subscriptions/cancel: it is over');
  };
  await cancel();
  await deliver();
  expect(fakeCardProvider.recurringPayments.filter(({ state }) => state === 'active')).toEqual([]);
});

test('a rejected cancellation is repeated until the recurring payment has ended', async () => {
  await subscribe();
  const end = server.fakeCardProvider.cancelRecurringPayment.bind(server.fakeCardProvider);
  server.fakeCardProvider.cancelRecurringPayment = () =>
    Promise.reject(new ProviderRejected('subscriptions/cancel: busy'));
  await cancel();
  await deliver();
  server.fakeCardProvider.cancelRecurringPayment = end;
  server.clock.advance(HOUR);
  await deliver();
  expect(server.fakeCardProvider.recurringPayments).toMatchObject([{ state: 'cancelled' }]);
});

test('an older move never overwrites a newer move', async () => {
  await subscribe();
  await give(1, 1);
  server.fakeCardProvider.failNextWith(new ProviderUnavailable('subscriptions/find: HTTP 502'));
  await deliver();
  await give(2, 2);
  await deliver();
  server.clock.advance(HOUR);
  await deliver();
  expect(server.fakeCardProvider.recurringPayments[0]?.nextChargeAt).toEqual(addMonths(TRIAL_END, 3));
});

test('the ruble that verified a card is refunded, with the receipt of the original purchase', async () => {
  await subscribe();
  const { TransactionId } = customer.first();
  const { description, receiptLabel } = customer.order;
  expect(server.fakeCardProvider.changes).toMatchObject([
    {
      call: 'refund',
      id: String(TransactionId),
      details: { amountKopecks: 100, receipt: { label: receiptLabel ?? description } },
    },
  ]);
  expect((await customer.subscription()).status).toBe('ACTIVE');
});

test.each([
  {
    of: 'a card check of five rubles',
    data: trialPayment({ ...START, transactionId: '550010', amountKopecks: 500 }),
    names: /проверка карты, 5\s₽ вернутся/,
  },
  {
    of: 'a campaign of fourteen days',
    data: trialPayment({
      ...START,
      transactionId: '550011',
      orderKind: 'campaign',
      trialDays: 14,
      trialUsed: true,
    }),
    names: /первые 2 недели$/,
  },
])('the receipt of a refund names $of, whatever the shop offers now', async ({ data, names }) => {
  const at = server.clock.now();
  await server.db.transaction((tx) =>
    change(tx, customer.id, [{ key: `payment:${data.transactionId}`, at, data }], at),
  );
  await deliver();
  const details = server.fakeCardProvider.changes.find(({ id }) => id === data.transactionId)?.details;
  expect(details).toMatchObject({ receipt: { label: expect.stringMatching(names) as string } });
});

test('a recurring payment that the provider creates only after the cancellation is cancelled too', async () => {
  await customer.notify('check', customer.first());
  await customer.notify('pay', customer.first());
  await cancel();
  await deliver();
  expect(calls().filter((call) => call.startsWith('cancel'))).toEqual([]);
  recurringPaymentExists();
  await customer.notify('recurrent', customer.recurrent());
  await deliver();
  expect(calls()).toContain(`cancel ${customer.recurringPaymentId}`);
});

describe('an order that was paid twice concurrently', () => {
  const SECOND = 'sc_second';

  beforeEach(async () => {
    await subscribe();
    await customer.notify('pay', customer.first({ TransactionId: 550_000 }));
    recurringPaymentExists(SECOND);
    await customer.notify('recurrent', customer.recurrent({ Id: SECOND }));
    await deliver();
  });

  test('keeps one recurring payment, and the second payment is refunded', () => {
    expect(calls()).toContain(`cancel ${SECOND}`);
    expect(calls()).toContain('refund 550000');
    expect(calls()).not.toContain(`cancel ${customer.recurringPaymentId}`);
  });

  test('is charged once a month: a charge of the other recurring payment is rejected, or refunded if it was made', async () => {
    server.clock.set(addSeconds(TRIAL_END, 10));
    const second = customer.charge(addSeconds(CHARGED_AT, 1), 600_002, { SubscriptionId: SECOND });
    expect(await customer.notify('check', second)).toBe(10);
    await customer.notify('pay', customer.charge(CHARGED_AT, 600_001));
    await customer.notify('pay', second);
    await deliver();
    expect(calls()).toContain('refund 600002');
    expect(calls()).not.toContain('refund 600001');
    expect(await customer.subscription()).toMatchObject({
      totalPaidKopecks: MONTH_KOPECKS,
      expirationDate: addMonths(TRIAL_END, 1),
    });
  });
});

test('a charge that is reported first counts once the provider has returned its order', async () => {
  recurringPaymentExists();
  server.clock.set(addSeconds(TRIAL_END, 10));
  await customer.notify('pay', customer.charge(CHARGED_AT, 600_001, { InvoiceId: '' }));
  expect((await customer.subscription()).isActive).toBe(false);
  await deliver();
  expect(await customer.subscription()).toMatchObject({
    status: 'ACTIVE',
    totalPaidKopecks: MONTH_KOPECKS,
    expirationDate: addMonths(TRIAL_END, 1),
  });
  expect(calls()).toEqual([]);
  expect(await server.db.select().from(outbox).where(eq(outbox.state, 'failed'))).toEqual([]);
});

describe('a charge that matches no order', () => {
  const STRANGE = 'sc_of_nobody';

  const chargeStrangely = async () => {
    await subscribe();
    recurringPaymentExists(STRANGE);
    server.clock.set(addSeconds(TRIAL_END, 10));
    const details = { InvoiceId: '', SubscriptionId: STRANGE };
    await customer.notify('pay', customer.charge(CHARGED_AT, 600_002, details));
  };
  const strange = () => server.fakeCardProvider.recurringPayments.find(({ id }) => id === STRANGE);

  test('is refunded, and its recurring payment is cancelled', async () => {
    await chargeStrangely();
    await deliver();
    expect(calls()).toEqual(expect.arrayContaining([`cancel ${STRANGE}`, 'refund 600002']));
    expect(strange()).toMatchObject({ state: 'cancelled' });
  });

  test('its recurring payment is cancelled even if the refund is rejected', async () => {
    await chargeStrangely();
    server.fakeCardProvider.refundPayment = () =>
      Promise.reject(new ProviderRejected('refund: made already'));
    await deliver();
    expect(strange()).toMatchObject({ state: 'cancelled' });
  });

  test('is refunded even if its recurring payment cannot be cancelled yet, and the cancellation is retried', async () => {
    await chargeStrangely();
    const end = server.fakeCardProvider.cancelRecurringPayment.bind(server.fakeCardProvider);
    server.fakeCardProvider.cancelRecurringPayment = () =>
      Promise.reject(new ProviderRejected('subscriptions/cancel: busy'));
    await deliver();
    expect(calls()).toContain('refund 600002');
    server.fakeCardProvider.cancelRecurringPayment = end;
    server.clock.advance(HOUR);
    await deliver();
    expect(strange()).toMatchObject({ state: 'cancelled' });
  });
});

describe('a recurring payment that is known by its id', () => {
  test('is cancelled even if the list of recurring payments is unavailable', async () => {
    await subscribe();
    await customer.notify('recurrent', customer.recurrent());
    server.fakeCardProvider.findRecurringPayments = () =>
      Promise.reject(new ProviderUnavailable('subscriptions/find: The service is busy'));
    await cancel();
    await deliver();
    expect(server.fakeCardProvider.recurringPayments).toMatchObject([{ state: 'cancelled' }]);
  });

  test('is not forgotten if the provider returns an error: the command waits, and so does the email', async () => {
    await subscribe();
    const { fakeCardProvider } = server;
    const [end, find] = [
      fakeCardProvider.cancelRecurringPayment.bind(fakeCardProvider),
      fakeCardProvider.findRecurringPayments.bind(fakeCardProvider),
    ];
    const busy = () => Promise.reject(new ProviderUnavailable('The service is busy'));
    fakeCardProvider.cancelRecurringPayment = busy;
    fakeCardProvider.findRecurringPayments = busy;
    await cancel();
    await deliver();
    server.clock.advance(HOUR);
    await deliver();
    const saysSo = () => server.mailbox.emails.some(({ subject }) => subject.includes('отменена'));
    expect([fakeCardProvider.recurringPayments[0]?.state, saysSo()]).toEqual(['active', false]);
    Object.assign(fakeCardProvider, { cancelRecurringPayment: end, findRecurringPayments: find });
    for (let hours = 0; hours < 2; hours += 1) {
      server.clock.advance(HOUR);
      await deliver();
    }
    expect([fakeCardProvider.recurringPayments[0]?.state, saysSo()]).toEqual(['cancelled', true]);
  });

  test('needs attention in the console if it cannot be cancelled for hours, until it is cancelled', async () => {
    await subscribe();
    const end = server.fakeCardProvider.cancelRecurringPayment.bind(server.fakeCardProvider);
    server.fakeCardProvider.cancelRecurringPayment = () =>
      Promise.reject(new ProviderUnavailable('no answer'));
    await cancel();
    for (let hours = 0; hours < 14; hours += 1) {
      await deliver();
      server.clock.advance(HOUR);
    }
    const questions = () => listPaymentIssues(server.db, { open: true, before: null, limit: 10 });
    expect(await questions()).toMatchObject([{ question: 'commandStuck', accountId: customer.id }]);
    server.fakeCardProvider.cancelRecurringPayment = end;
    await deliver();
    expect(await questions()).toEqual([]);
  });
});

describe('all recurring payments that the provider lists for an account', () => {
  test('end when the card is removed, including those of another order', async () => {
    await subscribe();
    recurringPaymentExists('sc_second');
    const startAt = new Date('2027-05-05T05:05:05Z');
    server.fakeCardProvider.recurringPayments.push({
      ...server.fakeCardProvider.recurringPayments[0]!,
      id: 'sc_stray',
      startAt,
    });
    server.clock.advance(48 * HOUR);
    await removeCard(server.deps, { accountId: customer.id });
    await deliver();
    expect(server.fakeCardProvider.recurringPayments.map(({ state }) => state)).toEqual([
      'cancelled',
      'cancelled',
      'cancelled',
    ]);
  });

  test('a second recurring payment is never linked to a declined order', async () => {
    await subscribe();
    await cancel();
    await deliver();
    server.clock.advance(HOUR);
    const { body } = await server.call('getShop', { token: customer.token });
    const declined = body.order;
    if (!declined) throw new Error('there is no order');
    await declineOrder(server, declined, 5051);
    // The first order was paid a second time.
    recurringPaymentExists('sc_second');
    await customer.notify('recurrent', customer.recurrent({ Id: 'sc_second' }));
    await deliver();
    const linked = await server.db.select().from(orders);
    expect(linked.map(({ recurringPaymentId }) => recurringPaymentId)).not.toContain('sc_second');
    server.clock.advance(48 * HOUR);
    await deliver();
    expect(server.fakeCardProvider.recurringPayments.map(({ state }) => state)).toEqual([
      'cancelled',
      'cancelled',
    ]);
  });
});

describe('a charge of an unknown recurring payment', () => {
  const chargeUnknown = () => customer.notify('pay', customer.charge(CHARGED_AT, 600_001, { InvoiceId: '' }));

  beforeEach(async () => {
    await customer.notify('check', customer.first());
    await customer.notify('pay', customer.first());
    server.clock.set(addSeconds(TRIAL_END, 10));
  });

  test('is allowed at its date, is not refunded and does not end the subscription before its order is known', async () => {
    expect(await customer.notify('check', customer.charge(CHARGED_AT, 600_001, { InvoiceId: '' }))).toBe(0);
    await chargeUnknown();
    await deliver();
    expect(calls().filter((call) => !call.endsWith(String(customer.first().TransactionId)))).toEqual([]);
    recurringPaymentExists();
    server.clock.advance(HOUR);
    await deliver();
    expect(await customer.subscription()).toMatchObject({
      status: 'ACTIVE',
      totalPaidKopecks: MONTH_KOPECKS,
    });
    expect(server.fakeCardProvider.recurringPayments).toMatchObject([{ state: 'active' }]);
  });

  test('is linked to its order by the first of two sources, and is never linked twice', async () => {
    recurringPaymentExists();
    const find = server.fakeCardProvider.findRecurringPayments.bind(server.fakeCardProvider);
    // The notification of the card provider arrives between the server's query and the server's decision.
    server.fakeCardProvider.findRecurringPayments = async (payerId) => {
      const found = await find(payerId);
      await customer.notify('recurrent', customer.recurrent());
      return found;
    };
    await chargeUnknown();
    await deliver();
    expect(await customer.subscription()).toMatchObject({
      status: 'ACTIVE',
      totalPaidKopecks: MONTH_KOPECKS,
    });
    expect(server.fakeCardProvider.recurringPayments).toMatchObject([{ state: 'active' }]);
  });
});

test('three payments of one amount for one order: each surplus payment is refunded', async () => {
  await subscribe();
  for (const TransactionId of [550_001, 550_002, 550_003])
    await customer.notify('pay', customer.first({ TransactionId }));
  await deliver();
  expect(calls()).toEqual(expect.arrayContaining(['refund 550001', 'refund 550002', 'refund 550003']));
});

test("a repeated refund returns the remaining amount after the provider's dashboard returned a part", async () => {
  await subscribe();
  const TransactionId = 560_001;
  server.fakeCardProvider.isSilent = true;
  await customer.notify('pay', customer.first({ TransactionId }));
  await deliver();
  await customer.notify('refund', {
    ...REFUND,
    TransactionId: 560_002,
    PaymentTransactionId: TransactionId,
    Amount: '0.40',
    AccountId: customer.uid,
  });
  server.fakeCardProvider.isSilent = false;
  server.clock.advance(HOUR);
  await deliver();
  expect(server.fakeCardProvider.changes).toContainEqual(
    expect.objectContaining({
      id: '560001',
      details: expect.objectContaining({ amountKopecks: 60 }) as unknown,
    }),
  );
});

test('a recurring payment that the provider creates after the move was requested is moved', async () => {
  await customer.notify('check', customer.first());
  await customer.notify('pay', customer.first());
  await give(1, 1);
  await deliver();
  expect(calls().filter((call) => call.startsWith('move'))).toEqual([]);
  recurringPaymentExists();
  server.clock.advance(HOUR);
  await deliver();
  expect(calls()).toContain(`move ${customer.recurringPaymentId}`);
});

test('a recurring payment keeps its order even if the shop was opened again before the payment', async () => {
  await customer.notify('check', customer.first());
  await customer.notify('pay', customer.first());
  const startAt = new Date(new Date(customer.order.recurringPayment.startDate).getTime() - 5 * 60_000);
  recurringPaymentExists();
  server.fakeCardProvider.recurringPayments[0] = {
    ...server.fakeCardProvider.recurringPayments[0]!,
    startAt,
  };
  await give(1, 1);
  await deliver();
  expect(calls()).toContain(`move ${customer.recurringPaymentId}`);
});
