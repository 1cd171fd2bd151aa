/**
 * Tests for every endpoint that one request of a browser causes at most three calls to the card provider, whatever the
 * provider responds and however many payments are open.
 */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { createCloudPayments } from '../../../src/server/adapters/cloudPayments/cloudPayments';
import { createYooKassa } from '../../../src/server/adapters/yooKassa/yooKassa';
import type { CardProvider } from '../../../src/server/ports/cardProvider';
import { orders } from '../../../src/server/store/schema/orders';
import { requestedPayments } from '../../../src/server/store/schema/requestedPayments';
import { throttleCounters } from '../../../src/server/store/schema/throttle';
import { createCustomerSession } from '../../../src/server/usecases/accounts/sessions';
import { MAX_CALLS_PER_REQUEST } from '../../../src/server/usecases/billing/orders/browserCalls';
import { CALL_NAMES, type CallName, CONTRACT } from '../../../src/shared/contract/contract';
import { cardCustomer } from '../../support/cardCustomer';
import { buildSample } from '../../support/contractSamples';
import { startTestServer, type TestServer } from '../../support/server';
import { signInStaffAs } from '../../support/signIn';

const EMAIL = 'vasilisa@example.com';
const HOUR_MS = 3_600_000;

let calls = 0;

/** Responses of the card provider: it fails, it names a pause, or it has no payment. */
const RESPONSES = {
  'HTTP 500': () => new Response('{}', { status: 500 }),
  'HTTP 429': () => new Response('{}', { status: 429 }),
  'no payment': () => Response.json({ Success: false, Message: 'Not found' }, { status: 404 }),
  'an undecided payment': () =>
    Response.json({
      Success: true,
      Model: {
        TransactionId: 1,
        Amount: 1,
        Currency: 'RUB',
        CreatedDateIso: '2026-07-10T10:00:00',
        Status: 'Declined',
        ReasonCode: 5051,
        TestMode: false,
        Refunded: false,
      },
    }),
};

const PROVIDERS = {
  YooKassa: (send: typeof fetch): CardProvider =>
    createYooKassa({
      ...{ shopId: '100500', secretKey: 'secret', apiBaseUrl: 'https://provider.example', senders: [] },
      ...{ fetch: send, retryPausesMs: [0, 0] },
    }),
  CloudPayments: (send: typeof fetch): CardProvider =>
    createCloudPayments({
      ...{ publicId: 'pk', apiSecret: 'secret', apiBaseUrl: 'https://provider.example' },
      ...{ fetch: send, retryPausesMs: [0, 0] },
    }),
};

/** Makes the poll of an order due, as after a payment attempt. Its attempts may have been made on three days. */
async function makeDue(
  server: TestServer,
  orderId: string,
  isCampaign: boolean,
  provider: string,
): Promise<void> {
  const at = server.clock.now();
  await server.db
    .update(orders)
    .set({
      ...{ provider, attemptTransactionId: 'attempt', attemptedAt: at, declineReason: null },
      ...{ offeredAt: new Date(at.getTime() - 30 * HOUR_MS), reconcileAt: at },
      ...(isCampaign ? { kind: 'campaign' as const, accountId: null, payerId: 'blogger-1' } : {}),
    })
    .where(eq(orders.id, orderId));
}

/** Starts a server with an order of a customer and a campaign order, each with eight open payments. */
async function startWithOrders(providerWith: (send: typeof fetch) => CardProvider, respond: () => Response) {
  const cardProvider = providerWith(() => {
    calls += 1;
    return Promise.resolve(respond());
  });
  const server = await startTestServer({ newCardProvider: cardProvider });
  // The test counts what the request itself causes. Deliveries of the outbox are not requests of a browser.
  Object.assign(server.deps, { wakeOutbox: () => undefined });
  const customer = await cardCustomer(server, EMAIL);
  const campaign = await cardCustomer(server, 'campaign@example.com');
  const payments = Array.from({ length: 16 }, (_, index) => ({
    ...{
      key: randomUUID(),
      transactionId: randomUUID(),
      provider: cardProvider.name,
      kind: 'widget' as const,
    },
    ...(index < 8
      ? { orderId: customer.order.id, accountId: customer.id }
      : { orderId: campaign.order.id, accountId: null }),
    ...{ payerId: 'payer', amountKopecks: 100, currency: 'RUB', requestedAt: server.clock.now() },
  }));
  await server.db.insert(requestedPayments).values(payments);

  let staffToken = (await signInStaffAs(server, 'admin')).accessToken;

  /** Sends the sample request of an endpoint, with a real order. Resolves to the number of calls that it caused. */
  return async (name: CallName): Promise<number> => {
    const { audience, path } = CONTRACT[name];
    const sample = buildSample(name);
    const isCampaign = audience === 'public';
    const orderId = isCampaign ? campaign.order.id : customer.order.id;
    const needsOrder = 'orderId' in sample.body;
    if (needsOrder) await makeDue(server, orderId, isCampaign, cardProvider.name);
    await server.db.delete(throttleCounters);
    // The pause after HTTP 429 ends.
    server.deps.memory.browserTurns.clear();
    // An earlier call may have ended the session.
    const token = audience.startsWith('customer')
      ? await createCustomerSession(server.db, server.deps, customer.id)
      : staffToken;
    calls = 0;
    const { status } = await server.fetch(`/api/${path}?${new URLSearchParams(sample.query).toString()}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ ...sample.body, ...(needsOrder ? { orderId } : {}) }),
    });
    server.takeUnexpectedErrors();
    if (status === 401 && audience.startsWith('staff'))
      staffToken = (await signInStaffAs(server, 'admin', `after-${name}`)).accessToken;
    return calls;
  };
}

const ORDER_CALLS = CALL_NAMES.filter((name) => 'orderId' in buildSample(name).body);

describe.each(Object.entries(PROVIDERS))('%s', (_name, providerWith) => {
  test.each(Object.entries(RESPONSES))(
    'every call about an order, responded with %s',
    async (_response, respond) => {
      const countCalls = await startWithOrders(providerWith, respond);
      const causing: CallName[] = [];
      for (const name of ORDER_CALLS) {
        const caused = await countCalls(name);
        if (caused > 0) causing.push(name);
        expect(caused).toBeLessThanOrEqual(MAX_CALLS_PER_REQUEST);
      }
      expect(causing).toEqual(expect.arrayContaining(['getOrder', 'getCampaignOrderState']));
    },
  );
});

test('every other call of the contract causes no call, also while the card provider fails', async () => {
  const countCalls = await startWithOrders(PROVIDERS.YooKassa, RESPONSES['HTTP 500']);
  for (const name of CALL_NAMES) {
    if (ORDER_CALLS.includes(name)) continue;
    expect([name, await countCalls(name)]).toEqual([name, 0]);
  }
}, 300_000);
