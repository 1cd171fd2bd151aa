/** Tests that forged notifications of payments cause at most one log entry a minute, and that the metrics count all. */
import { buildApp } from '../../../../../src/server/http/app';
import { changeAt, unsignedProvider } from '../../../../support/otherProvider';
import { instanceWith, startTestServer, type TestServer } from '../../../../support/server';

const MINUTE_MS = 60_000;
const FLOOD = 40;

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});

const forgeries = () =>
  server.logs.filter(
    ({ level, message }) => level !== 'info' && level !== 'debug' && message.includes('was rejected'),
  );

const counted = async (outcome: string) =>
  (await server.metrics.render())
    .split('\n')
    .filter((line) => line.startsWith('prosvet_notifications_total') && line.includes(`"${outcome}"`))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);

const KINDS = ['pay', 'check', 'refund', 'recurrent', 'fail'];

/** Sends a signed notification with a wrong signature, and one without a signature from an unknown address. */
const SENDERS: Record<string, { outcome: string; start: () => (index: number) => Promise<number> }> = {
  'with a wrong signature': {
    outcome: 'wrongSignature',
    start: () => async (index) => {
      const kind = KINDS[index % KINDS.length] ?? 'pay';
      const response = await server.fetch(`/api/webhooks/cloudpayments/${kind}`, {
        method: 'POST',
        headers: { 'Content-HMAC': 'Zm9yZ2Vk', 'X-Content-HMAC': 'Zm9yZ2Vk' },
        body: `TransactionId=${index}`,
      });
      return response.status;
    },
  },
  'from an unknown address': {
    outcome: 'wrongSender',
    start: () => {
      const provider = unsignedProvider();
      const { notifications } = provider;
      if (notifications.trust !== 'reread') throw new Error('the provider signs its notifications');
      const app = buildApp(
        instanceWith(server.deps, {
          cardProvider: { ...provider, notifications: { ...notifications, isSender: () => false } },
        }),
      );
      return async (index) => {
        const change = { event: 'paid', kind: 'payment', id: `payment-${index}` } as const;
        return (await app.fetch(changeAt({ ...change, claimedOrderId: null, claimedTransactionId: null })))
          .status;
      };
    },
  },
};

it.each(Object.entries(SENDERS))(
  'notifications %s cause one warning a minute, and are all counted',
  async (_title, { outcome, start }) => {
    const send = start();
    for (let index = 0; index < FLOOD; index += 1) expect(await send(index)).toBeGreaterThanOrEqual(400);
    expect(forgeries()).toMatchObject([{ level: 'warn' }]);
    server.clock.advance(MINUTE_MS - 1);
    await send(0);
    expect(forgeries()).toHaveLength(1);
    server.clock.advance(1);
    for (let index = 0; index < FLOOD; index += 1) await send(index);
    expect(forgeries()).toHaveLength(2);
    expect(await counted(outcome)).toBe(2 * FLOOD + 1);
  },
);
