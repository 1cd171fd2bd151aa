/**
 * Tests that the card provider charges on the product's date. The server moves a different date, reads the date back, and
 * moves it again until the dates match.
 */
import { grantGiftMonths } from '../../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { deliverDueOutbox } from '../../../../../src/server/workers/delivery/deliverOutbox';
import { type CardCustomer, cardCustomer } from '../../../../support/cardCustomer';
import { TRIAL_DAYS } from '../../../../support/offer';
import { addDays } from '../../../../support/offer';
import { startTestServer, type TestServer } from '../../../../support/server';

const HOUR = 3_600_000;
/** The moment 1 March 02:18 in Moscow, which is still February in UTC. */
const FIRST_CHARGE = new Date('2027-02-28T23:18:00.000Z');
/** The moment 1 April 02:18 in Moscow. */
const OUR_DATE = new Date('2027-03-31T23:18:00.000Z');
/** The moment one month after the first charge in the card provider's UTC calendar, which is 29 March in Moscow. */
const THEIR_DATE = new Date('2027-03-28T23:18:00.000Z');

let server: TestServer;
let customer: CardCustomer;

beforeEach(async () => {
  server = await startTestServer();
  server.clock.set(addDays(FIRST_CHARGE, -TRIAL_DAYS));
  customer = await cardCustomer(server, 'night@example.org');
});

const deliver = () => deliverDueOutbox(server.deps);
const moves = () =>
  server.fakeCardProvider.changes.flatMap(({ call, details }) => (call === 'move' ? [details] : []));
const nextThere = () => server.fakeCardProvider.recurringPayments[0]?.nextChargeAt;

/** Charges the first month after the free week. The card provider reports only the payment. */
async function chargeOnce(): Promise<void> {
  server.fakeCardProvider.recurringPayments.push({
    ...customer.recurringPayment(),
    nextChargeAt: FIRST_CHARGE,
  });
  await customer.subscribe();
  await deliver();
  server.clock.set(FIRST_CHARGE);
  await customer.notify('check', customer.charge(FIRST_CHARGE, 700_001));
  server.fakeCardProvider.recurringPayments = server.fakeCardProvider.recurringPayments.map((known) => ({
    ...known,
    successes: 1,
    nextChargeAt: THEIR_DATE,
  }));
  await customer.notify('pay', customer.charge(FIRST_CHARGE, 700_001));
}

test('after a charge whose month has another length in UTC, the provider is moved to our date', async () => {
  await chargeOnce();
  await deliver();
  expect(moves()).toEqual([{ nextChargeAt: OUR_DATE }]);
  expect(nextThere()).toEqual(OUR_DATE);
  expect(await customer.subscription()).toMatchObject({ status: 'ACTIVE', expirationDate: OUR_DATE });
});

test('a date that the provider already has is not set again', async () => {
  await chargeOnce();
  server.fakeCardProvider.recurringPayments = server.fakeCardProvider.recurringPayments.map((known) => ({
    ...known,
    startAt: OUR_DATE,
    nextChargeAt: OUR_DATE,
  }));
  await deliver();
  expect(moves()).toEqual([]);
});

test('a date that the provider accepts but does not keep is set again until it matches ours', async () => {
  await chargeOnce();
  const move = server.fakeCardProvider.moveRecurringPayment.bind(server.fakeCardProvider);
  const tried: string[] = [];
  server.fakeCardProvider.moveRecurringPayment = (_id, _at, key) => {
    tried.push(key);
    return Promise.resolve();
  };
  await deliver();
  server.clock.advance(HOUR);
  await deliver();
  // The card provider caches the response of a request for one hour, so each attempt needs a new request id.
  expect(new Set(tried).size).toBe(2);
  server.fakeCardProvider.moveRecurringPayment = move;
  server.clock.advance(HOUR);
  await deliver();
  expect(nextThere()).toEqual(OUR_DATE);
});

test('a date that passed during a provider outage is not set if the provider charged on its own date', async () => {
  await chargeOnce();
  server.fakeCardProvider.isSilent = true;
  await deliver();
  server.clock.set(addDays(OUR_DATE, 1));
  server.fakeCardProvider.isSilent = false;
  server.fakeCardProvider.recurringPayments = server.fakeCardProvider.recurringPayments.map((known) => ({
    ...known,
    successes: 2,
    nextChargeAt: addDays(THEIR_DATE, 31),
  }));
  await deliver();
  expect(moves()).toEqual([]);
  server.clock.advance(HOUR);
  await deliver();
  expect(moves()).toEqual([]);
});

test('a recurring payment that was paused for a charge more than a year ahead is resumed in time', async () => {
  await chargeOnce();
  await deliver();
  const { deps } = server;
  await deps.db.transaction((tx) =>
    grantGiftMonths(tx, deps, { accountId: customer.id, months: 13, giftId: 1, at: deps.clock.now() }),
  );
  await deliver();
  expect(server.fakeCardProvider.recurringPayments).toMatchObject([{ state: 'cancelled' }]);
  const resumed = new Date('2028-04-30T23:18:00.000Z');
  server.clock.set(addDays(resumed, -300));
  await deliver();
  expect(moves().at(-1)).toEqual({ nextChargeAt: resumed });
});
