/**
 * Test server whose new orders are paid at the sandbox's fake of YooKassa, with customers who pay them. Notifications
 * and jobs run only when a test calls `settle`.
 */
import { and, asc, eq } from 'drizzle-orm';
import { createYooKassa } from '../../src/server/adapters/yooKassa/yooKassa';
import type { Deps } from '../../src/server/deps';
import { nextOutboxDueAt } from '../../src/server/outbox/outbox';
import { type FakeYooKassa, openFakeYooKassa } from '../../src/server/sandbox/fakeYooKassa/fakeYooKassa';
import type { Database } from '../../src/server/store/database';
import { type RequestedOutcome, requestedPayments } from '../../src/server/store/schema/requestedPayments';
import { emailIdentity, openAccount } from '../../src/server/usecases/accounts/accounts';
import { createCustomerSession } from '../../src/server/usecases/accounts/sessions';
import { type OpenedPayment, openPayment } from '../../src/server/usecases/billing/orders/openPayment';
import { deliverDueOutbox } from '../../src/server/workers/delivery/deliverOutbox';
import { nextJobDueAt, runDueJobs } from '../../src/server/workers/jobs/startJobs';
import { agreeTo } from './consent';
import { openSandboxTestDatabase } from './database';
import { deliveriesEnd, runAlone } from './runAlone';
import { startTestServer, TEST_ORIGIN, type TestServer, type TestServerOptions } from './server';

/** Credentials of the shop at the fake. */
export const YOOKASSA_SHOP = { shopId: '100500', secretKey: 'test_secret_key' };

/** Test cards of YooKassa. */
export const YOOKASSA_CARDS = {
  plain: '5555555555554444',
  otherPlain: '2202474301322987',
  insufficientFunds: '5555555555554600',
  onlyFirst: '5555555555554642',
} as const;

/** Path of each write request to YooKassa, with the path of the API. */
interface SentRequest {
  path: string;
  key: string | null;
  body: Record<string, unknown>;
}

export interface YooKassaCustomer {
  id: number;
  uid: string;
  token: string;
  /** Requests an order from the shop and gives consent. Returns the order's id. */
  order(options?: { fullPrice?: boolean }): Promise<string>;
  open(orderId: string): Promise<OpenedPayment | null>;
  /** Orders in the shop and pays with the card. Returns the order's id. */
  subscribe(card?: string, options?: { fullPrice?: boolean }): Promise<string>;
  /** Pays an open order from a wallet. */
  payByWallet(orderId: string): Promise<void>;
}

export interface YooKassaServer extends TestServer {
  fake: FakeYooKassa;
  /** Database of the fake. */
  fakeDb: Database;
  /** Write requests that the server sent to the card provider. */
  sent: SentRequest[];
  /** Delivers notifications and runs all due jobs. */
  settle(deps?: Deps): Promise<void>;
  /** Advances the clock by days in steps of 6 hours. Settles each day, at the end and whenever work is due. */
  passDays(days: number): Promise<void>;
  /** Makes requests fail while the card provider is not connected. */
  connect(isConnected: boolean): void;
  /** Sets a function that is called before each request reaches the card provider. */
  before(hook: ((request: Request) => Promise<void>) | null): void;
  /** Sets a function whose response, unless null, is returned instead of the response of the card provider. */
  instead(respond: ((request: Request) => Response | null) | null): void;
  customer(email: string): Promise<YooKassaCustomer>;
}

const HOUR_MS = 3_600_000;

/**
 * Interval in ms between two rounds of jobs in production. An email that reports the end of a renewal is postponed to the
 * next round if the command that ends it takes more than two seconds of real time, as on a busy machine.
 */
const NEXT_ROUND_MS = 2_000;

/** Makes another card provider the provider of new orders, as a restart with another `CARD_PROVIDER` does. */
export function sellWithFormer({ deps }: TestServer): void {
  const [former, ...others] = deps.formerCardProviders;
  if (former === undefined) throw new Error('there is no former card provider');
  Object.assign(deps, { cardProvider: former, formerCardProviders: [...others, deps.cardProvider] });
}

/** Returns the outcomes of the charges that the server requested from an account, oldest first. Null: not known yet. */
export async function readChargeOutcomes(
  { db }: TestServer,
  accountId: number,
): Promise<(RequestedOutcome | null)[]> {
  const rows = await db
    .select({ outcome: requestedPayments.outcome })
    .from(requestedPayments)
    .where(and(eq(requestedPayments.kind, 'charge'), eq(requestedPayments.accountId, accountId)))
    .orderBy(asc(requestedPayments.id));
  return rows.map(({ outcome }) => outcome);
}

export async function startYooKassaServer(options: TestServerOptions = {}): Promise<YooKassaServer> {
  const sent: SentRequest[] = [];
  let isConnected = true;
  let hook: ((request: Request) => Promise<void>) | null = null;
  let respond: ((request: Request) => Response | null) | null = null;
  const opened: { fake: FakeYooKassa | null; server: TestServer | null } = { fake: null, server: null };
  const provider = createYooKassa({
    ...YOOKASSA_SHOP,
    apiBaseUrl: 'https://provider.example',
    senders: ['127.0.0.1'],
    retryPausesMs: [],
    async fetch(input, init) {
      if (!isConnected) throw new TypeError('the network is gone');
      const request = new Request(input, init);
      if (request.method === 'POST') {
        const body = (await request.clone().json()) as Record<string, unknown>;
        sent.push({ path: new URL(request.url).pathname, key: request.headers.get('Idempotence-Key'), body });
      }
      await hook?.(request);
      const instead = respond?.(request) ?? null;
      if (instead !== null) return instead;
      if (opened.fake === null) throw new TypeError('the card provider is not running');
      return opened.fake.app.fetch(request);
    },
  });
  const server = await startTestServer({
    ...options,
    newCardProvider: provider,
    trustedProxies: 1,
  });
  const fakeDb = await openSandboxTestDatabase();
  const fake = await openFakeYooKassa({
    ...YOOKASSA_SHOP,
    db: fakeDb,
    clock: server.clock,
    fetch(input, init) {
      const notification = new Request(input, init);
      notification.headers.set('X-Forwarded-For', '127.0.0.1');
      return server.fetch(notification);
    },
    notifyUrl: `${TEST_ORIGIN}/api/webhooks/yookassa`,
    logger: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    hangMs: 0,
  });
  opened.fake = fake;
  await fake.change({ retriesInWidget: false });

  const settle = async (deps: Deps = server.deps): Promise<void> => {
    await fake.runDue();
    await runAlone(runDueJobs, deps);
    await deliveriesEnd(deps);
    await fake.runDue();
    await deliveriesEnd(deps);
    const next = await nextOutboxDueAt(deps.db);
    const waitMs = (next?.getTime() ?? Infinity) - deps.clock.now().getTime();
    if (waitMs <= 0 || waitMs > NEXT_ROUND_MS) return;
    server.clock.advance(waitMs);
    await deliverDueOutbox(deps);
  };

  return {
    ...server,
    fake,
    fakeDb,
    sent,
    settle,
    async passDays(days) {
      const steps = days * 4;
      for (let step = 1; step <= steps; step += 1) {
        server.clock.advance(6 * HOUR_MS);
        const now = server.clock.now();
        const due = [await nextJobDueAt(server.db), await fake.nextDueAt()];
        const isDue = due.some((at) => at !== null && at <= now);
        if (isDue || step % 4 === 0 || step === steps) await settle();
      }
    },
    connect(value) {
      isConnected = value;
    },
    before(value) {
      hook = value;
    },
    instead(value) {
      respond = value;
    },
    async customer(email) {
      const { deps } = server;
      const { id, uid } = await openAccount(deps.db, deps, emailIdentity(email));
      const token = await createCustomerSession(deps.db, deps, id);
      const order = async (shop: { fullPrice?: boolean } = {}): Promise<string> => {
        const { body } = await server.call('getShop', { token, body: shop });
        if (!body.order) throw new Error('the shop response contains no order');
        await agreeTo(deps.db, body.order.id);
        return body.order.id;
      };
      const open = (orderId: string) =>
        openPayment(deps, { accountId: id, orderId, ip: `203.0.113.${id % 256}` });
      const pay = async (orderId: string, payWith: (confirmationToken: string) => Promise<unknown>) => {
        const payment = await open(orderId);
        if (payment?.kind !== 'opened') throw new Error(`the payment is ${JSON.stringify(payment)}`);
        await payWith(payment.confirmationToken);
        await settle();
      };
      return {
        id,
        uid,
        token,
        order,
        open,
        async subscribe(card = YOOKASSA_CARDS.plain, shop = {}) {
          const orderId = await order(shop);
          await pay(orderId, (confirmationToken) => fake.pay(confirmationToken, card));
          return orderId;
        },
        payByWallet: (orderId) => pay(orderId, (confirmationToken) => fake.payByWallet(confirmationToken)),
      };
    },
  };
}
