/**
 * Sandbox mode: stand-ins for everything outside this machine (mail, card provider, VPN panel, Google
 * sign-in, push service, time), and the page and JSON calls under /sandbox that drive them. All of its state is in the
 * database. Production never mounts it; `start.ts` imports it dynamically.
 */
import { createHmac } from 'node:crypto';
import type { ClientConfiguration } from '../../shared/configuration';
import type { Deps } from '../deps';
import { type Clock, systemClock } from '../ports/clock';
import type { Logger } from '../ports/logger';
import type { Mailer } from '../ports/mailer';
import type { PushSender } from '../ports/pushSender';
import type { Database } from '../store/database';
import { nextJobDueAt, runDueJobs } from '../workers/jobs/startJobs';
import { seedHistory } from './fakeCardProvider/seedHistory';
import { createFakeVpnPanel } from './fakeVpnPanel/fakeVpnPanel';
import { createIdentityService, IDENTITY_ROOT_PATHS } from './identity/identityService';
import { type MovableClock, openMovableClock } from './movableClock';
import { cardTerminal, openFakeCardProvider, PUBLIC_TERMINAL_ID } from './openFakeCardProvider';
import { createMailbox } from './outside/mailbox';
import { createPushRecorder } from './outside/pushRecorder';
import { connectFakeCardProvider } from './providerControl';
import { FAKE_CARD_PROVIDER_PATH, FAKE_VPN_PANEL_PATH, sandboxRoutes } from './sandboxRoutes';
import type { SeedProvider } from './seed';
import { createSimulatedApps } from './simulatedApps';
import { createTimeTravel, type TimeSource } from './timeTravel';

export interface SandboxOptions {
  db: Database;
  /** Where this process answers itself, no trailing slash (http://127.0.0.1:8080). */
  baseUrl: string;
  /** Where customers reach the product, for the receipts that they open; absent: `baseUrl`. */
  publicUrl?: string;
  /** How the sandbox's peers call the product: real HTTP, or the app in process. */
  fetch: typeof fetch;
  logger: Logger;
  /** The card provider's API secret is derived from it. */
  sessionSecret: string;
  /** Time that passes by itself; the machine's unless told. */
  machineClock?: Clock;
  /** Where the fake card provider runs in its own process, no trailing slash; absent: in this one. */
  cardProviderUrl?: string;
}

interface SandboxApp {
  /** Answers everything at and below /sandbox: `AppOptions.sandbox` of `buildApp`. */
  fetch(request: Request): Response | Promise<Response>;
  /** What it answers elsewhere. */
  rootPaths: readonly string[];
}

export interface Sandbox {
  clock: Clock;
  mailer: Mailer;
  pushSender: PushSender;
  /** What the real adapter of the card provider is pointed at. */
  cardProvider: {
    publicTerminalId: string;
    apiSecret: string;
    /** Absolute, no trailing slash. */
    apiBaseUrl: string;
    /** Path on the product's own origin. */
    widgetScriptUrl: string;
  };
  /** What the real adapter of the VPN panel is pointed at. */
  vpnPanel: { url: string; token: string; squads: readonly string[]; prefix: string };
  /** The identity service: what the SPA is told of it, and where its keys are. */
  google: { client: ClientConfiguration['google']; projectId: string; keysUrl: string };
  buildApp(deps: Deps): SandboxApp;
  /**
   * Has the card provider's stand-in do what time brings, every `intervalMs` until stopped: the
   * product's own jobs run apart (`startJobs`).
   */
  start(intervalMs?: number): { stop(): Promise<void> };
}

const VPN_SQUAD = '5a9d0b0e-0000-4000-8000-000000000001';
const VPN_PREFIX = 'sandbox';

/** Opens the sandbox on a migrated database: its clock goes on from where it was. */
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
  // Both clocks move together, so that they differ by the skew only.
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
      // The provider's clock may differ from ours.
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

    vpnPanel: {
      url: `${baseUrl}${FAKE_VPN_PANEL_PATH}`,
      token: vpnToken,
      squads: [VPN_SQUAD],
      prefix: VPN_PREFIX,
    },

    google: { client: identity.client, projectId: identity.projectId, keysUrl: identity.keysUrl },

    buildApp(deps) {
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
            logger.error({ error }, 'the card provider stand-in failed');
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
