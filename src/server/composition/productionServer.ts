/**
 * Production put together of real parts only. No state in the process that another instance needs:
 * several may run behind a load balancer.
 */
import { createCloudPayments } from '../billing/provider/cloudPayments';
import { systemClock } from '../clock';
import { clientConfiguration } from '../configuration/clientConfiguration';
import { ConfigurationRefused } from '../configuration/environment';
import { type ProductionConfiguration, warningsOf } from '../configuration/productionConfiguration';
import { FIRST_ADMIN_USERNAME } from '../configuration/staffAccess';
import type { Deps, Settings } from '../deps';
import {
  createFirebaseGoogleIdentity,
  GOOGLE_KEYS_URL,
  noGoogleIdentity,
  remoteKeys,
} from '../googleIdentity/firebaseIdTokens';
import { buildApp } from '../http/app';
import { createServerFor, listen, refusePortInUse } from '../http/listen';
import { openWebsite } from '../http/website';
import { startJobs } from '../jobs/startJobs';
import type { Logger } from '../logging/logger';
import { createPinoLogger } from '../logging/pinoLogger';
import { createSmtpMailer } from '../mail/smtpMailer';
import { createPrometheusMetrics } from '../metrics/prometheusMetrics';
import { createFcmPushSender } from '../push/fcmPushSender';
import { openPostgres } from '../store/openDatabase';
import { listStaffAccounts } from '../store/staffTeam';
import { ensureFirstAdmin } from '../usecases/staff/staffAccounts';
import { createRemnawaveNetwork, warnOfPanel } from '../vpn/remnawaveNetwork';
import type { VpnNetwork } from '../vpn/vpnNetwork';
import { announce } from './announce';
import { openMetrics } from './openMetrics';
import { builtPageRenderer, builtSiteFolder } from './projectFolder';
import type { RunningServer } from './runServer';
import { closeInTime, createStopping } from './stopping';

function settingsOf(configuration: ProductionConfiguration): Settings {
  const { publicId, acceptTestPayments } = configuration.cloudPayments;
  return {
    mode: 'production',
    publicUrl: configuration.publicUrl,
    brand: configuration.brand,
    sessionSecret: configuration.sessionSecret,
    cardProvider: { publicTerminalId: publicId, acceptTestPayments },
    totpRequired: configuration.staffAccess.totpRequired,
    pushLinkHosts: configuration.staffAccess.pushLinkHosts,
    vpnLinkBaseUrl: configuration.vpnLinkBaseUrl,
  };
}

function googleOf({ firebase }: ProductionConfiguration) {
  return {
    enabled: firebase.googleSignIn,
    apiKey: firebase.apiKey,
    authDomain: firebase.authDomain,
    projectId: firebase.projectId,
    ...(firebase.authTokenSyncUrl === undefined ? {} : { authTokenSyncUrl: firebase.authTokenSyncUrl }),
  };
}

/** The real VPN network; null when none is configured. */
function openVpnNetwork({ vpn }: ProductionConfiguration, logger: Logger): VpnNetwork | null {
  if (vpn === undefined) return null;
  const options = { ...vpn.panel, clock: systemClock, logger };
  void warnOfPanel(options);
  return createRemnawaveNetwork(options);
}

/** Starts everything. Rejects with PortInUse, or with what the database says. */
export async function startProductionServer(configuration: ProductionConfiguration): Promise<RunningServer> {
  const { cloudPayments, firebase, mail } = configuration;
  const logger = createPinoLogger(configuration.logLevel);
  const opened: (() => Promise<void>)[] = [];
  const metrics = createPrometheusMetrics();
  const stopping = createStopping();
  const stop = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  try {
    for (const warning of warningsOf(configuration)) announce(`Warning: ${warning}`);
    await refusePortInUse(configuration);
    announce('Opening the database…');
    const database = await openPostgres(configuration.databaseUrl, {
      onConnectionLost: (error) => logger.error({ error }, 'a database connection was lost'),
    });
    opened.push(() => closeInTime(() => database.close()));
    if (configuration.metrics !== null)
      opened.push(await openMetrics(configuration.metrics, metrics, database));
    announce('The schema is up to date.');
    const settings = settingsOf(configuration);
    const mailer = createSmtpMailer({
      smtpUrl: mail.smtpUrl,
      from: mail.from,
      replyTo: configuration.brand.supportEmail,
    });
    opened.push(() => {
      mailer.close();
      return Promise.resolve();
    });
    const deps: Deps = {
      db: database.db,
      clock: systemClock,
      authenticatorClock: systemClock,
      mailer,
      cardProvider: createCloudPayments(cloudPayments),
      pushSender: createFcmPushSender({ serviceAccount: firebase.serviceAccount, clock: systemClock }),
      googleIdentity: firebase.googleSignIn
        ? createFirebaseGoogleIdentity({
            projectId: firebase.projectId,
            keys: remoteKeys(firebase.keysUrl ?? GOOGLE_KEYS_URL),
            clock: systemClock,
          })
        : noGoogleIdentity,
      vpnNetwork: openVpnNetwork(configuration, logger),
      logger,
      metrics,
      settings,
    };
    const { username, password } = configuration.staffAccess.firstAdmin;
    if (password !== undefined) {
      await ensureFirstAdmin(deps, { username: username ?? FIRST_ADMIN_USERNAME, password });
    } else if (
      (await listStaffAccounts(deps.db, systemClock.now())).every(({ disabledAt }) => disabledAt !== null)
    ) {
      throw new ConfigurationRefused(['STAFF_PASSWORD is missing: there is no staff account yet']);
    }
    const client = clientConfiguration(settings, {
      widgetScriptUrl: cloudPayments.widgetScriptUrl,
      widgetDialect: cloudPayments.widgetDialect,
      google: googleOf(configuration),
      connect: deps.vpnNetwork === null ? null : { apps: configuration.vpnApps },
      errorReportingDsn: configuration.errorReportingDsn,
    });
    const website = await openWebsite({
      folder: builtSiteFolder(),
      renderer: await builtPageRenderer(),
      configuration: client,
      publicUrl: configuration.publicUrl,
    });
    const app = buildApp(deps, {
      website,
      isStopping: stopping.isStopping,
      trustedProxies: configuration.trustedProxies,
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
