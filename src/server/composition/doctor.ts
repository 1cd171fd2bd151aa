/**
 * Implements `npm run doctor`: checks a production configuration against the live services. The command connects to
 * each service, authenticates and reads, but changes nothing. The command runs no migration, sends no email or push
 * notification, and creates no payment or VPN credential.
 */
import * as v from 'valibot';
import { connectionCheckCalls } from '../../shared/contract/connectionCheck';
import { DEFAULT_VPN_APPS } from '../../shared/defaultVpnApps';
import { listLinks, type VpnApp } from '../../shared/vpnAppList';
import { examineCloudPayments } from '../adapters/cloudPayments/cloudPayments';
import type { MailServerReplies } from '../adapters/examineMailServer';
import { createFcmPushSender, PushRejected } from '../adapters/fcmPushSender';
import { journalFault } from '../adapters/fileErasureJournal';
import { examineGoogleSignIn, GOOGLE_KEYS_URL, GoogleRejected } from '../adapters/firebaseIdTokens';
import { createLinkChecker } from '../adapters/httpLinkChecker';
import {
  CLOCK_WARNING_MS,
  examinePanelSetup,
  PANEL_SCOPES,
  type PanelSetup,
  PanelUnfit,
} from '../adapters/remnawave/panelSetup';
import { tokenEnd } from '../adapters/remnawave/remnawaveNetwork';
import { createSmtpMailer } from '../adapters/smtpMailer';
import { examineYooKassa } from '../adapters/yooKassa/yooKassa';
import { placeholderVariables } from '../configuration/brand';
import { ConfigurationRejected, type EnvironmentVariables } from '../configuration/environment';
import {
  listWarnings,
  type ProductionConfiguration,
  readProductionConfiguration,
} from '../configuration/productionConfiguration';
import type { VpnAppsVariable } from '../configuration/vpn';
import type { ConnectionCheckConfiguration } from '../configuration/vpnExits';
import { connectionFault } from '../logging/connectionFault';
import { ProviderRejected, ProviderUnavailable } from '../ports/cardProvider';
import { systemClock } from '../ports/clock';
import type { LinkChecker } from '../ports/linkChecker';
import { MailServerFailed } from '../ports/mailer';
import { isOlderVersion, productVersion } from '../productVersion';
import { type DatabaseDetails, examinePostgres } from '../store/examinePostgres';
import { VersionTooOld } from '../store/migrate';
import { SessionSettingsLost } from '../store/sessionSettings';
import { LINK_REJECTIONS } from '../texts/links';
import { listCardProviders } from '../usecases/billing/cardProviders/cardProviders';
import { requestLinks } from '../usecases/console/vpnApps';
import { failedCheck } from './faultExplanations';
import { VPN_APPS_IGNORED } from './importVpnAppsVariable';
import { openCardProviders } from './openCardProviders';

/**
 * Result of one check. A `problem` affects customers. A `warning` means that the service works but the operator should
 * act.
 */
export interface Finding {
  verdict: 'ok' | 'warning' | 'problem';
  about: string;
  /** Sentence that describes the result of the check, which must not contain secrets. */
  text: string;
}

export interface DoctorOptions {
  variables: EnvironmentVariables;
  say: (line: string) => void;
  /** Function that replaces `fetch` in tests. */
  fetch?: typeof fetch;
  /** Client that replaces the requests of store links in tests. */
  linkChecker?: LinkChecker;
  /** Names of checks that are left out. */
  without?: readonly string[];
  /** Version of Node.js that runs the product. Tests replace it. */
  nodeVersion?: string;
}

/** Names of the checks of the database and of the store links. */
export const DATABASE_CHECK = 'database';
export const LINKS_CHECK = 'VPN apps';

const ok = (about: string, text: string): Finding => ({ verdict: 'ok', about, text });
const warning = (about: string, text: string): Finding => ({ verdict: 'warning', about, text });
const problem = (about: string, text: string): Finding => ({ verdict: 'problem', about, text });

/** Number of panel users that a sentence names. */
const NAMED_USERS = 3;

/** User-Agent of the request to a link domain. The server takes it for a link preview. */
const LINK_PREVIEW = 'prosvet-doctor bot';

/** Timeout of the requests to the check host and to the link domains, in ms. */
const CHECK_HOST_TIMEOUT_MS = 10_000;

const OUR_ERRORS = [
  GoogleRejected,
  MailServerFailed,
  PanelUnfit,
  ProviderRejected,
  ProviderUnavailable,
  PushRejected,
] as const;

/**
 * Returns the reason of a failure. Error messages of the project's own adapters contain no secrets. Only the type of
 * any other error is returned.
 */
function describeReason(error: unknown): string {
  return OUR_ERRORS.some((kind) => error instanceof kind) ? (error as Error).message : connectionFault(error);
}

const OLDEST_POSTGRES = 15;

function ofDatabase(details: DatabaseDetails, hasFirstPassword: boolean): Finding[] {
  const about = 'database';
  const { version, trigrams, schema, oldestVersion, freeConnections, enabledAdmins, mayCreate } = details;
  const findings = [
    version >= OLDEST_POSTGRES
      ? ok(about, `PostgreSQL ${version} answers.`)
      : problem(about, `PostgreSQL ${version} is too old: ${OLDEST_POSTGRES} or newer is needed.`),
  ];
  if (trigrams === 'absent') {
    findings.push(problem(about, 'The extension pg_trgm is missing: install postgresql-contrib.'));
  }
  if (!mayCreate && schema !== 'current') {
    findings.push(
      problem(
        about,
        'The database role may not create tables, and the schema does not exist yet: make it the owner of the database.',
      ),
    );
  }
  if (schema === 'empty')
    findings.push(ok(about, 'The database is empty: the first start creates the tables.'));
  if (schema === 'older')
    findings.push(warning(about, 'The next start migrates the schema: make a backup first.'));
  if (oldestVersion !== null && isOlderVersion(productVersion(), oldestVersion))
    findings.push(problem(about, new VersionTooOld(productVersion(), oldestVersion).message));
  else if (schema === 'newer')
    findings.push(warning(about, 'A newer version of the product has already migrated the schema.'));
  if (freeConnections < 25) {
    const text = `${freeConnections} connections are free, and each instance takes up to 20: raise max_connections.`;
    findings.push(warning(about, text));
  }
  if (enabledAdmins === 0 && !hasFirstPassword) {
    findings.push(problem('staff', 'There is no enabled admin: set STAFF_PASSWORD for the first start.'));
  }
  return findings;
}

function ofGoneProviders({ goneProviders }: DatabaseDetails, sellingProvider: string): Finding[] {
  return goneProviders.map((provider) =>
    provider === sellingProvider
      ? problem(
          'card providers',
          `${provider} is marked as gone, so nothing can be sold: set CARD_PROVIDER to another card provider.`,
        )
      : warning('card providers', `${provider} is marked as gone: its customers must enter a card again.`),
  );
}

function ofRejectedCredentials({ rejectedCredentials }: DatabaseDetails): Finding[] {
  return rejectedCredentials.map(({ reason, count }) =>
    problem('VPN panel', `The VPN panel rejects changes of VPN credentials (${count}): ${reason}.`),
  );
}

function ofPanel(setup: PanelSetup): Finding[] {
  const about = 'VPN panel';
  const { version, missingScopes, unknownScopes, squads, clockAheadMs, foreignUsers } = setup;
  const findings: Finding[] = [];
  if (missingScopes.length === PANEL_SCOPES.length) {
    findings.push(
      problem(
        about,
        'The API token was deleted in the VPN panel, or has none of its scopes: create one, and set REMNAWAVE_TOKEN.',
      ),
    );
  } else if (missingScopes.length > 0) {
    const text = `The API token lacks ${missingScopes.join(', ')}: create a token with these scopes.`;
    findings.push(problem(about, text));
  } else if (version !== null && !/^v?3\./.test(version)) {
    findings.push(problem(about, `Version ${version} is not Remnawave 3.x: upgrade the VPN panel.`));
  } else findings.push(ok(about, `Remnawave ${version ?? ''} accepts the token.`));
  if (unknownScopes.length > 0) {
    findings.push(warning(about, `The scopes ${unknownScopes.join(', ')} could not be checked.`));
  }
  if (clockAheadMs !== null && Math.abs(clockAheadMs) > CLOCK_WARNING_MS) {
    const seconds = Math.round(Math.abs(clockAheadMs) / 1000);
    const direction = clockAheadMs > 0 ? 'ahead of' : 'behind';
    const text = `The clock of the VPN panel is ${seconds} s ${direction} the clock of this server: synchronize both.`;
    findings.push(warning(about, text));
  }
  if (foreignUsers.length > 0) {
    const names = foreignUsers.slice(0, NAMED_USERS).join(', ');
    const text = `${foreignUsers.length} panel users have a name of this product but not its tag, so the product never changes them: ${names}. Rename or delete them.`;
    findings.push(problem(about, text));
  }
  return missingScopes.length === PANEL_SCOPES.length ? findings : [...findings, ...ofSquads(squads)];
}

function ofSquads(squads: PanelSetup['squads']): Finding[] {
  const about = 'VPN panel';
  if (squads === 'unreadable') {
    return [warning(about, 'squads not checked: the VPN panel did not return its squads and hosts.')];
  }
  if ('missingScopes' in squads) {
    const scopes = squads.missingScopes.join(' and ');
    return [warning(about, `squads not checked: add ${scopes} to the scopes of the API token.`)];
  }
  if (squads.unfit.length === 0) return [ok(about, 'Each squad of REMNAWAVE_SQUADS has an enabled host.')];
  return squads.unfit.map(({ uuid, name, reason }) =>
    problem(
      about,
      reason === 'missing'
        ? `The squad ${uuid} does not exist in the VPN panel: correct REMNAWAVE_SQUADS.`
        : `The squad ${name ?? ''} (${uuid}) of REMNAWAVE_SQUADS gives its members no VPN server: enable a host for it in the VPN panel.`,
    ),
  );
}

/** Reply codes with which a mail server requires AUTH or STARTTLS before it accepts an email (RFC 4954, RFC 3207). */
const NEEDS_LOGIN = /^53[0458]\b/;

/** Returns the findings about the replies of the mail server to an envelope. */
function ofMailServer({ sender, recipient, acceptsUtf8 }: MailServerReplies): Finding[] {
  const about = 'mail';
  const rejected = sender ?? recipient;
  if (rejected !== null && NEEDS_LOGIN.test(rejected.codes))
    return [
      problem(
        about,
        `The mail server requires a login or TLS (${rejected.codes}): add a user name and a password to SMTP_URL, without requireTLS=false.`,
      ),
    ];
  if (sender !== null)
    return [
      sender.isPermanent
        ? problem(
            about,
            `The mail server rejects the sender (${sender.codes}): set MAIL_FROM to an address that it permits for this login.`,
          )
        : warning(
            about,
            `The mail server accepts no email from MAIL_FROM at present (${sender.codes}): try again later.`,
          ),
    ];
  if (recipient !== null)
    return [
      recipient.isPermanent
        ? problem(
            about,
            `The mail server does not relay emails to the support address (${recipient.codes}): check SMTP_URL and BRAND_SUPPORT_EMAIL.`,
          )
        : warning(
            about,
            `The mail server delays emails of unknown senders (${recipient.codes}): sign-in emails arrive late, so add a login to SMTP_URL or exempt this machine.`,
          ),
    ];
  return [
    ok(about, 'The mail server accepts the credentials, the sender and an email to the support address.'),
    ...(acceptsUtf8
      ? []
      : [
          ok(
            about,
            'The mail server does not announce SMTPUTF8, so forms reject addresses with characters outside ASCII before the @.',
          ),
        ]),
  ];
}

/**
 * Returns the check of each service by name. Each check resolves to its findings. An error in a check is reported as
 * a problem of that service.
 */
function examinations(
  configuration: ProductionConfiguration,
  send: typeof fetch,
  linkChecker: LinkChecker,
): Record<string, () => Promise<Finding[]>> {
  const { brand, cloudPayments, connectionCheck, databaseUrl, firebase, mail, publicUrl, vpn, yooKassa } =
    configuration;
  const providers = listCardProviders(openCardProviders(configuration)).map(({ name }) => name);
  let details: Promise<DatabaseDetails> | undefined;
  const databaseDetails = (): Promise<DatabaseDetails> =>
    (details ??= examinePostgres(databaseUrl, providers));
  return {
    [DATABASE_CHECK]: async () => {
      const found = await databaseDetails();
      return [
        ...ofDatabase(found, configuration.staffAccess.firstAdmin.password !== undefined),
        ...ofGoneProviders(found, providers[0] ?? ''),
        ...ofRejectedCredentials(found),
        ...found.forbiddenProviders.map((provider) =>
          problem(
            'card providers',
            `${provider} rejected the last payment: it does not permit autopayments for this shop. Ask its manager.`,
          ),
        ),
      ];
    },
    mail: async () => {
      const mailer = createSmtpMailer({ ...mail, replyTo: brand.supportEmail });
      try {
        // A placeholder is no mailbox of the shop, so the sender's own mailbox replaces it.
        const isPlaceholder = placeholderVariables(brand).includes('BRAND_SUPPORT_EMAIL');
        return ofMailServer(await mailer.examine(isPlaceholder ? mail.from : brand.supportEmail));
      } finally {
        mailer.close();
      }
    },
    'card provider': async () => {
      if (cloudPayments === undefined) return [];
      await examineCloudPayments({ ...cloudPayments, fetch: send });
      return [ok('card provider', 'CloudPayments accepts the Public ID and the API Secret.')];
    },
    YooKassa: async () => {
      if (yooKassa === undefined) return [];
      await examineYooKassa({ ...yooKassa, senders: [], fetch: send });
      return [
        ok('YooKassa', 'YooKassa accepts the shop id and the secret key.'),
        // Only the creation of a payment shows whether the permission exists, and this command creates no payment.
        warning('YooKassa', 'Ask the YooKassa manager whether autopayments are permitted for this shop.'),
      ];
    },
    pushes: async () => {
      const { serviceAccount, projectId } = firebase;
      if (serviceAccount === undefined) return [ok('pushes', 'Push notifications are switched off.')];
      await createFcmPushSender({ serviceAccount, clock: systemClock, fetch: send }).verify();
      const findings = [ok('pushes', 'The service account may send pushes.')];
      if (serviceAccount.projectId !== projectId) {
        findings.push(
          warning(
            'pushes',
            'The service account belongs to another project than FIREBASE_PROJECT_ID: use a key of that project.',
          ),
        );
      }
      return findings;
    },
    'Google sign-in': async () => {
      if (!firebase.googleSignIn) return [ok('Google sign-in', 'Google sign-in is switched off.')];
      const { host, isHostKnown, firebaseDomains } = await examineGoogleSignIn({
        keysUrl: firebase.keysUrl ?? GOOGLE_KEYS_URL,
        apiKey: firebase.apiKey,
        publicUrl,
        fetch: send,
      });
      return [
        isHostKnown
          ? ok(
              'Google sign-in',
              'The public keys are readable, and the host is an authorized domain of the project.',
            )
          : problem(
              'Google sign-in',
              `Google rejects sign-ins on ${host}: add it to the authorized domains of the Firebase project.`,
            ),
        ...(firebaseDomains.length === 0 || firebaseDomains.includes(`${firebase.projectId}.firebaseapp.com`)
          ? []
          : [
              problem(
                'Google sign-in',
                `FIREBASE_PROJECT_ID is not the project of FIREBASE_API_KEY, whose domain is ${firebaseDomains.join(', ')}: correct one of them.`,
              ),
            ]),
      ];
    },
    'VPN panel': async () => {
      if (vpn === undefined) return [];
      const panel = { ...vpn.panel, clock: systemClock, fetch: send };
      const { endsAt, endsSoon } = tokenEnd(panel);
      const findings = ofPanel(await examinePanelSetup(panel));
      if (endsSoon)
        findings.push(warning('VPN panel', `The API token expires on ${endsAt?.toISOString() ?? ''}.`));
      return findings;
    },
    'device links': async () =>
      vpn === undefined
        ? []
        : Promise.all(configuration.vpnLinkBaseUrls.map((url) => examineLinkDomain(url, send))),
    'connection check': async () =>
      connectionCheck === undefined ? [] : examineCheckHost(connectionCheck, publicUrl, send),
    [LINKS_CHECK]: async () => {
      if (vpn === undefined) return [];
      try {
        return await examineVpnApps(configuration.vpnApps, (await databaseDetails()).vpnApps, linkChecker);
      } catch {
        // The check of the database reports the error. Without the database, the shipped list is checked.
        return examineVpnApps(undefined, null, linkChecker);
      }
    },
  };
}

/**
 * Returns the findings about `VPN_APPS` and the store links. `stored` is the list in the database, or null if it contains
 * none.
 */
async function examineVpnApps(
  variable: VpnAppsVariable | undefined,
  stored: readonly VpnApp[] | null,
  linkChecker: LinkChecker,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (variable !== undefined && stored !== null) findings.push(warning(LINKS_CHECK, VPN_APPS_IGNORED));
  else if (variable !== undefined && 'problem' in variable)
    return [problem(LINKS_CHECK, `${variable.problem}.`)];
  else if (variable !== undefined)
    findings.push(
      ok(LINKS_CHECK, 'The next start imports VPN_APPS. After that, VPN_APPS is no longer read.'),
    );
  const apps = stored ?? (variable !== undefined && 'apps' in variable ? variable.apps : DEFAULT_VPN_APPS);
  const links = listLinks(apps);
  const { reports, isOffline } = await requestLinks({ linkChecker }, links);
  if (isOffline) {
    const text = `None of the ${links.length} links responded, so this machine may have no access to the internet: check them in /adept/apps.`;
    return [...findings, warning(LINKS_CHECK, text)];
  }
  const failed = reports.filter((report) => report.problem !== null);
  const working = `${reports.length - failed.length} of ${reports.length} links work.`;
  return [
    ...findings,
    ok(LINKS_CHECK, working),
    ...failed.map(({ url, problem: text }) => {
      const names = apps.filter((app) => listLinks([app]).includes(url)).map(({ name }) => name);
      return warning(LINKS_CHECK, `${names.join(', ')}: ${url}: ${text ?? ''}`);
    }),
  ];
}

/** Statuses of a proxy whose server does not respond. */
const GATEWAY_STATUSES = [502, 503, 504];

/**
 * Requests a device link like a link preview. The response to it needs no valid link, and contains a sentence of this
 * product. An installation runs the doctor before the server and its proxy have started, so that is only a warning.
 */
async function examineLinkDomain(baseUrl: string, send: typeof fetch): Promise<Finding> {
  const about = 'device links';
  const notStarted = warning(
    about,
    `No server responds to device links of ${baseUrl}: start the server and its proxy, and run the doctor again.`,
  );
  try {
    const response = await send(`${baseUrl}/s/doctor`, {
      headers: { Accept: '*/*', 'User-Agent': LINK_PREVIEW },
      redirect: 'manual',
      signal: AbortSignal.timeout(CHECK_HOST_TIMEOUT_MS),
    });
    if (GATEWAY_STATUSES.includes(response.status)) return notStarted;
    return (await response.text()).trim() === LINK_REJECTIONS.unknownClient
      ? ok(about, `Device links of ${baseUrl} lead to this product.`)
      : problem(
          about,
          `Device links of ${baseUrl} do not lead to this product: check its DNS entry and its proxy.`,
        );
  } catch (error) {
    const fault = connectionFault(error);
    if (fault === 'ECONNREFUSED') return notStarted;
    return problem(
      about,
      `Device links of ${baseUrl} cannot be fetched from this machine (${fault}): check its DNS entry, its certificate and its proxy.`,
    );
  }
}

/** Makes the call of the page /check as a page does. Rejects if the host cannot be reached. */
async function examineCheckHost(
  { url, exits }: ConnectionCheckConfiguration,
  publicUrl: string,
  send: typeof fetch,
): Promise<Finding[]> {
  const about = 'connection check';
  const response = await send(`${url}/api/${connectionCheckCalls.checkConnection.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: publicUrl },
    body: '{}',
    signal: AbortSignal.timeout(CHECK_HOST_TIMEOUT_MS),
  });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok || !v.is(connectionCheckCalls.checkConnection.response, body)) {
    return [problem(about, 'CHECK_URL does not lead to this server: check its DNS entry and its proxy.')];
  }
  if (response.headers.get('access-control-allow-origin') !== publicUrl) {
    return [
      problem(
        about,
        'The host of CHECK_URL does not allow pages of PUBLIC_URL to read its response: let its proxy pass on all response headers.',
      ),
    ];
  }
  return [ok(about, `CHECK_URL leads to this server. Configured exits: ${exits.length}.`)];
}

function ofSettings(configuration: ProductionConfiguration, nodeVersion: string): Finding[] {
  const about = 'configuration';
  return [
    ok(about, 'The configuration is complete, and no value is unsafe by itself.'),
    ...listWarnings(configuration, nodeVersion).map((text) => warning(about, text)),
  ];
}

/** Returns a finding if the server could not write the erasure journal. The check writes nothing. */
async function ofJournal({ erasureJournal }: ProductionConfiguration): Promise<Finding[]> {
  if (erasureJournal === undefined) return [];
  const fault = await journalFault(erasureJournal);
  if (fault === null) return [];
  const text = `The erasure journal cannot be read and written (${fault}): give the user of the server the file or the folder of ERASURE_JOURNAL.`;
  return [problem('erasure journal', text)];
}

async function examine({
  variables,
  fetch: send = fetch,
  linkChecker = createLinkChecker(),
  without = [],
  nodeVersion = process.versions.node,
}: DoctorOptions): Promise<Finding[]> {
  let configuration: ProductionConfiguration;
  try {
    configuration = readProductionConfiguration(variables);
  } catch (error) {
    if (!(error instanceof ConfigurationRejected)) throw error;
    return error.problems.map((text) => problem('configuration', text.endsWith('.') ? text : `${text}.`));
  }
  const found = await Promise.all(
    Object.entries(examinations(configuration, send, linkChecker)).map(async ([about, examine]) => {
      if (without.includes(about)) return [];
      try {
        return await examine();
      } catch (error) {
        if (error instanceof SessionSettingsLost) return [problem(about, error.message)];
        return [problem(about, failedCheck(about, describeReason(error)))];
      }
    }),
  );
  return [...ofSettings(configuration, nodeVersion), ...(await ofJournal(configuration)), ...found.flat()];
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const MARKS = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' } as const;

/** Prints one line for each finding. Resolves to the exit code: 1 if there is a problem, otherwise 0. */
export async function runDoctor(options: DoctorOptions): Promise<0 | 1> {
  const findings = await examine(options);
  const width = Math.max(...findings.map(({ about }) => about.length));
  for (const { verdict, about, text } of findings) {
    options.say(`${MARKS[verdict]}  ${about.padEnd(width)}  ${text}`);
  }
  const problems = findings.filter(({ verdict }) => verdict === 'problem').length;
  const warnings = findings.filter(({ verdict }) => verdict === 'warning').length;
  options.say(`\n${counted(problems, 'problem')}, ${counted(warnings, 'warning')}; nothing was changed.`);
  return problems === 0 ? 0 : 1;
}
