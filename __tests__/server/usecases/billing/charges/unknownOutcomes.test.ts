/** Tests that a charge with an unknown outcome is never followed by a second charge of the same month. */
import { eq } from 'drizzle-orm';
import { requestedPayments } from '../../../../../src/server/store/schema/requestedPayments';
import { findSubscription } from '../../../../../src/server/store/subscriptions';
import { recordProviderEvent } from '../../../../../src/server/usecases/billing/providerEvents/recordProviderEvent';
import { readSubscription } from '../../../../../src/server/usecases/billing/subscriptions/readSubscription';
import {
  startYooKassaServer,
  type YooKassaCustomer,
  type YooKassaServer,
} from '../../../../support/yooKassaServer';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;

let server: YooKassaServer;
let customer: YooKassaCustomer;

beforeEach(async () => {
  server = await startYooKassaServer();
  customer = await server.customer('payer@example.org');
  await customer.subscribe();
  const { nextChargeAt } = await findSubscription(server.db, customer.id);
  if (nextChargeAt === null) throw new Error('no charge is scheduled');
  server.clock.set(new Date(nextChargeAt.getTime() - 3 * DAY_MS + MINUTE_MS));
  await server.settle();
  server.clock.set(new Date(nextChargeAt.getTime() + MINUTE_MS));
});

const charges = () => server.sent.filter(({ body }) => 'payment_method_id' in body);
const requests = () => server.db.select().from(requestedPayments).where(eq(requestedPayments.kind, 'charge'));
const subscription = () => readSubscription(server.db, customer.id, server.clock.now());

async function completedCharges(): Promise<number> {
  let count = 0;
  for (let day = -40; day <= 1; day += 1) {
    const date = new Date(server.clock.now().getTime() + day * DAY_MS);
    const listed = await server.deps.cardProvider.listPaymentsOfDay(date);
    count += listed.filter(({ chargeKey, state }) => chargeKey !== null && state === 'completed').length;
  }
  return count;
}

const failing = (status: number, parameter?: string) => () =>
  Response.json({ type: 'error', id: '1', code: 'code', parameter }, { status });

it.each([
  ['made', 'every request', 401, 'errorAfter', null],
  ['made', 'every request', 403, 'errorAfter', null],
  ['made', 'a query', 401, 'errorAfter', 'GET'],
  ['made', 'a query', 429, 'errorAfter', 'GET'],
  ['not made', 'the repeated charge', 400, 'errorBefore', 'POST'],
  ['not made', 'the repeated charge', 403, 'errorBefore', 'POST'],
] as const)(
  'charges once if a charge was %s, got no response, and %s gets HTTP %s for an hour',
  async (_made, _which, status, fault, method) => {
    await server.fake.change({ faults: [fault], drop: true });
    await server.settle();
    const respond = failing(status, 'payment_method_id');
    server.instead((request) => (method === null || request.method === method ? respond() : null));
    for (let step = 0; step < 3; step += 1) {
      server.clock.advance(20 * MINUTE_MS);
      await server.settle();
    }
    expect(new Set(charges().map(({ key }) => key)).size).toBe(1);
    server.instead(null);
    await server.passDays(1.25);
    expect(await completedCharges()).toBe(1);
    expect((await requests()).filter(({ outcome }) => outcome === 'completed')).toHaveLength(1);
    expect(await subscription()).toMatchObject({ status: 'ACTIVE', isActive: true });
  },
);

it.each([401, 403, 429])('charges with another key after the first attempt got HTTP %s', async (status) => {
  let isFirst = true;
  server.instead((request) => {
    if (request.method !== 'POST' || !isFirst) return null;
    isFirst = false;
    return failing(status)();
  });
  await server.settle();
  expect(await completedCharges()).toBe(0);
  expect((await requests()).map(({ outcome }) => outcome)).toEqual([
    { 401: 'rejected', 403: 'forbidden', 429: 'notSent' }[status],
  ]);
  server.clock.advance(11 * MINUTE_MS);
  await server.settle();
  expect(await completedCharges()).toBe(1);
  expect(new Set(charges().map(({ key }) => key)).size).toBe(2);
});

it('refunds the later of two completed charges of one month', async () => {
  await server.fake.change({ faults: ['errorAfter'], drop: true });
  await server.settle();
  const [lost] = await requests();
  // The card provider did not list the payment when it was read.
  await server.db
    .update(requestedPayments)
    .set({ outcome: 'absent', askAt: null })
    .where(eq(requestedPayments.id, lost?.id ?? 0));
  server.clock.advance(11 * MINUTE_MS);
  await server.settle();
  expect(await completedCharges()).toBe(2);
  const { nextChargeAt } = await findSubscription(server.db, customer.id);
  await server.passDays(1);
  expect(await completedCharges()).toBe(1);
  expect((await requests()).map(({ outcome }) => outcome).sort()).toEqual(['completed', 'surplus']);
  expect((await findSubscription(server.db, customer.id)).nextChargeAt).toEqual(nextChargeAt);
  expect(await subscription()).toMatchObject({ status: 'ACTIVE', isActive: true });
  expect(server.mailbox.emailsTo('payer@example.org').map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(/^Возвращаем/),
  );
});

it('settles a charge whose event names an unknown key', async () => {
  await server.settle();
  expect(await completedCharges()).toBe(1);
  const [made] = await requests();
  if (made === undefined) throw new Error('nothing was charged');
  const payment = (await server.deps.cardProvider.listPaymentsOfDay(server.clock.now()))[0];
  if (payment === undefined) throw new Error('nothing is listed');
  const { state: _state, decline: _decline, ...report } = payment;
  const again = { kind: 'paid' as const, ...report, transactionId: 'second', chargeKey: 'charge:unknown' };
  await recordProviderEvent(server.deps, 'reconciliation', again);
  expect((await requests()).map(({ outcome }) => outcome)).toEqual(['completed']);
});
