/**
 * Composition root of sandbox mode: builds `Deps` as in production, but with fakes of all external services. Only the
 * entry points of sandbox mode import this module.
 */
import type { Server } from 'node:http';
import path from 'node:path';
import type { ClientConfiguration } from '../../shared/configuration';
import { STAFF_PATHS } from '../../shared/linkedPaths';
import { createCloudPayments } from '../adapters/cloudPayments/cloudPayments';
import { createFirebaseGoogleIdentity, noGoogleIdentity, remoteKeys } from '../adapters/firebaseIdTokens';
import { createLinkChecker } from '../adapters/httpLinkChecker';
import { createPrometheusMetrics } from '../adapters/prometheusMetrics';
import { createRemnawaveNetwork } from '../adapters/remnawave/remnawaveNetwork';
import { createYooKassa } from '../adapters/yooKassa/yooKassa';
import type { CardProviderChoice } from '../configuration/cardProviderChoice';
import { clientConfiguration, GOOGLE_SIGN_IN_OFF } from '../configuration/clientConfiguration';
import { localBaseUrl } from '../configuration/listening';
import type { SandboxConfiguration } from '../configuration/sandboxConfiguration';
import type { Deps, Settings } from '../deps';
import { parseLinkDomain } from '../domain/linkDomains';
import { buildApp } from '../http/app';
import { createServerFor, listen, rejectPortInUse } from '../http/listen';
import type { Website } from '../http/website';
import { createPinoLogger } from '../logging/pinoLogger';
import { systemClock } from '../ports/clock';
import type { Logger } from '../ports/logger';
import { createProcessMemory } from '../processMemory';
import { productVersion } from '../productVersion';
import { SANDBOX_MIGRATIONS } from '../sandbox/migrations';
import { createSandbox, type Sandbox } from '../sandbox/sandbox';
import { lockDataDirectory } from '../store/dataDirectoryLock';
import { type OpenedDatabase, openEmbeddedDatabase, openPostgres } from '../store/openDatabase';
import { ensureFirstAdmin } from '../usecases/staff/staffAccounts';
import { deliverInBackground } from '../workers/delivery/deliverOutbox';
import { startJobs } from '../workers/jobs/startJobs';
import { announce } from './announce';
import { launchCardProvider } from './cardProviderLauncher';
import { importVpnAppsVariable } from './importVpnAppsVariable';
import { chosenFrom, type OpenedProviders } from './openCardProviders';
import { openMetrics } from './openMetrics';
import { startLine } from './projectFolder';
import type { RunningServer } from './runServer';
import { closeInTime, createStopping } from './stopping';
import { type StaffSignIn, storedSessionSecret, storedStaffSignIn } from './storedSecrets';

/** Addresses from which the fake YooKassa, which runs on this machine, sends its notifications. */
const LOOPBACK: readonly string[] = ['127.0.0.0/8', '::1', '::ffff:127.0.0.0/104'];

/** Website that serves documents and files. `reconfigure` replaces the configuration that is embedded in documents. */
export interface SiteFront {
  reconfigure: (configuration: ClientConfiguration) => Promise<void>;
  website: Website;
  close?: () => Promise<void>;
}

export interface SandboxServerOptions {
  configuration: SandboxConfiguration;
  /** Opens the website. `configuration` is embedded in the documents. `server` does not listen yet. */
  openSite: (configuration: ClientConfiguration, server: Server) => Promise<SiteFront>;
  /** Receives each unexpected error, so that development can print the error with its stack trace. */
  onUnexpectedError?: (error: unknown) => void;
}

async function openDatabase(configuration: SandboxConfiguration, logger: Logger): Promise<OpenedDatabase> {
  const furtherMigrations = [SANDBOX_MIGRATIONS];
  if (configuration.databaseUrl !== undefined) {
    announce('Opening the database (PostgreSQL)…');
    return openPostgres(configuration.databaseUrl, {
      furtherMigrations,
      onConnectionLost: (error) => logger.error({ error }, 'a database connection was lost'),
    });
  }
  const folder = path.join(configuration.dataDirectory, 'pg');
  announce(`Opening the database (embedded, ${folder}); the first time takes some seconds…`);
  return openEmbeddedDatabase({ folder, furtherMigrations });
}

function buildSettings(configuration: SandboxConfiguration, sessionSecret: string): Settings {
  return {
    mode: 'sandbox',
    publicUrl: configuration.publicUrl,
    brand: configuration.brand,
    sessionSecret,
    acceptTestPayments: true,
    chargesPerMinute: configuration.chargesPerMinute,
    signInEmailsPerMinute: configuration.signInEmailsPerMinute,
    chargesInFlight: configuration.chargesInFlight,
    receiptTerms: configuration.receiptTerms,
    receiptPhone: configuration.receiptPhone,
    totpRequired: configuration.staffAccess.totpRequired,
    pushLinkHosts: configuration.staffAccess.pushLinkHosts,
    vpnLinkBaseUrls: configuration.vpnLinkBaseUrls,
    vpnLinkHeaders: configuration.vpnLinkHeaders,
  };
}

/**
 * Creates the clients of the fake card providers. Returns a function that returns them for a card provider of new orders.
 */
function openFakes(
  { cardProvider, yooKassa }: Sandbox,
  { widgetDialect }: SandboxConfiguration,
): (choice: CardProviderChoice) => OpenedProviders {
  const { publicTerminalId, apiSecret, apiBaseUrl, widgetScriptUrl } = cardProvider;
  const opened = {
    cloudpayments: {
      provider: createCloudPayments({
        publicId: publicTerminalId,
        apiSecret,
        apiBaseUrl,
        acceptHttpReceipts: true,
      }),
      widget: { scriptUrl: widgetScriptUrl, publicTerminalId, dialect: widgetDialect },
    },
    yookassa: {
      provider: createYooKassa({ ...yooKassa, senders: LOOPBACK }),
      widget: { scriptUrl: yooKassa.widgetScriptUrl, publicTerminalId: '', dialect: 'token' as const },
    },
  };
  return (choice) => chosenFrom(opened, choice);
}

function announceReady({ publicUrl }: SandboxConfiguration, staff: StaffSignIn): void {
  announce('');
  announce(`  Product:  ${publicUrl}/`);
  announce(`  Sandbox:  ${publicUrl}/sandbox`);
  announce(
    `  Staff:    ${publicUrl}${STAFF_PATHS.staffSignIn}  username ${staff.username}  password ${staff.password}`,
  );
  announce('');
  announce('Ready. Ctrl+C stops the server.');
}

/** Starts the sandbox server. Rejects with `ConfigurationRejected`, `DataDirectoryInUse` or `PortInUse`. */
export async function startSandboxServer(options: SandboxServerOptions): Promise<RunningServer> {
  const { configuration } = options;
  const logger = createPinoLogger(configuration.logLevel);
  // Functions that close the resources that are already open, called in reverse order.
  const opened: (() => Promise<void>)[] = [];
  const metrics = createPrometheusMetrics([], configuration.vpnLinkBaseUrls.map(parseLinkDomain));
  const stopping = createStopping();
  const stop = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  try {
    announce(startLine(configuration));
    const lock = await lockDataDirectory(configuration.dataDirectory);
    opened.push(() => lock.release());
    await rejectPortInUse(configuration);
    const database = await openDatabase(configuration, logger);
    opened.push(() => closeInTime(() => database.close()));
    if (configuration.metrics !== null)
      opened.push(await openMetrics(configuration.metrics, metrics, database));
    announce('The schema is up to date.');
    const sessionSecret = await storedSessionSecret(configuration.dataDirectory);
    const launch = async (name: CardProviderChoice): Promise<string> => {
      const cardProvider = await launchCardProvider(name, configuration, sessionSecret);
      opened.push(() => cardProvider.stop());
      return cardProvider.url;
    };
    const cardProviders = configuration.cardProviderProcess
      ? await Promise.all([launch('cloudpayments'), launch('yookassa')])
      : null;
    const sandbox = await createSandbox({
      db: database.db,
      baseUrl: localBaseUrl(configuration),
      publicUrl: configuration.publicUrl,
      fetch,
      logger,
      sessionSecret,
      ...(cardProviders === null
        ? {}
        : { cardProviderUrls: { cloudpayments: cardProviders[0], yookassa: cardProviders[1] } }),
    });
    const settings = buildSettings(configuration, sessionSecret);
    const findProviders = openFakes(sandbox, configuration);
    let newOrders = configuration.cardProvider;
    const deps: Deps = {
      db: database.db,
      clock: sandbox.clock,
      authenticatorClock: systemClock,
      mailer: sandbox.mailer,
      get cardProvider() {
        return findProviders(newOrders).cardProvider;
      },
      get formerCardProviders() {
        return findProviders(newOrders).formerCardProviders;
      },
      pushSender: configuration.pushNotifications ? sandbox.pushSender : null,
      googleIdentity: configuration.googleSignIn
        ? createFirebaseGoogleIdentity({
            projectId: sandbox.google.projectId,
            keys: remoteKeys(sandbox.google.keysUrl),
            clock: sandbox.clock,
          })
        : noGoogleIdentity,
      erasureJournal: null,
      vpnNetwork: createRemnawaveNetwork({ ...sandbox.vpnPanel, headers: {}, clock: sandbox.clock, logger }),
      linkChecker: createLinkChecker(),
      vpnExits: sandbox.vpnExits,
      wakeOutbox: (lane) => deliverInBackground(deps, lane),
      logger,
      metrics,
      memory: createProcessMemory(),
      settings,
    };
    const staff = await storedStaffSignIn(configuration.dataDirectory, configuration.staffAccess.firstAdmin);
    await ensureFirstAdmin(deps, staff);
    await importVpnAppsVariable(deps, configuration.vpnApps);
    const server = createServerFor((request, env) => app.fetch(request, env));
    const client = () =>
      clientConfiguration(settings, {
        cardWidget: findProviders(newOrders).widget,
        google: configuration.googleSignIn ? sandbox.google.client : GOOGLE_SIGN_IN_OFF,
        pushNotifications: configuration.pushNotifications,
        connectsDevices: true,
        checkUrl: configuration.checkUrl,
      });
    const site = await options.openSite(client(), server);
    opened.push(() => site.close?.() ?? Promise.resolve());
    const app = buildApp(deps, {
      sandbox: sandbox.buildApp(deps, {
        current: () => newOrders,
        async choose(provider) {
          newOrders = provider;
          await site.reconfigure(client());
        },
      }),
      hosts: configuration.hosts,
      isStopping: stopping.isStopping,
      trustedProxies: configuration.trustedProxies,
      version: productVersion(),
      website: (request, live) => site.website(request, live),
      ...(options.onUnexpectedError === undefined ? {} : { onUnexpectedError: options.onUnexpectedError }),
    });
    const listening = await listen(server, configuration);
    const jobs = startJobs(deps);
    opened.push(() => stopping.stopServing(listening, jobs, configuration.drainSeconds));
    const peers = sandbox.start();
    opened.push(() => peers.stop());
    announceReady(configuration, staff);
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
