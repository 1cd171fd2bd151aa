/**
 * Runs the real server in the test process, on a real database. Only external dependencies are fake: time, mail, pushes,
 * the card provider, the VPN network and Google. Call `startTestServer` in `beforeEach`, because `startTestServer`
 * empties the database. An unexpected 500 response fails the test.
 */
import { createPrometheusMetrics, type PrometheusMetrics } from '../../src/server/adapters/prometheusMetrics';
import type { Deps, Settings } from '../../src/server/deps';
import { DEFAULT_RECEIPT_SCHEDULE } from '../../src/server/domain/billing/receiptSchedule';
import { type App, type AppOptions, buildApp } from '../../src/server/http/app';
import type { CardProvider } from '../../src/server/ports/cardProvider';
import type { LinkChecker } from '../../src/server/ports/linkChecker';
import type { Logger } from '../../src/server/ports/logger';
import type { VpnExits } from '../../src/server/ports/vpnExits';
import { createProcessMemory } from '../../src/server/processMemory';
import type { Database } from '../../src/server/store/database';
import { deliverInBackground, stopDelivering } from '../../src/server/workers/delivery/deliverOutbox';
import { DEFAULT_BRAND } from '../../src/shared/brand';
import type { BodyOf, Call, QueryOf, ResponseOf } from '../../src/shared/contract/call';
import type { CallName, Contract } from '../../src/shared/contract/contract';
import { CONTRACT } from '../../src/shared/contract/contract';
import type { ErrorBody } from '../../src/shared/contract/errors';
import { endBeforeEmptying, openTestDatabase } from './database';
import { type MemoryErasureJournal, memoryErasureJournal } from './erasureJournal';
import { createFakeCardProvider, type FakeCardProvider } from './fakeCardProvider';
import { fakeLinkChecker } from './fakeLinkChecker';
import { type FakeGoogle, fakeGoogle } from './googleAccounts';
import { fakeMailbox, type Mailbox } from './mailbox';
import { observeCall, outsideCalls } from './observedCalls';
import { type FakePushService, fakePushService } from './pushService';
import { type SettableClock, settableClock, TEST_START } from './settableClock';
import { type FakeVpnNetwork, fakeVpnNetwork } from './vpnNetwork';

export const TEST_ORIGIN = 'http://localhost:8080';

/** A line in the log of the test server. */

export interface LogLine {
  level: 'debug' | 'info' | 'warn' | 'error';
  details: object;
  message: string;
}

export interface TestResponse<Row extends Call> {
  status: number;
  headers: Headers;
  /** Body of a 2xx response. */
  body: ResponseOf<Row>;
  /** Error code of a response without a 2xx status. */
  error: ErrorBody['error'];
}

export interface TestCall<Row extends Call> {
  body?: BodyOf<Row>;
  query?: QueryOf<Row>;
  token?: string;
}

export interface TestServer {
  app: App;
  deps: Deps;
  db: Database;
  clock: SettableClock;
  mailbox: Mailbox;
  pushService: FakePushService;
  fakeCardProvider: FakeCardProvider;
  google: FakeGoogle;
  vpnNetwork: FakeVpnNetwork;
  erasureJournal: MemoryErasureJournal;
  logs: LogLine[];
  metrics: PrometheusMetrics;
  /**
   * Sends a request directly to the server's request handler, without a socket. Paths are relative to the server's
   * origin.
   */
  fetch: typeof fetch;
  /**
   * Sends a request to an endpoint of the API contract.
   *
   * @example const { status, body } = await server.call('getShop', { token: customer.accessToken });
   */
  call<Name extends CallName>(
    name: Name,
    call?: TestCall<Contract[Name]>,
  ): Promise<TestResponse<Contract[Name]>>;
  /**
   * Returns and clears the errors behind all 500 responses so far. A test that expects a 500 must call this function,
   * otherwise the error fails the test.
   */
  takeUnexpectedErrors(): unknown[];
}

export interface TestServerOptions extends AppOptions {
  settings?: Partial<Settings>;
  start?: Date | string;
  /** Card provider for new orders. If this option is set, the fake card provider is configured as a former provider. */
  newCardProvider?: CardProvider;
  /** Client that requests store links. By default all links work. */
  linkChecker?: LinkChecker;
  vpnExits?: VpnExits;
  /** Whether push notifications are switched on, which is the default. */
  pushNotifications?: boolean;
}

const unexpectedErrors: unknown[] = [];

afterEach(() => {
  const [first] = unexpectedErrors.splice(0);
  if (first !== undefined) throw new Error('A request of this test returned 500.', { cause: first });
});

function recordingLogger(logs: LogLine[]): Logger {
  const log = (level: LogLine['level']) => (details: object, message: string) => {
    logs.push({ level, details, message });
  };
  return { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') };
}

function testSettings(overrides: Partial<Settings>): Settings {
  return {
    mode: 'sandbox',
    publicUrl: TEST_ORIGIN,
    brand: DEFAULT_BRAND,
    sessionSecret: 'a test secret of thirty-two bytes or more',
    acceptTestPayments: true,
    chargesPerMinute: 60,
    signInEmailsPerMinute: 30,
    chargesInFlight: 4,
    receiptTerms: DEFAULT_RECEIPT_SCHEDULE,
    receiptPhone: false,
    totpRequired: false,
    pushLinkHosts: ['prosvet.example'],
    vpnLinkBaseUrls: [TEST_ORIGIN],
    vpnLinkHeaders: [],
    ...overrides,
  };
}

function inProcessFetch(app: App): typeof fetch {
  return async (input, init) => {
    const request =
      input instanceof Request ? new Request(input, init) : new Request(new URL(input, TEST_ORIGIN), init);
    return observeCall(new URL(request.url).pathname, async () => app.fetch(request));
  };
}

async function callRow<Row extends Call>(
  send: typeof fetch,
  row: Row,
  { body, query, token }: TestCall<Row>,
): Promise<TestResponse<Row>> {
  const search = new URLSearchParams(
    Object.entries<unknown>({ ...(query as object | undefined) }).map(([name, value]) => [
      name,
      String(value),
    ]),
  ).toString();
  const response = await send(`/api/${row.path}${search === '' ? '' : `?${search}`}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify((body as object | undefined) ?? {}),
  });
  const result = (await response.json()) as ResponseOf<Row> & ErrorBody;
  return { status: response.status, headers: response.headers, body: result, error: result.error };
}

/**
 * Creates another server instance with some replaced dependencies. The instance has its own memory and delivers the
 * outbox itself.
 */
export function instanceWith(deps: Deps, parts: Partial<Deps>): Deps {
  const instance: Deps = {
    ...deps,
    ...parts,
    memory: createProcessMemory(),
    wakeOutbox: (lane) => outsideCalls(() => deliverInBackground(instance, lane)),
  };
  // Outbox deliveries stop before `deps.db` is emptied, because the database connection of the instance may be closed
  // already.
  endBeforeEmptying(deps.db, () => stopDelivering({ memory: instance.memory, db: deps.db }));
  return instance;
}

/** Creates another instance of a server on the same database, which receives its own requests. */
export function otherInstance({ deps }: TestServer): Pick<TestServer, 'call'> {
  const send = inProcessFetch(buildApp(instanceWith(deps, {})));
  return { call: (name, call = {}) => callRow(send, CONTRACT[name], call) };
}

/** Empties the test file's database and starts a new server on it. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const db = await openTestDatabase();
  const clock = settableClock(options.start ?? TEST_START);
  const settings = testSettings(options.settings ?? {});
  const mailbox = fakeMailbox();
  const pushService = fakePushService();
  const google = await fakeGoogle(clock);
  const vpnNetwork = fakeVpnNetwork(clock);
  const erasureJournal = memoryErasureJournal();
  const logs: LogLine[] = [];
  const metrics = createPrometheusMetrics();
  const fakeCardProvider = createFakeCardProvider({
    apiSecret: 'test-api-secret',
    acceptHttpReceipts: settings.mode === 'sandbox',
    post: (path, init) => send(path, init),
  });
  const deps: Deps = {
    db,
    clock,
    authenticatorClock: clock,
    mailer: mailbox,
    cardProvider: options.newCardProvider ?? fakeCardProvider,
    formerCardProviders: options.newCardProvider === undefined ? [] : [fakeCardProvider],
    pushSender: options.pushNotifications === false ? null : pushService,
    googleIdentity: google.identity,
    vpnNetwork,
    erasureJournal,
    linkChecker: options.linkChecker ?? fakeLinkChecker(),
    vpnExits: options.vpnExits ?? null,
    wakeOutbox: (lane) => outsideCalls(() => deliverInBackground(deps, lane)),
    logger: recordingLogger(logs),
    metrics,
    memory: createProcessMemory(),
    settings,
  };
  endBeforeEmptying(db, () => stopDelivering(deps));
  const app = buildApp(deps, { onUnexpectedError: (error) => unexpectedErrors.push(error), ...options });
  const send = inProcessFetch(app);
  return {
    app,
    deps,
    db,
    clock,
    mailbox,
    pushService,
    fakeCardProvider,
    google,
    vpnNetwork,
    erasureJournal,
    logs,
    metrics,
    fetch: send,
    call: (name, call = {}) => callRow(send, CONTRACT[name], call),
    takeUnexpectedErrors: () => unexpectedErrors.splice(0),
  };
}
