/**
 * Runs the real server in sandbox mode in the test process, with the real database and the sandbox's own clock, mailbox,
 * push recorder and card provider. Only the machine's clock is fake.
 */
import { createCloudPayments } from '../../src/server/adapters/cloudPayments/cloudPayments';
import { createFirebaseGoogleIdentity, remoteKeys } from '../../src/server/adapters/firebaseIdTokens';
import { createPrometheusMetrics } from '../../src/server/adapters/prometheusMetrics';
import { createRemnawaveNetwork } from '../../src/server/adapters/remnawave/remnawaveNetwork';
import type { Deps } from '../../src/server/deps';
import { DEFAULT_RECEIPT_SCHEDULE } from '../../src/server/domain/billing/receiptSchedule';
import { type App, buildApp } from '../../src/server/http/app';
import type { Logger } from '../../src/server/ports/logger';
import { createProcessMemory } from '../../src/server/processMemory';
import { createSandbox, type Sandbox } from '../../src/server/sandbox/sandbox';
import type { Database } from '../../src/server/store/database';
import {
  deliverDueOutbox,
  deliverInBackground,
  stopDelivering,
} from '../../src/server/workers/delivery/deliverOutbox';
import { DEFAULT_BRAND } from '../../src/shared/brand';
import { endBeforeEmptying } from './database';
import { fakeLinkChecker } from './fakeLinkChecker';
import { TEST_ORIGIN } from './server';
import { type SettableClock, settableClock, TEST_START } from './settableClock';

export interface SandboxServer {
  app: App;
  deps: Deps;
  sandbox: Sandbox;
  /** Fake of the machine's clock. */
  machineClock: SettableClock;
  /** Sends a request to the sandbox server. Paths are relative to the server's origin. */
  fetch: typeof fetch;
  get(path: string): Promise<{ status: number; headers: Headers; body: unknown }>;
  post(path: string, body?: unknown): Promise<{ status: number; headers: Headers; body: unknown }>;
  /**
   * Sends an API request with the access token of a session. Resolves to the response body, which the caller asserts to
   * be `ResponseBody`.
   */
  callAs<ResponseBody>(token: string, path: string, body: object): Promise<ResponseBody>;
  /**
   * Resolves when the outbox deliveries that responses triggered are finished, so that nothing runs after the end of a
   * test.
   */
  settled(): Promise<void>;
  /** Lines that the sandbox server logged as errors. */
  errors: { details: object; message: string }[];
}

/** Session secret of the sandbox server, from which the credentials of the fakes are derived. */
export const SANDBOX_SECRET = 'a test secret of thirty-two bytes or more';

/**
 * The part of an exchange between the product and an external service that gets lost: the request, the response, or
 * nothing.
 */
export type Loss = 'request' | 'answer' | null;

export interface SandboxServerOptions {
  /**
   * Decides for every request between the product and an external service whether the request or the response gets lost.
   * If omitted, nothing gets lost.
   */
  lose?: (path: string, request: { method: string; body: unknown }) => Loss;
  /** Runs between the reading and the writing of a request that changes a VPN panel user. */
  betweenPanelSteps?: () => Promise<void>;
  /** Base URLs of the fake card providers in other processes. If omitted, the fakes run in the test process. */
  cardProviderUrls?: { cloudpayments: string; yookassa: string };
}

/** Returns the method of a request and its JSON body, or the text of any other body. */
async function readContent(request: Request): Promise<{ method: string; body: unknown }> {
  const text = await request.clone().text();
  const isJson = request.headers.get('content-type')?.includes('json') === true && text !== '';
  return { method: request.method, body: isJson ? JSON.parse(text) : text };
}

/**
 * Starts a sandbox server on the database `db` without emptying the database. Starting a second server on the same
 * database simulates a restart.
 */
export async function startSandboxServer(
  db: Database,
  machineClock: SettableClock = settableClock(TEST_START),
  { lose, betweenPanelSteps, cardProviderUrls }: SandboxServerOptions = {},
): Promise<SandboxServer> {
  const errors: SandboxServer['errors'] = [];
  const silent = () => undefined;
  const logger: Logger = {
    debug: silent,
    info: silent,
    warn: silent,
    error: (details, message) => errors.push({ details, message }),
  };
  const send: typeof fetch = async (input, init) => {
    const request =
      input instanceof Request ? new Request(input, init) : new Request(new URL(input, TEST_ORIGIN), init);
    return app.fetch(request);
  };
  const sendOverNetwork: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const loss = lose === undefined ? null : lose(new URL(request.url).pathname, await readContent(request));
    if (loss === 'request') throw new TypeError('the network is gone');
    const response = await app.fetch(request);
    if (loss === 'answer') throw new TypeError('the network is gone');
    return response;
  };
  const sandbox = await createSandbox({
    db,
    baseUrl: TEST_ORIGIN,
    fetch: sendOverNetwork,
    logger,
    sessionSecret: SANDBOX_SECRET,
    machineClock,
    ...(cardProviderUrls === undefined ? {} : { cardProviderUrls }),
    ...(betweenPanelSteps === undefined ? {} : { betweenPanelSteps }),
  });
  const { publicTerminalId, apiSecret, apiBaseUrl } = sandbox.cardProvider;
  const deps: Deps = {
    db,
    clock: sandbox.clock,
    authenticatorClock: sandbox.clock,
    mailer: sandbox.mailer,
    cardProvider: createCloudPayments({
      publicId: publicTerminalId,
      apiSecret,
      apiBaseUrl,
      acceptHttpReceipts: true,
      fetch: sendOverNetwork,
      // If requests are lost on purpose, the HTTP client does not retry these requests. The outbox retries the lost
      // requests on the sandbox's clock.
      ...(lose === undefined ? {} : { retryPausesMs: [] }),
    }),
    formerCardProviders: [],
    pushSender: sandbox.pushSender,
    googleIdentity: createFirebaseGoogleIdentity({
      projectId: sandbox.google.projectId,
      keys: remoteKeys(sandbox.google.keysUrl, send),
      clock: sandbox.clock,
    }),
    erasureJournal: null,
    vpnNetwork: createRemnawaveNetwork({
      ...sandbox.vpnPanel,
      headers: {},
      clock: sandbox.clock,
      logger,
      fetch: sendOverNetwork,
    }),
    linkChecker: fakeLinkChecker(),
    vpnExits: sandbox.vpnExits,
    wakeOutbox: (lane) => deliverInBackground(deps, lane),
    logger,
    metrics: createPrometheusMetrics(),
    memory: createProcessMemory(),
    settings: {
      mode: 'sandbox',
      publicUrl: TEST_ORIGIN,
      brand: DEFAULT_BRAND,
      sessionSecret: SANDBOX_SECRET,
      acceptTestPayments: true,
      chargesPerMinute: 60,
      signInEmailsPerMinute: 30,
      chargesInFlight: 4,
      receiptTerms: DEFAULT_RECEIPT_SCHEDULE,
      receiptPhone: false,
      totpRequired: false,
      pushLinkHosts: [],
      vpnLinkBaseUrls: [TEST_ORIGIN],
      vpnLinkHeaders: [],
    },
  };
  endBeforeEmptying(db, () => stopDelivering(deps));
  const app = buildApp(deps, { sandbox: sandbox.buildApp(deps) });

  async function answered(response: Response) {
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const body: unknown = isJson ? JSON.parse(text) : text;
    return { status: response.status, headers: response.headers, body };
  }

  return {
    app,
    deps,
    sandbox,
    machineClock,
    fetch: send,
    errors,
    settled: () => deliverDueOutbox(deps),
    get: async (path) => answered(await send(path)),
    async callAs<ResponseBody>(token: string, path: string, body: object) {
      const response = await send(`/api/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
      return (await response.json()) as ResponseBody;
    },
    post: async (path, body = {}) =>
      answered(
        await send(path, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      ),
  };
}
