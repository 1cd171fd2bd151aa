/**
 * The real server with both fake card providers of the sandbox, one movable clock, a mail server and a network that a
 * simulation disturbs. Nothing runs by itself: `settle` delivers notifications and runs the due jobs once.
 */
import { createCloudPayments } from '../../src/server/adapters/cloudPayments/cloudPayments';
import { noGoogleIdentity } from '../../src/server/adapters/firebaseIdTokens';
import { createPrometheusMetrics } from '../../src/server/adapters/prometheusMetrics';
import { createYooKassa } from '../../src/server/adapters/yooKassa/yooKassa';
import type { Deps } from '../../src/server/deps';
import { DEFAULT_RECEIPT_SCHEDULE } from '../../src/server/domain/billing/receiptSchedule';
import { buildApp } from '../../src/server/http/app';
import type { CardProvider } from '../../src/server/ports/cardProvider';
import { AddressRejected, type Email, MailRejected } from '../../src/server/ports/mailer';
import { createProcessMemory } from '../../src/server/processMemory';
import type { FakeCardProvider } from '../../src/server/sandbox/fakeCardProvider/fakeCardProvider';
import { type FakeYooKassa, openFakeYooKassa } from '../../src/server/sandbox/fakeYooKassa/fakeYooKassa';
import {
  cardTerminal,
  openFakeCardProvider,
  PUBLIC_TERMINAL_ID,
  yooKassaShop,
} from '../../src/server/sandbox/openFakeCardProvider';
import type { Database } from '../../src/server/store/database';
import { stopDelivering } from '../../src/server/workers/delivery/deliverOutbox';
import { nextJobDueAt, runDueJobs } from '../../src/server/workers/jobs/startJobs';
import { DEFAULT_BRAND } from '../../src/shared/brand';
import type { ProviderName } from './compositions';
import { endBeforeEmptying } from './database';
import { fakeLinkChecker } from './fakeLinkChecker';
import { TEST_ORIGIN } from './server';
import { type SettableClock, settableClock } from './settableClock';

const SECRET = 'a test secret of thirty-two bytes or more';

/** Maximum number of times that all jobs run in one settlement. During an incident some jobs stay due. */
const ROUNDS_MAX = 3;

/** An email that the mail server took, or that the mailbox rejected for good. */
export interface AcceptedEmail extends Email {
  at: number;
}

/** What happens to a request or a notification: the request or the response gets lost, or nothing. */
export type NetworkFate = 'requestLost' | 'responseLost' | null;

/** Decides what happens to a request of the server to a card provider. */
export type DecideFate = (provider: ProviderName, request: Request) => NetworkFate | Promise<NetworkFate>;

export interface SubscriptionWorld {
  db: Database;
  deps: Deps;
  clock: SettableClock;
  yooKassa: FakeYooKassa;
  cloudPayments: FakeCardProvider;
  /** Emails that the mail server took or that a mailbox rejected for good, since the last call. */
  takeEmails(): AcceptedEmail[];
  /** State of the mail server. Emails to a dead mailbox are rejected for good. */
  mail: { isOff: boolean; dead: Set<string> };
  /** Card providers that no longer exist: they make no charges, and get and send nothing. */
  gone: Set<ProviderName>;
  /** Whether the server runs. While it is off, notifications get no response and no job runs. */
  server: { isOn: boolean };
  /** Decides what happens to each request of the server to a card provider. */
  setFate(fate: DecideFate | null): void;
  /**
   * Decides what happens to each notification. A card provider repeats a notification without a response. The request
   * before a payment (Check of CloudPayments) is never lost.
   */
  setNotificationFate(fate: (() => NetworkFate) | null): void;
  /** Restarts the server, which loses everything that is not in the database. */
  restart(): void;
  /** Makes a card provider the provider of new orders, as a restart with another `CARD_PROVIDER` does. */
  sellAt(provider: ProviderName): void;
  /** Sends a request of a customer to the server. Resolves to the response body. */
  call<ResponseBody>(path: string, token: string | null, body: object): Promise<ResponseBody>;
  /** Sends a request to the payment widget of CloudPayments. */
  cardWidget(path: string, body: object): Promise<unknown>;
  /** Sends a request to the REST API of CloudPayments, as its dashboard does. Resolves to whether it succeeded. */
  cloudPaymentsApi(path: string, body: object): Promise<boolean>;
  /** Delivers notifications and runs the due jobs, until no job is due or nothing changes any more. */
  settle(): Promise<void>;
  /** Errors that the server logged since the last call. */
  takeErrors(): { details: object; message: string }[];
}

/** Starts the server on an empty database with the sandbox's tables. */
export async function startSubscriptionWorld(db: Database, start: Date): Promise<SubscriptionWorld> {
  const clock = settableClock(start);
  const server = { isOn: true };
  const gone = new Set<ProviderName>();
  const mail = { isOff: false, dead: new Set<string>() };
  let errors: { details: object; message: string }[] = [];
  let emails: AcceptedEmail[] = [];
  let chooseFate: DecideFate | null = null;
  let notificationFate: (() => NetworkFate) | null = null;
  const silent = () => undefined;
  const quiet = { debug: silent, info: silent, warn: silent, error: silent };

  const toServer: typeof fetch = async (input, init) => {
    if (!server.isOn) throw new TypeError('the server is off');
    const request = new Request(input, init);
    request.headers.set('X-Forwarded-For', '127.0.0.1');
    const fate = request.url.endsWith('/check') ? null : (notificationFate?.() ?? null);
    if (fate === 'requestLost') throw new TypeError('the network is gone');
    const response = await app.fetch(request);
    if (fate === 'responseLost') throw new TypeError('the network is gone');
    return response;
  };
  const fakeSettings = {
    ...{ db, clock, fetch: toServer, baseUrl: TEST_ORIGIN, sessionSecret: SECRET, logger: quiet },
  };
  const cloudPayments = await openFakeCardProvider(fakeSettings);
  const yooKassa = await openFakeYooKassa({
    ...{ db, clock, fetch: toServer, logger: quiet, hangMs: 0 },
    ...yooKassaShop(SECRET),
    notifyUrl: `${TEST_ORIGIN}/api/webhooks/yookassa`,
  });
  await yooKassa.change({ retriesInWidget: false });

  const toProvider =
    (provider: ProviderName, respond: (request: Request) => Response | Promise<Response>): typeof fetch =>
    async (input, init) => {
      const request = new Request(input, init);
      const fate = (await chooseFate?.(provider, request.clone())) ?? null;
      if (fate === 'requestLost' || gone.has(provider)) throw new TypeError('the network is gone');
      const response = await respond(request);
      if (fate === 'responseLost') throw new TypeError('the network is gone');
      return response;
    };
  const providers: Record<ProviderName, CardProvider> = {
    yooKassa: createYooKassa({
      ...yooKassaShop(SECRET),
      apiBaseUrl: 'https://yookassa.example',
      senders: ['127.0.0.1'],
      retryPausesMs: [],
      fetch: toProvider('yooKassa', (request) => yooKassa.app.fetch(request)),
    }),
    cloudPayments: createCloudPayments({
      publicId: PUBLIC_TERMINAL_ID,
      ...cardTerminal(SECRET),
      apiBaseUrl: 'https://cloudpayments.example/api',
      acceptHttpReceipts: true,
      retryPausesMs: [],
      fetch: toProvider('cloudPayments', (request) => cloudPayments.app.fetch(request)),
    }),
  };

  const deps: Deps = {
    db,
    clock,
    authenticatorClock: clock,
    mailer: {
      send(email) {
        if (mail.isOff) return Promise.reject(new MailRejected('the mail server does not respond'));
        emails.push({ ...email, at: clock.now().getTime() });
        return mail.dead.has(email.to)
          ? Promise.reject(new AddressRejected('550 5.1.1 No such user'))
          : Promise.resolve();
      },
    },
    cardProvider: providers.yooKassa,
    formerCardProviders: [providers.cloudPayments],
    pushSender: { send: () => Promise.reject(new Error('there are no push notifications')) },
    googleIdentity: noGoogleIdentity,
    erasureJournal: null,
    vpnNetwork: null,
    linkChecker: fakeLinkChecker(),
    vpnExits: null,
    // `settle` and `delivered` deliver the outbox.
    wakeOutbox: () => undefined,
    logger: { ...quiet, error: (details, message) => errors.push({ details, message }) },
    metrics: createPrometheusMetrics(),
    memory: createProcessMemory(),
    settings: {
      mode: 'sandbox',
      publicUrl: TEST_ORIGIN,
      brand: DEFAULT_BRAND,
      sessionSecret: SECRET,
      acceptTestPayments: true,
      chargesPerMinute: 6000,
      signInEmailsPerMinute: 30,
      chargesInFlight: 1,
      receiptTerms: DEFAULT_RECEIPT_SCHEDULE,
      receiptPhone: false,
      totpRequired: false,
      pushLinkHosts: [],
      vpnLinkBaseUrls: [TEST_ORIGIN],
      vpnLinkHeaders: [],
    },
  };
  endBeforeEmptying(db, () => stopDelivering(deps));
  const buildServer = () =>
    buildApp(deps, {
      trustedProxies: 1,
      onUnexpectedError: (error) => errors.push({ details: { error }, message: 'a request failed' }),
    });
  let app = buildServer();

  async function notifyAll(): Promise<void> {
    if (!gone.has('yooKassa')) await yooKassa.runDue();
    if (!gone.has('cloudPayments')) await cloudPayments.runDueRecurringPayments();
  }

  return {
    ...{ db, deps, clock, yooKassa, cloudPayments, mail, server, gone },
    takeEmails() {
      const taken = emails;
      emails = [];
      return taken;
    },
    takeErrors() {
      const taken = errors;
      errors = [];
      return taken;
    },
    setFate(fate) {
      chooseFate = fate;
    },
    setNotificationFate(fate) {
      notificationFate = fate;
    },
    restart() {
      Object.assign(deps, { memory: createProcessMemory() });
      app = buildServer();
    },
    sellAt(provider) {
      const former = provider === 'yooKassa' ? providers.cloudPayments : providers.yooKassa;
      Object.assign(deps, { cardProvider: providers[provider], formerCardProviders: [former] });
    },
    async call<ResponseBody>(path: string, token: string | null, body: object) {
      const response = await app.fetch(
        new Request(`${TEST_ORIGIN}/api/${path}`, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            'X-Forwarded-For': '203.0.113.1',
            ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
          },
          body: JSON.stringify(body),
        }),
      );
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${path} responds ${String(response.status)}: ${text}`);
      return JSON.parse(text) as ResponseBody;
    },
    async cardWidget(path, body) {
      const response = await cloudPayments.app.request(`/widget/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      return (await response.json()) as unknown;
    },
    async cloudPaymentsApi(path, body) {
      const credentials = `${PUBLIC_TERMINAL_ID}:${cardTerminal(SECRET).apiSecret}`;
      const response = await cloudPayments.app.request(`/api/${path}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
        },
        body: JSON.stringify(body),
      });
      return ((await response.json()) as { Success: boolean }).Success;
    },
    async settle() {
      await notifyAll();
      for (let round = 0; server.isOn && round < ROUNDS_MAX; round += 1) {
        await runDueJobs(deps);
        await notifyAll();
        const dueAt = await nextJobDueAt(db);
        if (dueAt === null || dueAt > clock.now()) break;
      }
    },
  };
}
