/**
 * Sandbox mode, which replaces all external services with fakes: mail, card provider, VPN panel, Google sign-in, push
 * service and time. The sandbox page and the sandbox API under /sandbox control the fakes. All sandbox state is in the
 * database. Production never loads the sandbox, because only `composition/sandboxServer.ts` imports this module.
 */
import { createHmac } from 'node:crypto';
import type { ClientConfiguration } from '../../shared/configuration';
import type { CardProviderChoice } from '../configuration/cardProviderChoice';
import type { Deps } from '../deps';
import { type Clock, systemClock } from '../ports/clock';
import type { Logger } from '../ports/logger';
import type { Mailer } from '../ports/mailer';
import type { PushSender } from '../ports/pushSender';
import type { VpnExits } from '../ports/vpnExits';
import type { Database } from '../store/database';
import { nextJobDueAt, runDueJobs } from '../workers/jobs/startJobs';
import { CLOUD_PAYMENTS_CONTROLS, YOOKASSA_CONTROLS } from './controlTables';
import { seedHistory } from './fakeCardProvider/seedHistory';
import { createFakeVpnPanel } from './fakeVpnPanel/fakeVpnPanel';
import { createIdentityService, IDENTITY_ROOT_PATHS } from './identity/identityService';
import { type MovableClock, openMovableClock } from './movableClock';
import {
  cardTerminal,
  openControlledYooKassa,
  openFakeCardProvider,
  PUBLIC_TERMINAL_ID,
  yooKassaShop,
} from './openFakeCardProvider';
import { createMailbox } from './outside/mailbox';
import type { NewOrdersSwitch } from './outside/newOrders';
import { createPushRecorder } from './outside/pushRecorder';
import { connectProvider } from './providerControl';
import { repeat } from './repeat';
import {
  FAKE_CARD_PROVIDER_PATH,
  FAKE_VPN_PANEL_PATH,
  FAKE_YOOKASSA_PATH,
  sandboxRoutes,
} from './sandboxRoutes';
import type { SeedProvider } from './seed';
import { createSimulatedApps } from './simulatedApps';
import { createSimulatedNativeApp } from './simulatedNativeApp';
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
   * Base URLs of the fake card providers in their own processes, without a trailing slash. If the URLs are omitted, the
   * fake card providers run in the server's process.
   */
  cardProviderUrls?: Readonly<Record<CardProviderChoice, string>>;
  /** Awaited between the reading and the writing of a request that changes a VPN panel user, to cause races in tests. */
  betweenPanelSteps?: () => Promise<void>;
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
   * Runs due charges and notifications of the fake card providers every `intervalMs` until stopped. The product's own
   * jobs run separately (`startJobs`).
   */
  start(intervalMs?: number): { stop(): Promise<void> };
}

/** Internal squads of the fake VPN panel. The product's credentials belong to the first one. */
const VPN_SQUADS = [
  { uuid: '5a9d0b0e-0000-4000-8000-000000000001', name: 'Default-Squad' },
  { uuid: '5a9d0b0e-0000-4000-8000-000000000002', name: 'Family' },
] as const;
const VPN_PREFIX = 'sandbox';

/** Returns clients of the fake card providers that run in their own processes. */
const connectFakes = (urls: Readonly<Record<CardProviderChoice, string>>, apiSecret: string) => ({
  cloudPayments: connectProvider(
    CLOUD_PAYMENTS_CONTROLS,
    { url: urls.cloudpayments, apiSecret },
    FAKE_CARD_PROVIDER_PATH,
  ),
  yooKassa: connectProvider(YOOKASSA_CONTROLS, { url: urls.yookassa, apiSecret }, FAKE_YOOKASSA_PATH),
});

/** Opens the sandbox on a migrated database. The sandbox clock continues with the stored offset. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { db, baseUrl, logger, sessionSecret } = options;
  const clock = await openMovableClock(db, options.machineClock ?? systemClock);
  const mailbox = createMailbox(db, clock);
  const pushes = createPushRecorder(db, clock);
  const { apiSecret } = cardTerminal(sessionSecret);
  const urls = options.cardProviderUrls;
  const remote = urls === undefined ? null : connectFakes(urls, apiSecret);
  const fakeCardProvider = remote?.cloudPayments ?? (await openFakeCardProvider({ ...options, clock }));
  const fakeYooKassa = remote?.yooKassa ?? (await openControlledYooKassa({ ...options, clock }));
  const seedProvider: SeedProvider =
    remote === null ? seedHistory : (_, history) => remote.cloudPayments.seed(history);
  // The sandbox clock and the clocks of the fake card providers move together, so they never differ by more than the
  // configured skew.
  const moveRemote = async (moment: Date): Promise<void> => {
    await Promise.all([remote?.cloudPayments.moveTo(moment), remote?.yooKassa.moveTo(moment)]);
  };
  await moveRemote(clock.now());
  const travelClock: MovableClock = {
    now: () => clock.now(),
    async moveTo(moment) {
      await clock.moveTo(moment);
      await moveRemote(moment);
    },
  };
  const vpnToken = createHmac('sha256', sessionSecret).update('sandbox VPN panel').digest('hex');
  const fakeVpnPanel = createFakeVpnPanel({
    db,
    clock,
    squads: VPN_SQUADS,
    betweenReadAndWrite: options.betweenPanelSteps,
    token: vpnToken,
    subscriptionBaseUrl: `${baseUrl}${FAKE_VPN_PANEL_PATH}/api/sub`,
  });
  const identity = createIdentityService({ db, clock, baseUrl, logger });
  // The clock of each fake card provider may differ from the sandbox clock by the configured skew.
  const onSandboxClock = (dueAt: Date | null, skewMs: number): Date | null =>
    dueAt === null ? null : new Date(dueAt.getTime() - skewMs);
  const providers: readonly TimeSource[] = [
    {
      nextDueAt: async () =>
        onSandboxClock(await fakeCardProvider.nextDueAt(), (await fakeCardProvider.terminal()).skewMs),
      runDue: () => fakeCardProvider.runDueRecurringPayments(),
    },
    {
      nextDueAt: async () =>
        onSandboxClock(await fakeYooKassa.nextDueAt(), (await fakeYooKassa.read()).settings.skewMs),
      runDue: () => fakeYooKassa.runDue(),
    },
  ];

  return {
    clock,
    mailer: mailbox,
    pushSender: pushes,
    cardProvider: {
      publicTerminalId: PUBLIC_TERMINAL_ID,
      apiSecret,
      apiBaseUrl: `${urls?.cloudpayments ?? `${baseUrl}${FAKE_CARD_PROVIDER_PATH}`}/api`,
      widgetScriptUrl: `${FAKE_CARD_PROVIDER_PATH}/widget.js`,
    },

    yooKassa: {
      ...yooKassaShop(sessionSecret),
      apiBaseUrl: urls?.yookassa ?? `${baseUrl}${FAKE_YOOKASSA_PATH}`,
      widgetScriptUrl: `${FAKE_YOOKASSA_PATH}/widget.js`,
    },

    vpnPanel: {
      url: `${baseUrl}${FAKE_VPN_PANEL_PATH}`,
      token: vpnToken,
      squads: [VPN_SQUADS[0].uuid],
      prefix: VPN_PREFIX,
    },

    vpnExits: { include: () => fakeVpnPanel.isBrowserInside() },

    google: { client: identity.client, projectId: identity.projectId, keysUrl: identity.keysUrl },

    buildApp(deps, newOrders = null) {
      const product: TimeSource = {
        nextDueAt: () => nextJobDueAt(deps.db),
        runDue: () => runDueJobs(deps),
      };
      const timeTravel = createTimeTravel(travelClock, [...providers, product]);
      const apps = createSimulatedApps({ deps, baseUrl, fetch: options.fetch });
      const nativeApp = createSimulatedNativeApp({ baseUrl, fetch: options.fetch });
      const pages = sandboxRoutes({
        deps,
        mailbox,
        pushes,
        fakeCardProvider,
        fakeYooKassa,
        newOrders,
        seedProvider,
        fakeVpnPanel,
        apps,
        nativeApp,
        identity,
        timeTravel,
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
      const rounds = providers.map((provider) => repeat(() => provider.runDue(), { intervalMs, logger }));
      return {
        async stop() {
          await Promise.all(rounds.map((round) => round.stop()));
        },
      };
    },
  };
}
