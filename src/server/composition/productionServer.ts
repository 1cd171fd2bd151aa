/**
 * Composition root of production: builds `Deps` from clients of real external services only. Server instances share no
 * state in memory, so several instances can run behind a load balancer.
 */
import type { ClientConfiguration } from '../../shared/configuration';
import { hasRight } from '../../shared/staffRoles';
import { createFcmPushSender } from '../adapters/fcmPushSender';
import { fileErasureJournal } from '../adapters/fileErasureJournal';
import {
  createFirebaseGoogleIdentity,
  GOOGLE_KEYS_URL,
  noGoogleIdentity,
  remoteKeys,
} from '../adapters/firebaseIdTokens';
import { createLinkChecker } from '../adapters/httpLinkChecker';
import { createPrometheusMetrics } from '../adapters/prometheusMetrics';
import { createRemnawaveNetwork, tokenExpiry, warnOfPanel } from '../adapters/remnawave/remnawaveNetwork';
import { createSmtpMailer } from '../adapters/smtpMailer';
import { clientConfiguration } from '../configuration/clientConfiguration';
import { ConfigurationRejected } from '../configuration/environment';
import {
  acceptsTestPayments,
  listWarnings,
  type ProductionConfiguration,
} from '../configuration/productionConfiguration';
import { FIRST_ADMIN_USERNAME, type StaffAccess } from '../configuration/staffAccess';
import { createVpnExits } from '../configuration/vpnExits';
import type { Deps, Settings } from '../deps';
import { parseLinkDomain } from '../domain/linkDomains';
import { buildApp } from '../http/app';
import { createServerFor, listen, rejectPortInUse } from '../http/listen';
import type { Website } from '../http/website';
import { createPinoLogger } from '../logging/pinoLogger';
import type { CardProvider } from '../ports/cardProvider';
import { systemClock } from '../ports/clock';
import type { Logger } from '../ports/logger';
import type { VpnNetwork } from '../ports/vpnNetwork';
import { createProcessMemory } from '../processMemory';
import { productVersion } from '../productVersion';
import { isGone } from '../store/goneProviders';
import { openPostgres } from '../store/openDatabase';
import { listStaffAccounts } from '../store/staffTeam';
import { listCardProviders } from '../usecases/billing/cardProviders/cardProviders';
import { applyErasureJournal } from '../usecases/deletion/applyErasureJournal';
import { ensureFirstAdmin } from '../usecases/staff/staffAccounts';
import { deliverInBackground } from '../workers/delivery/deliverOutbox';
import { startJobs } from '../workers/jobs/startJobs';
import { announce } from './announce';
import { countedProvider } from './countedProvider';
import { importVpnAppsVariable } from './importVpnAppsVariable';
import { openCardProviders } from './openCardProviders';
import { openMetrics } from './openMetrics';
import { startLine } from './projectFolder';
import type { RunningServer } from './runServer';
import { closeInTime, createStopping } from './stopping';

function buildSettings(configuration: ProductionConfiguration): Settings {
  return {
    mode: 'production',
    publicUrl: configuration.publicUrl,
    brand: configuration.brand,
    sessionSecret: configuration.sessionSecret,
    acceptTestPayments: acceptsTestPayments(configuration),
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

function buildGoogleConfiguration({ firebase }: ProductionConfiguration) {
  return {
    enabled: firebase.googleSignIn,
    apiKey: firebase.apiKey,
    authDomain: firebase.authDomain,
    projectId: firebase.projectId,
    ...(firebase.authTokenSyncUrl === undefined ? {} : { authTokenSyncUrl: firebase.authTokenSyncUrl }),
  };
}

/** Returns the client of the VPN panel, or null if no VPN panel is configured. */
function openVpnNetwork({ vpn }: ProductionConfiguration, logger: Logger): VpnNetwork | null {
  if (vpn === undefined) return null;
  const options = { ...vpn.panel, clock: systemClock, logger };
  void warnOfPanel(options);
  return createRemnawaveNetwork(options);
}

const vpnTokenEnd = ({ vpn }: ProductionConfiguration): Date | null =>
  vpn === undefined ? null : tokenExpiry(vpn.panel.token);

export interface ProductionServerOptions {
  configuration: ProductionConfiguration;
  /** Opens the website that serves documents and files. `configuration` is embedded in the documents. */
  openSite: (configuration: ClientConfiguration) => Promise<Website>;
}

/**
 * Creates or updates the first administrator if a password for this account is configured. If no password is
 * configured, throws `ConfigurationRejected` unless an enabled staff account may manage the team.
 */
async function ensureAdmin(deps: Deps, { firstAdmin }: StaffAccess): Promise<void> {
  const { username, password } = firstAdmin;
  if (password !== undefined) {
    await ensureFirstAdmin(deps, { username: username ?? FIRST_ADMIN_USERNAME, password });
    return;
  }
  const staff = await listStaffAccounts(deps.db, deps.clock.now());
  if (!staff.some(({ role, disabledAt }) => hasRight(role, 'manageTeam') && disabledAt === null))
    throw new ConfigurationRejected(['STAFF_PASSWORD is missing: there is no enabled admin yet']);
}

/** Starts the production server. Rejects with `ConfigurationRejected`, `PortInUse` or the error of the database. */
export async function startProductionServer({
  configuration,
  openSite,
}: ProductionServerOptions): Promise<RunningServer> {
  const { connectionCheck, firebase, mail } = configuration;
  const logger = createPinoLogger(configuration.logLevel);
  const opened: (() => Promise<void>)[] = [];
  const { widget: cardWidget, ...chosen } = openCardProviders(configuration);
  const metrics = createPrometheusMetrics(
    listCardProviders(chosen).map(({ name }) => name),
    configuration.vpn === undefined ? [] : configuration.vpnLinkBaseUrls.map(parseLinkDomain),
  );
  const counted = (provider: CardProvider): CardProvider => countedProvider(provider, metrics);
  const stopping = createStopping();
  const stop = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  try {
    announce(startLine(configuration));
    for (const warning of listWarnings(configuration)) announce(`Warning: ${warning}`);
    await rejectPortInUse(configuration);
    announce('Opening the database…');
    const database = await openPostgres(configuration.databaseUrl, {
      onConnectionLost: (error) => logger.error({ error }, 'a database connection was lost'),
    });
    opened.push(() => closeInTime(() => database.close()));
    if (configuration.metrics !== null)
      opened.push(await openMetrics(configuration.metrics, metrics, database, vpnTokenEnd(configuration)));
    announce('The schema is up to date.');
    const settings = buildSettings(configuration);
    const mailer = createSmtpMailer({
      smtpUrl: mail.smtpUrl,
      from: mail.from,
      replyTo: configuration.brand.supportEmail,
    });
    opened.push(() => {
      mailer.close();
      return Promise.resolve();
    });
    void mailer.learnExtensions();
    const deps: Deps = {
      db: database.db,
      clock: systemClock,
      authenticatorClock: systemClock,
      mailer,
      cardProvider: counted(chosen.cardProvider),
      formerCardProviders: chosen.formerCardProviders.map(counted),
      pushSender:
        firebase.serviceAccount === undefined
          ? null
          : createFcmPushSender({ serviceAccount: firebase.serviceAccount, clock: systemClock }),
      googleIdentity: firebase.googleSignIn
        ? createFirebaseGoogleIdentity({
            projectId: firebase.projectId,
            keys: remoteKeys(firebase.keysUrl ?? GOOGLE_KEYS_URL),
            clock: systemClock,
          })
        : noGoogleIdentity,
      vpnNetwork: openVpnNetwork(configuration, logger),
      erasureJournal:
        configuration.erasureJournal === undefined ? null : fileErasureJournal(configuration.erasureJournal),
      linkChecker: createLinkChecker(),
      vpnExits: connectionCheck === undefined ? null : createVpnExits(connectionCheck.exits),
      wakeOutbox: (lane) => deliverInBackground(deps, lane),
      logger,
      metrics,
      memory: createProcessMemory(),
      settings,
    };
    if (await isGone(deps.db, deps.cardProvider.name))
      announce(
        `Warning: ${deps.cardProvider.name} is marked as gone, so nothing can be sold: set CARD_PROVIDER to another card provider.`,
      );
    const erasedAgain = await applyErasureJournal(deps);
    if (erasedAgain > 0) announce(`Erased ${erasedAgain} accounts again that the erasure journal lists.`);
    await ensureAdmin(deps, configuration.staffAccess);
    await importVpnAppsVariable(deps, configuration.vpnApps);
    const client = clientConfiguration(settings, {
      cardWidget,
      google: buildGoogleConfiguration(configuration),
      pushNotifications: deps.pushSender !== null,
      connectsDevices: deps.vpnNetwork !== null,
      checkUrl: connectionCheck?.url,
      errorReportingDsn: configuration.errorReportingDsn,
      recipientsAbroad: configuration.recipientsAbroad,
    });
    const website = await openSite(client);
    const app = buildApp(deps, {
      website,
      isStopping: stopping.isStopping,
      trustedProxies: configuration.trustedProxies,
      version: productVersion(),
      checkHost: connectionCheck === undefined ? undefined : new URL(connectionCheck.url).hostname,
    });
    const listening = await listen(
      createServerFor((request, env) => app.fetch(request, env)),
      configuration,
    );
    const jobs = startJobs(deps);
    opened.push(() => stopping.stopServing(listening, jobs, configuration.drainSeconds));
    announce(`Ready on ${configuration.host}:${configuration.port} for ${configuration.publicUrl}/`);
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
