/**
 * Sandbox mode, which replaces all external services with fakes: mail, card provider, VPN panel, Google sign-in, push
 * service and time. The sandbox page and the sandbox API under /sandbox control the fakes. All sandbox state is in the
 * database. Production never loads the sandbox, because only `composition/sandboxServer.ts` imports this module.
 */
import { createHmac } from 'node:crypto';
import type { ClientConfiguration } from '../../shared/configuration';
import type { Deps } from '../deps';
import { type Clock, systemClock } from '../ports/clock';
import type { Logger } from '../ports/logger';
import type { Mailer } from '../ports/mailer';
import type { PushSender } from '../ports/pushSender';
import type { VpnExits } from '../ports/vpnExits';
import type { Database } from '../store/database';
import { nextJobDueAt, runDueJobs } from '../workers/jobs/startJobs';
import { seedHistory } from './fakeCardProvider/seedHistory';
import { createFakeVpnPanel } from './fakeVpnPanel/fakeVpnPanel';
import { createIdentityService, IDENTITY_ROOT_PATHS } from './identity/identityService';
import { type MovableClock, openMovableClock } from './movableClock';
import {
  cardTerminal,
  FAKE_YOOKASSA_PATH,
  openFakeCardProvider,
  PUBLIC_TERMINAL_ID,
  yooKassaShop,
} from './openFakeCardProvider';
import { createMailbox } from './outside/mailbox';
import type { NewOrdersSwitch } from './outside/newOrders';
import { createPushRecorder } from './outside/pushRecorder';
import { connectFakeCardProvider } from './providerControl';
import { FAKE_CARD_PROVIDER_PATH, FAKE_VPN_PANEL_PATH, sandboxRoutes } from './sandboxRoutes';
import type { SeedProvider } from './seed';
import { createSimulatedApps } from './simulatedApps';
import { createTimeTravel, type TimeSource } from './timeTravel';

export interface SandboxOptions {
  db: Database;
  /** Base URL of this process, without a trailing slash, for example http://127.0.0.1:8080. */
  baseUrl: string;
  /** Public base URL of the product, which is used for receipt links. The default is `baseUrl`. */
  publicUrl?: string;
  /** Function that sends requests of the fakes to the product, over HTTP or within the same process. */
  fetch: typeof fetch;
  logger: Logger;
  /** Session secret, from which the card provider's API secret is derived. */
  sessionSecret: string;
  /** Clock that shows real time. The default is the clock of the machine. */
  machineClock?: Clock;
  /**
   * Base URL of the fake card provider in its own process, without a trailing slash. If this URL is omitted, the fake
   * card provider runs in the server's process.
   */
  cardProviderUrl?: string;
}

interface SandboxApp {
  /**
   * Responds to all requests at and below /sandbox. The composition root passes this function to `buildApp` as
   * `AppOptions.sandbox`.
   */
  fetch(request: Request): Response | Promise<Response>;
  /** Route patterns outside /sandbox that the sandbox also responds to. */
  rootPaths: readonly string[];
}

export interface Sandbox {
  clock: Clock;
  mailer: Mailer;
  pushSender: PushSender;
  /** Settings with which the real card provider adapter sends its requests to the fake card provider. */
  cardProvider: {
    publicTerminalId: string;
    apiSecret: string;
    /** Absolute base URL of the fake card provider's REST API, without a trailing slash. */
    apiBaseUrl: string;
    /** Path of the card widget's script on the product's origin. */
    widgetScriptUrl: string;
  };
  /** Settings with which the real YooKassa adapter sends its requests to the fake YooKassa. */
  yooKassa: {
    shopId: string;
    secretKey: string;
    /** Absolute base URL of the REST API, without a trailing slash. */
    apiBaseUrl: string;
    /** Path of the payment widget's script on the product's origin. */
    widgetScriptUrl: string;
  };
  /** Settings with which the real VPN panel adapter sends its requests to the fake VPN panel. */
  vpnPanel: { url: string; token: string; squads: readonly string[]; prefix: string };
  /** Exits of the VPN. A switch on the sandbox page decides whether the browsers of the sandbox come from there. */
  vpnExits: VpnExits;
  /**
   * Settings of the fake identity service: the configuration of the single-page application and the URL of the public
   * keys.
   */
  google: { client: ClientConfiguration['google']; projectId: string; keysUrl: string };
  /** `newOrders` changes the card provider of new orders, and is null if the card provider of `deps` never changes. */
  buildApp(deps: Deps, newOrders?: NewOrdersSwitch | null): SandboxApp;
  /**
   * Runs due charges and notifications of the fake card provider every `intervalMs` until stopped. The product's own
   * jobs run separately (`startJobs`).
   */
  start(intervalMs?: number): { stop(): Promise<void> };
}

const VPN_SQUAD = '5a9d0b0e-0000-4000-8000-000000000001';
const VPN_PREFIX = 'sandbox';

/** Opens the sandbox on a migrated database. The sandbox clock continues with the stored offset. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { db, baseUrl, logger, sessionSecret } = options;
  const clock = await openMovableClock(db, options.machineClock ?? systemClock);
  const mailbox = createMailbox(db, clock);
  const pushes = createPushRecorder(db, clock);
  const { apiSecret } = cardTerminal(sessionSecret);
  const remote =
    options.cardProviderUrl === undefined
      ? null
      : connectFakeCardProvider({ url: options.cardProviderUrl, apiSecret });
  const fakeCardProvider = remote ?? (await openFakeCardProvider({ ...options, clock }));
  const seedProvider: SeedProvider = remote === null ? seedHistory : (_, history) => remote.seed(history);
  // The sandbox clock and the fake card provider's clock move together, so they never differ by more than the
  // configured skew.
  await remote?.moveTo(clock.now());
  const travelClock: MovableClock = {
    now: () => clock.now(),
    async moveTo(moment) {
      await clock.moveTo(moment);
      await remote?.moveTo(moment);
    },
  };
  const vpnToken = createHmac('sha256', sessionSecret).update('sandbox VPN panel').digest('hex');
  const fakeVpnPanel = createFakeVpnPanel({
    db,
    clock,
    token: vpnToken,
    subscriptionBaseUrl: `${baseUrl}${FAKE_VPN_PANEL_PATH}/api/sub`,
  });
  const identity = createIdentityService({ db, clock, baseUrl, logger });
  const provider: TimeSource = {
    async nextDueAt() {
      const dueAt = await fakeCardProvider.nextDueAt();
      // The fake card provider's clock may differ from the sandbox clock by the configured skew.
      const { skewMs } = await fakeCardProvider.terminal();
      return dueAt === null ? null : new Date(dueAt.getTime() - skewMs);
    },
    runDue: () => fakeCardProvider.runDueRecurringPayments(),
  };

  return {
    clock,
    mailer: mailbox,
    pushSender: pushes,
    cardProvider: {
      publicTerminalId: PUBLIC_TERMINAL_ID,
      apiSecret,
      apiBaseUrl: `${options.cardProviderUrl ?? `${baseUrl}${FAKE_CARD_PROVIDER_PATH}`}/api`,
      widgetScriptUrl: `${FAKE_CARD_PROVIDER_PATH}/widget.js`,
    },

    yooKassa: {
      ...yooKassaShop(sessionSecret),
      apiBaseUrl: `${options.cardProviderUrl ?? `${baseUrl}${FAKE_CARD_PROVIDER_PATH}`}${FAKE_YOOKASSA_PATH}`,
      widgetScriptUrl: `${FAKE_CARD_PROVIDER_PATH}${FAKE_YOOKASSA_PATH}/widget.js`,
    },

    vpnPanel: {
      url: `${baseUrl}${FAKE_VPN_PANEL_PATH}`,
      token: vpnToken,
      squads: [VPN_SQUAD],
      prefix: VPN_PREFIX,
    },

    vpnExits: { include: () => fakeVpnPanel.isBrowserInside() },

    google: { client: identity.client, projectId: identity.projectId, keysUrl: identity.keysUrl },

    buildApp(deps, newOrders = null) {
      const product: TimeSource = {
        nextDueAt: () => nextJobDueAt(deps.db),
        runDue: () => runDueJobs(deps),
      };
      const timeTravel = createTimeTravel(travelClock, [provider, product]);
      const apps = createSimulatedApps({ deps, baseUrl, fetch: options.fetch });
      const pages = sandboxRoutes({
        ...{
          deps,
          mailbox,
          pushes,
          fakeCardProvider,
          newOrders,
          seedProvider,
          fakeVpnPanel,
          apps,
          identity,
          timeTravel,
        },
      });
      return {
        rootPaths: IDENTITY_ROOT_PATHS,
        fetch: (request) =>
          identity.responses(new URL(request.url).pathname)
            ? identity.app.fetch(request)
            : pages.fetch(request),
      };
    },

    start(intervalMs = 1000) {
      let round = Promise.resolve();
      let isRunning = false;
      const timer = setInterval(() => {
        if (isRunning) return;
        isRunning = true;
        round = provider
          .runDue()
          .catch((error: unknown) => {
            logger.error({ error }, 'the fake card provider failed');
          })
          .finally(() => {
            isRunning = false;
          });
      }, intervalMs);
      timer.unref();
      return {
        async stop() {
          clearInterval(timer);
          await round;
        },
      };
    },
  };
}
