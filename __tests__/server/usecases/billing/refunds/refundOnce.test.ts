/**
 * Tests that a refund whose response was lost is found in the card provider's lists before the server requests the refund
 * again.
 */
import { listRefundsSince, refundOnce } from '../../../../../src/server/usecases/billing/refunds/refundOnce';
import { otherProvider } from '../../../../support/otherProvider';
import { instanceWith, startTestServer, type TestServer } from '../../../../support/server';

const REFUND = { refundId: 'back-1', transactionId: 'pay-1', amountKopecks: 30_000 };

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});

/**
 * Refunds 300 rubles of `pay-1` while the provider lists one refund. Returns the refund's id and the requests that change
 * data at the provider.
 */
async function refundBeside(listed: Partial<typeof REFUND>, known: readonly string[] = []) {
  const now = server.clock.now();
  const provider = otherProvider();
  const refund = { ...REFUND, ...listed, orderId: null, accountId: null, at: now };
  provider.listRefundsOfDay = () => Promise.resolve([refund]);
  const refundId = await refundOnce(
    instanceWith(server.deps, { cardProvider: provider }),
    { transactionId: 'pay-1', amountKopecks: 30_000, receipt: null },
    { key: 'refund:pay-1', since: now, known },
  );
  return { refundId, asked: provider.asked };
}

test('the same refund is not requested twice', async () => {
  expect(await refundBeside({ refundId: 'made-before' })).toEqual({ refundId: 'made-before', asked: [] });
});

test.each([
  ['another amount of the same payment, made in the dashboard', { amountKopecks: 10_000 }, []],
  ['the same amount of another payment', { transactionId: 'pay-2' }, []],
  ['the same amount that is recorded already', {}, ['back-1']],
])('a listed refund is not mistaken for ours: %s', async (_why, listed, known) => {
  expect(await refundBeside(listed, known)).toEqual({ refundId: 'back-pay-1', asked: ['refund pay-1'] });
});

test.each([
  [
    'from the day of the first request',
    '2026-11-24T23:00:00.000Z',
    '2026-11-26T12:00:00.000Z',
    3,
    '2026-11-24',
  ],
  ['31 days back at most', '2026-01-01T00:00:00.000Z', '2026-11-26T12:00:00.000Z', 32, '2026-10-26'],
  [
    'to the next day, which may have started',
    '2026-11-26T12:00:00.000Z',
    '2026-11-26T23:50:00.000Z',
    2,
    '2026-11-26',
  ],
])('the lists are searched %s', async (_range, since, now, days, first) => {
  server.clock.set(now);
  const listed: string[] = [];
  const provider = otherProvider();
  provider.listRefundsOfDay = (day) => {
    listed.push(day.toISOString().slice(0, 10));
    return Promise.resolve([]);
  };
  await listRefundsSince(instanceWith(server.deps, { cardProvider: provider }), new Date(since));
  expect([listed.length, listed[0]]).toEqual([days, first]);
});

test('a refund that was made when the search begins is found, but no earlier refund', async () => {
  const since = server.clock.now();
  const provider = otherProvider();
  const refundAt = (refundId: string, at: Date) => ({
    ...REFUND,
    refundId,
    orderId: null,
    accountId: null,
    at,
  });
  provider.listRefundsOfDay = () =>
    Promise.resolve([
      refundAt('earlier', new Date(since.getTime() - 1)),
      refundAt('same moment', since),
      refundAt('later', new Date(since.getTime() + 1)),
    ]);
  const found = await listRefundsSince(instanceWith(server.deps, { cardProvider: provider }), since);
  expect(found.map(({ refundId }) => refundId)).toEqual(['same moment', 'later']);
});
