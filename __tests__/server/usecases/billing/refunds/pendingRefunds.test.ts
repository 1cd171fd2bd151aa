/** Tests refunds at a card provider that completes refunds later, and reports no failed refund. */
import { refunds } from '../../../../../src/server/store/schema/refunds';
import { readState } from '../../../../../src/server/usecases/billing/ledger/change';
import { signInStaffAs } from '../../../../support/signIn';
import {
  startYooKassaServer,
  YOOKASSA_CARDS,
  type YooKassaCustomer,
  type YooKassaServer,
} from '../../../../support/yooKassaServer';

const HOUR_MS = 3_600_000;

let server: YooKassaServer;
let customer: YooKassaCustomer;

beforeEach(async () => {
  server = await startYooKassaServer();
  customer = await server.customer('payer@example.org');
  await customer.subscribe(YOOKASSA_CARDS.plain, { fullPrice: true });
  await server.fake.change({ refundsPend: true });
  const token = (await signInStaffAs(server, 'senior')).accessToken;
  const body = { email: 'payer@example.org', uid: customer.uid, amount: 'all' as const };
  const { status, error } = await server.call('refund', { token, body });
  expect([status, error]).toEqual([200, undefined]);
  await server.settle();
});

const stateOfRefund = async () => (await server.db.select().from(refunds))[0]?.state;
const returned = async () => (await readState(server.db, customer.id)).state.payments[0]?.returnedKopecks;
const listed = () => server.deps.cardProvider.listRefundsOfDay(server.clock.now());
const requests = () => server.sent.filter(({ path }) => path === '/refunds').length;

it('counts a pending refund only once it is completed, and requests it once', async () => {
  server.clock.advance(HOUR_MS);
  await server.settle();
  expect([await stateOfRefund(), await returned()]).toEqual(['decided', 0]);
  const [refund] = await listed();
  await server.fake.settleRefund(refund?.refundId ?? '', null);
  server.clock.advance(HOUR_MS);
  await server.settle();
  expect(await stateOfRefund()).toBe('returned');
  expect(await returned()).toBeGreaterThan(0);
  expect(requests()).toBe(1);
});

it('does not request another refund after the card provider has forgotten the key', async () => {
  for (let day = 0; day < 2; day += 1) await server.passDays(1);
  expect(await stateOfRefund()).toBe('decided');
  expect(requests()).toBe(1);
});

it('reports a pending refund that fails to staff', async () => {
  const [refund] = await listed();
  await server.fake.settleRefund(refund?.refundId ?? '', 'insufficient_funds');
  server.clock.advance(HOUR_MS);
  await server.settle();
  expect([await stateOfRefund(), await returned()]).toEqual(['rejected', 0]);
});
