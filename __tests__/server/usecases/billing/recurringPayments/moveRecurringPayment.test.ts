/** Tests how the server moves and pauses the next charge of a recurring payment at the card provider. */
import { eq } from 'drizzle-orm';
import { CLOCK_SKEW_MS } from '../../../../../src/server/domain/billing/eventOrder';
import {
  type ProviderRecurringPayment,
  ProviderRejected,
  ProviderUnavailable,
} from '../../../../../src/server/ports/cardProvider';
import { orders } from '../../../../../src/server/store/schema/orders';
import { readState } from '../../../../../src/server/usecases/billing/ledger/change';
import { moveRecurringPayment } from '../../../../../src/server/usecases/billing/recurringPayments/moveRecurringPayment';
import { pauseRecurringPayment } from '../../../../../src/server/usecases/billing/recurringPayments/pauseRecurringPayment';
import { cancelSubscription } from '../../../../../src/server/usecases/billing/subscriptions/cancelSubscription';
import { grantGiftMonths } from '../../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { deliverDueOutbox } from '../../../../../src/server/workers/delivery/deliverOutbox';
import { addUtcMonths } from '../../../../../src/shared/utcMonths';
import { type CardCustomer, cardCustomer } from '../../../../support/cardCustomer';
import { addDays, addSeconds } from '../../../../support/offer';
import { PROVIDER } from '../../../../support/paymentEvents';
import { startTestServer, type TestServer } from '../../../../support/server';

const FIRST_TRY = { key: 'key', tries: 1, wasRejected: false };
/** Time from now until the earliest charge date that the card provider accepts, in ms. */
const SOONEST_MS = CLOCK_SKEW_MS + 5 * 60_000;

let server: TestServer;
let customer: CardCustomer;

beforeEach(async () => {
  server = await startTestServer();
  customer = await cardCustomer(server, 'payer@example.org');
  await customer.subscribe();
  server.fakeCardProvider.changes.length = 0;
});

const deps = () => ({ ...server.deps, cardProvider: server.fakeCardProvider });
const calls = () => server.fakeCardProvider.changes.map(({ call, id }) => `${call} ${id}`);
const movedTo = () =>
  server.fakeCardProvider.changes.flatMap(({ call, details }) =>
    call === 'move' ? [(details as { nextChargeAt: Date }).nextChargeAt] : [],
  );

async function give(months: number): Promise<void> {
  const { deps: all } = server;
  await all.db.transaction((tx) =>
    grantGiftMonths(tx, all, { accountId: customer.id, months, giftId: 1, at: all.clock.now() }),
  );
}

/** Returns the date to which the subscription wants to move, pause or resume the charge. */
async function wantedDate(): Promise<string> {
  const { state } = await readState(server.db, customer.id);
  const date = state.commands.flatMap((command) => ('nextChargeAt' in command ? [command.nextChargeAt] : []));
  if (date[0] === undefined) throw new Error('no charge is to be moved');
  return date[0];
}

function atProvider(changes: Partial<ProviderRecurringPayment>): void {
  server.fakeCardProvider.recurringPayments = server.fakeCardProvider.recurringPayments.map((known) => ({
    ...known,
    ...changes,
  }));
}

interface Asked {
  kind?: 'moveRecurringPayment' | 'resumeRecurringPayment';
  orderId?: string;
  nextChargeAt?: string;
}

async function move(asked: Asked = {}, attempt = FIRST_TRY): Promise<void> {
  const kind = asked.kind ?? 'moveRecurringPayment';
  const command = {
    accountId: customer.id,
    provider: PROVIDER,
    orderId: customer.order.id,
    nextChargeAt: asked.nextChargeAt ?? (await wantedDate()),
    ...asked,
  };
  if (kind === 'moveRecurringPayment')
    return moveRecurringPayment(deps(), { ...command, kind, recurringPaymentId: null }, attempt);
  return moveRecurringPayment(deps(), { ...command, kind, notBefore: command.nextChargeAt }, attempt);
}

/** Adds a second paid order with a recurring payment of its own. */
async function orderAgain(): Promise<void> {
  const [row] = await server.db.select().from(orders).where(eq(orders.id, customer.order.id));
  if (row === undefined) throw new Error('the customer has no order');
  const again = { id: 'again', paidTransactionId: 'again', recurringPaymentId: 'sc_again' };
  const recurringPaymentStartAt = addSeconds(row.recurringPaymentStartAt, 60);
  await server.db.insert(orders).values({ ...row, ...again, recurringPaymentStartAt });
  server.fakeCardProvider.recurringPayments.push({ ...customer.recurringPayment(), id: 'sc_again' });
}

const pause = async ({ orderId = customer.order.id, nextChargeAt }: Asked = {}): Promise<void> =>
  pauseRecurringPayment(
    deps(),
    {
      kind: 'pauseRecurringPayment',
      accountId: customer.id,
      provider: PROVIDER,
      orderId,
      recurringPaymentId: null,
      nextChargeAt: nextChargeAt ?? (await wantedDate()),
    },
    FIRST_TRY,
  );

/** Makes the card provider reject every move. */
function rejectMoves(error: Error = new ProviderRejected('subscriptions/update: wrong StartDate')): void {
  server.fakeCardProvider.moveRecurringPayment = () => Promise.reject(error);
}

/** Forgets the link between the order and the recurring payment, which the card provider does not list either. */
async function withoutRecurringPayment(): Promise<void> {
  server.fakeCardProvider.recurringPayments = [];
  await server.db.update(orders).set({ recurringPaymentId: null });
  server.clock.set(addDays(server.clock.now(), 2));
}

describe('a move', () => {
  beforeEach(() => give(1));

  it('sets the date that the subscription wants', async () => {
    await move();
    expect(movedTo()).toEqual([new Date(await wantedDate())]);
  });

  it.each<[string, Asked]>([
    ['to another date', { nextChargeAt: '2027-07-07T07:07:07.000Z' }],
    ['of a paused recurring payment', { kind: 'resumeRecurringPayment' }],
  ])('%s is outdated, and nothing happens', async (_which, asked) => {
    await move(asked);
    expect(calls()).toEqual([]);
  });

  it('of another order is outdated, and nothing happens', async () => {
    await orderAgain();
    await move({ orderId: 'again' });
    expect(calls()).toEqual([]);
  });

  it('of a recurring payment that has ended would reactivate it, so nothing happens', async () => {
    atProvider({ state: 'cancelled', nextChargeAt: null });
    await move();
    expect(calls()).toEqual([]);
  });

  it('without a recurring payment is done', async () => {
    await withoutRecurringPayment();
    await expect(move()).resolves.toBeUndefined();
    expect(calls()).toEqual([]);
  });

  it('to a date that has passed sets the earliest date that the card provider accepts', async () => {
    server.clock.set(addDays(await wantedDate(), 1));
    await move();
    expect(movedTo()).toEqual([new Date(server.clock.now().getTime() + SOONEST_MS)]);
  });

  it('to a date that is reached is not needed if the card provider has a later date', async () => {
    const now = new Date(await wantedDate());
    server.clock.set(now);
    atProvider({ nextChargeAt: addDays(now, 10) });
    await move();
    expect(calls()).toEqual([]);
  });

  it('to a date that has passed is needed if the card provider charges at this moment', async () => {
    const now = addDays(await wantedDate(), 10);
    server.clock.set(now);
    atProvider({ nextChargeAt: now });
    await move();
    expect(movedTo()).toHaveLength(1);
  });

  it('is repeated if the card provider accepted the date but has no charge date', async () => {
    server.fakeCardProvider.moveRecurringPayment = () => {
      atProvider({ nextChargeAt: null });
      return Promise.resolve();
    };
    await expect(move()).rejects.toThrow(ProviderUnavailable);
  });

  it('has a new idempotency key for each further attempt', async () => {
    const keys: string[] = [];
    server.fakeCardProvider.moveRecurringPayment = (_id, nextChargeAt, key) => {
      keys.push(key);
      atProvider({ nextChargeAt: keys.length === 3 ? nextChargeAt : null });
      return Promise.resolve();
    };
    for (const tries of [1, 2]) await expect(move({}, { ...FIRST_TRY, tries })).rejects.toThrow();
    await move({}, { ...FIRST_TRY, tries: 3 });
    expect(keys).toEqual(['key', 'key:2', 'key:3']);
  });

  it('is undone if the customer cancels during the move', async () => {
    const set = server.fakeCardProvider.moveRecurringPayment.bind(server.fakeCardProvider);
    server.fakeCardProvider.moveRecurringPayment = async (id, nextChargeAt, key) => {
      await cancelSubscription(server.deps, { accountId: customer.id });
      await deliverDueOutbox(server.deps);
      await set(id, nextChargeAt, key);
    };
    await move();
    expect(calls().slice(-2)).toEqual([
      `move ${customer.recurringPaymentId}`,
      `cancel ${customer.recurringPaymentId}`,
    ]);
  });

  it('that fails for another reason than its date leaves the recurring payment active', async () => {
    for (const error of [new ProviderRejected('not now'), new ProviderUnavailable('HTTP 502')]) {
      rejectMoves(error);
      await expect(move()).rejects.toBe(error);
    }
    expect(server.fakeCardProvider.recurringPayments).toMatchObject([{ state: 'active' }]);
    expect((await customer.subscription()).status).toBe('ACTIVE');
  });

  it('can be set to exactly twelve months after the last payment, and to no later date', async () => {
    const [payment] = (await readState(server.db, customer.id)).state.payments;
    if (payment === undefined) throw new Error('the customer has no payment');
    const last = addUtcMonths(payment.at, 12).getTime();
    atProvider({ nextChargeAt: payment.at });
    server.clock.set(new Date(last - SOONEST_MS));
    rejectMoves();
    await expect(move()).rejects.toThrow(ProviderRejected);
    server.clock.advance(1);
    await expect(move()).resolves.toBeUndefined();
    expect(calls()).toEqual([`cancel ${customer.recurringPaymentId}`]);
  });
});

describe('a charge that is further ahead than the card provider allows', () => {
  beforeEach(() => give(13));

  it('pauses the recurring payment', async () => {
    await pause();
    expect(calls()).toEqual([`cancel ${customer.recurringPaymentId}`]);
  });

  it('does not pause the recurring payment after its date has changed', async () => {
    await pause({ nextChargeAt: '2027-07-07T07:07:07.000Z' });
    expect(calls()).toEqual([]);
  });

  it('does not pause the recurring payment of another order', async () => {
    await orderAgain();
    await pause({ orderId: 'again' });
    expect(calls()).toEqual([]);
  });

  it('does not pause a recurring payment that has ended already', async () => {
    atProvider({ state: 'cancelled', nextChargeAt: null });
    await pause();
    expect(calls()).toEqual([]);
  });

  it('needs no pause without a recurring payment', async () => {
    await withoutRecurringPayment();
    await expect(pause()).resolves.toBeUndefined();
  });

  it('is resumed by a move', async () => {
    atProvider({ state: 'cancelled', nextChargeAt: null });
    await move({ kind: 'resumeRecurringPayment' });
    expect(movedTo()).toEqual([new Date(await wantedDate())]);
  });

  it.each([
    ['paused', { state: 'cancelled', nextChargeAt: null }, []],
    ['active', { state: 'active' }, ['cancel']],
  ] as const)(
    'ends a recurring payment that is still %s if the card provider rejects the date, and access stays',
    async (_state, changes, cancelled) => {
      atProvider(changes);
      rejectMoves();
      server.clock.set(addUtcMonths(new Date(await wantedDate()), -11));
      const { expirationDate } = await customer.subscription();
      await move({ kind: 'resumeRecurringPayment' });
      expect(server.fakeCardProvider.changes.map(({ call }) => call)).toEqual(cancelled);
      expect(await customer.subscription()).toMatchObject({
        status: 'CANCELED',
        isActive: true,
        expirationDate,
      });
    },
  );
});
