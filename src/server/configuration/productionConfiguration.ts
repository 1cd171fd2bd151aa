/**
 * Reads the configuration of production mode from environment variables. Environment variables that affect people or
 * money have no default value, and unsafe values are rejected.
 */
import { createPrivateKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import type { Brand } from '../../shared/brand';
import { WIDGET_DIALECTS } from '../../shared/configuration';
import {
  isNewStaffUsername,
  passwordProblem,
  STAFF_PASSWORD_MIN_LENGTH,
  STAFF_USERNAME_RULE,
} from '../../shared/newStaffCredentials';
import { RECIPIENT_ROLES, type RecipientRole } from '../../shared/recipients';
import { normalizeUsername } from '../../shared/staffRules';
import { isValidEmail } from '../../shared/validation';
import type { ReceiptSchedule } from '../domain/billing/receiptSchedule';
import type { PanelHeader } from '../domain/panelHeaders';
import { systemClock } from '../ports/clock';
import { placeholderVariables, readBrand } from './brand';
import { CARD_PROVIDER_CHOICES, type CardProviderChoice } from './cardProviderChoice';
import { EnvironmentReader, type EnvironmentVariables } from './environment';
import { type Listening, readListening } from './listening';
import { readReceiptTerms, receiptWarnings } from './receiptSettings';
import { FIRST_ADMIN_USERNAME, readStaffAccess, type StaffAccess } from './staffAccess';
import { unknownVariableWarnings, type VariableName } from './variables';
import {
  readVpn,
  readVpnApps,
  readVpnLinkBaseUrls,
  readVpnLinkHeaders,
  type VpnAppsVariable,
  type VpnConfiguration,
} from './vpn';
import { type ConnectionCheckConfiguration, parseAddressRange, readConnectionCheck } from './vpnExits';

const serviceAccountSchema = v.object({
  project_id: v.pipe(v.string(), v.nonEmpty()),
  client_email: v.pipe(v.string(), v.nonEmpty()),
  private_key: v.pipe(v.string(), v.includes('PRIVATE KEY')),
});

interface ServiceAccount {
  projectId: string;
  clientEmail: string;
  /** RSA private key in PEM format. */
  privateKey: string;
}

interface CloudPaymentsConfiguration {
  publicId: string;
  apiSecret: string;
  apiBaseUrl: string;
  widgetScriptUrl: string;
  widgetDialect: (typeof WIDGET_DIALECTS)[number];
  acceptTestPayments: boolean;
}

interface YooKassaConfiguration {
  shopId: string;
  secretKey: string;
  apiBaseUrl: string;
  widgetScriptUrl: string;
  /**
   * IP addresses and IP ranges in CIDR notation from which notifications are accepted, or undefined for the published
   * addresses.
   */
  senders: readonly string[] | undefined;
  acceptTestPayments: boolean;
}

/** Configuration of production mode. */
export interface ProductionConfiguration extends Listening {
  databaseUrl: string;
  publicUrl: string;
  sessionSecret: string;
  brand: Brand;
  staffAccess: StaffAccess;
  mail: { smtpUrl: string; from: string };
  /** Card provider of new orders. */
  cardProvider: CardProviderChoice;
  chargesPerMinute: number;
  signInEmailsPerMinute: number;
  chargesInFlight: number;
  /** Tax terms of fiscal receipts, by date of the sale. */
  receiptTerms: ReceiptSchedule;
  /** Whether payment pages ask for a phone number, and receipts contain it. */
  receiptPhone: boolean;
  /** Settings of CloudPayments, or undefined if it is not used. */
  cloudPayments: CloudPaymentsConfiguration | undefined;
  /** Settings of YooKassa, or undefined if it is not used. */
  yooKassa: YooKassaConfiguration | undefined;
  firebase: {
    projectId: string;
    /** Whether Google sign-in is enabled. The environment variable `GOOGLE_SIGN_IN=false` disables Google sign-in. */
    googleSignIn: boolean;
    apiKey: string;
    authDomain: string;
    keysUrl: string | undefined;
    authTokenSyncUrl: string | undefined;
    /** Service account that sends push notifications, or undefined if they are switched off. */
    serviceAccount: ServiceAccount | undefined;
  };
  /** Settings of the VPN panel, or undefined if no VPN panel is configured. */
  vpn: VpnConfiguration | undefined;
  /** List of VPN apps that is imported once, or undefined if it is not set. */
  vpnApps: VpnAppsVariable | undefined;
  /** Base URLs of the device links, with which VPN apps fetch their configuration. The first one is preferred. */
  vpnLinkBaseUrls: readonly string[];
  /** Names of the VPN panel's response headers that are forwarded to VPN apps. */
  vpnLinkHeaders: readonly PanelHeader[];
  /** File of the erasure journal, or undefined if none is kept. */
  erasureJournal: string | undefined;
  /** Settings of the page /check, or undefined if the exits of the VPN are not configured. */
  connectionCheck: ConnectionCheckConfiguration | undefined;
  /** Sentry DSN to which the browser app reports errors, or undefined if errors are reported to this server's log. */
  errorReportingDsn: string | undefined;
  /** Recipients of personal data outside Russia, or undefined for the default list. */
  recipientsAbroad: readonly RecipientRole[] | undefined;
  /** Warnings about variables that the server does not read, but that look like one of its variables. */
  unknownVariables: readonly string[];
}

const SESSION_SECRET_MIN_BYTES = 32;
/** Minimum number of different characters in the session secret. */
const SESSION_SECRET_MIN_CHARACTERS = 8;
/** Minimum length of the API secret in characters. The secrets that CloudPayments issues are twice as long. */
const API_SECRET_MIN_LENGTH = 16;

function readAddress(
  environment: EnvironmentReader,
  name: VariableName,
  protocols: readonly string[],
): string {
  const value = environment.required(name);
  if (value === '') return value;
  if (!/^[a-z]+:\/\//i.test(value) || !URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
    environment.problem(
      `${name} must begin with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    );
  }
  return value;
}

/** Matches words of example secrets that operators forget to replace. */
const EXAMPLE_WORDS = /change.?me|change.?this|replace.?me|example|password|placeholder|secret/i;

/** Character sequences of keyboard patterns, which are matched in both directions. */
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** Returns whether a text is a keyboard pattern: more than half of its character pairs are adjacent in a row of `ROWS`. */
function isWalk(text: string): boolean {
  const pairs = Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
  const steps = pairs.filter((pair) => {
    const [there, back] = [pair.toLowerCase(), Array.from(pair.toLowerCase()).reverse().join('')];
    return ROWS.some((row) => row.includes(there) || row.includes(back));
  });
  return steps.length > pairs.length / 2;
}

/** Returns whether a text repeats its beginning. A repeated text is only as strong as the repeated part. */
function isRepeated(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period += 1) {
    if (text.slice(period) === text.slice(0, text.length - period)) return true;
  }
  return false;
}

/** Returns whether a secret is easy to guess: an example value, a repeated part or a keyboard pattern. */
const isExample = (secret: string): boolean =>
  EXAMPLE_WORDS.test(secret) || isRepeated(secret) || isWalk(secret);

/** Records an error unless the URL of an external service uses https. A local URL may use http. */
function checkServiceAddress(environment: EnvironmentReader, name: VariableName, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  const isLocal = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (
    url === null ||
    url.username !== '' ||
    !(url.protocol === 'https:' || (isLocal && url.protocol === 'http:'))
  ) {
    environment.problem(`${name} must be an https URL without credentials`);
  }
  return value;
}

/** Reads the URL of an external service, or its default value. */
function readServiceAddress(environment: EnvironmentReader, name: VariableName): string {
  return checkServiceAddress(environment, name, environment.text(name));
}

/** Reads the URL of Google's public keys. Returns undefined if the default URL applies. */
function readGoogleKeysUrl(environment: EnvironmentReader): string | undefined {
  const value = environment.optional('GOOGLE_KEYS_URL');
  return value === undefined ? undefined : checkServiceAddress(environment, 'GOOGLE_KEYS_URL', value);
}

function readSessionSecret(environment: EnvironmentReader): string {
  const secret = environment.required('SESSION_SECRET');
  const isWeak =
    Buffer.byteLength(secret) < SESSION_SECRET_MIN_BYTES ||
    new Set(secret).size < SESSION_SECRET_MIN_CHARACTERS ||
    isExample(secret);
  if (secret !== '' && isWeak) {
    environment.problem(`SESSION_SECRET must be random and have at least ${SESSION_SECRET_MIN_BYTES} bytes`);
  }
  return secret;
}

/** Reads the URL of the mail server. Unlike the URL of a database, the URL of a mail server must contain a host. */
function readSmtpUrl(environment: EnvironmentReader): string {
  const value = readAddress(environment, 'SMTP_URL', ['smtp:', 'smtps:']);
  if (/^smtps?:\/\//i.test(value) && URL.canParse(value) && new URL(value).hostname === '') {
    environment.problem('SMTP_URL must name the host of the mail server');
  }
  return value;
}

function readSender(environment: EnvironmentReader): string {
  const from = environment.required('MAIL_FROM');
  if (/[\r\n]/.test(from)) environment.problem('MAIL_FROM must be one line');
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  if (from !== '' && !isValidEmail(address.trim()))
    environment.problem('MAIL_FROM must contain an email address');
  return from;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

function readServiceAccount(environment: EnvironmentReader): ServiceAccount {
  const nobody = { projectId: '', clientEmail: '', privateKey: '' };
  const text = environment.required('FIREBASE_SERVICE_ACCOUNT');
  if (text === '') return nobody;
  const parsed = v.safeParse(serviceAccountSchema, parseJson(text));
  if (!parsed.success) {
    environment.problem(
      'FIREBASE_SERVICE_ACCOUNT must be a JSON key with project_id, client_email and private_key',
    );
    return nobody;
  }
  const { project_id: projectId, client_email: clientEmail, private_key: privateKey } = parsed.output;
  if (!isPrivateKey(privateKey)) {
    environment.problem('FIREBASE_SERVICE_ACCOUNT must contain an RSA key in PEM format as private_key');
  }
  return { projectId, clientEmail, privateKey };
}

/**
 * Reads the URL of Firebase's token sync endpoint. The URL must be a path, because the Firebase SDK ignores an endpoint
 * of another origin.
 */
function readTokenSyncPath(environment: EnvironmentReader): string | undefined {
  const syncPath = environment.optional('AUTH_TOKEN_SYNC_URL');
  if (syncPath !== undefined && !/^\/(?!\/)/.test(syncPath)) {
    environment.problem("AUTH_TOKEN_SYNC_URL must be a path on the product's own origin, like /auth/sync");
  }
  return syncPath;
}

function readFirebase(environment: EnvironmentReader): ProductionConfiguration['firebase'] {
  const googleSignIn = environment.flag('GOOGLE_SIGN_IN');
  const pushNotifications = environment.flag('PUSH_NOTIFICATIONS');
  const forGoogle = (name: VariableName) => (googleSignIn ? environment.required(name) : '');
  return {
    projectId: googleSignIn || pushNotifications ? environment.required('FIREBASE_PROJECT_ID') : '',
    googleSignIn,
    apiKey: forGoogle('FIREBASE_API_KEY'),
    authDomain: forGoogle('FIREBASE_AUTH_DOMAIN'),
    keysUrl: readGoogleKeysUrl(environment),
    authTokenSyncUrl: readTokenSyncPath(environment),
    serviceAccount: pushNotifications ? readServiceAccount(environment) : undefined,
  };
}

function readCloudPayments(
  environment: EnvironmentReader,
  isChosen: boolean,
): CloudPaymentsConfiguration | undefined {
  const names = ['CLOUDPAYMENTS_PUBLIC_ID', 'CLOUDPAYMENTS_API_SECRET'] as const;
  if (!isChosen && names.every((name) => environment.optional(name) === undefined)) return undefined;
  const publicId = environment.required('CLOUDPAYMENTS_PUBLIC_ID');
  const apiSecret = environment.required('CLOUDPAYMENTS_API_SECRET');
  if (publicId !== '' && publicId === apiSecret) {
    environment.problem('CLOUDPAYMENTS_API_SECRET must not be the Public ID, which is public');
  } else if (apiSecret !== '' && (apiSecret.length < API_SECRET_MIN_LENGTH || isExample(apiSecret))) {
    // An attacker who guesses the API secret can sign notifications of payments that were never made.
    environment.problem("CLOUDPAYMENTS_API_SECRET is short or easy to guess; use the terminal's API secret");
  }
  return {
    publicId,
    apiSecret,
    apiBaseUrl: readServiceAddress(environment, 'CLOUDPAYMENTS_API_URL'),
    widgetScriptUrl: readServiceAddress(environment, 'CLOUDPAYMENTS_WIDGET_URL'),
    widgetDialect: environment.choice('CLOUDPAYMENTS_WIDGET_DIALECT', WIDGET_DIALECTS),
    acceptTestPayments: environment.flag('CLOUDPAYMENTS_ACCEPT_TEST_PAYMENTS'),
  };
}

function readYooKassa(environment: EnvironmentReader, isChosen: boolean): YooKassaConfiguration | undefined {
  const names = ['YOOKASSA_SHOP_ID', 'YOOKASSA_SECRET_KEY'] as const;
  if (!isChosen && names.every((name) => environment.optional(name) === undefined)) return undefined;
  const senders = environment.list('YOOKASSA_SENDERS');
  if (senders !== undefined && !senders.every((range) => parseAddressRange(range) !== null)) {
    environment.problem('YOOKASSA_SENDERS must be a list of IP addresses or CIDR ranges');
  }
  return {
    shopId: environment.required('YOOKASSA_SHOP_ID'),
    secretKey: environment.required('YOOKASSA_SECRET_KEY'),
    apiBaseUrl: readServiceAddress(environment, 'YOOKASSA_API_URL'),
    widgetScriptUrl: readServiceAddress(environment, 'YOOKASSA_WIDGET_URL'),
    senders,
    acceptTestPayments: environment.flag('YOOKASSA_ACCEPT_TEST_PAYMENTS'),
  };
}

/** Reads the card provider of new orders, and the settings of every card provider whose credentials are set. */
function readCardProviders(
  environment: EnvironmentReader,
): Pick<ProductionConfiguration, 'cardProvider' | 'cloudPayments' | 'yooKassa'> {
  const cardProvider = environment.choice('CARD_PROVIDER', CARD_PROVIDER_CHOICES);
  return {
    cardProvider,
    cloudPayments: readCloudPayments(environment, cardProvider === 'cloudpayments'),
    yooKassa: readYooKassa(environment, cardProvider === 'yookassa'),
  };
}

/** Reads the first admin's username and password, which must meet the staff console's rules for new staff accounts. */
function readFirstAdmin(environment: EnvironmentReader, brand: Brand, publicUrl: string): StaffAccess {
  const access = readStaffAccess(environment, brand, {
    publicUrl,
    passwordMinLength: STAFF_PASSWORD_MIN_LENGTH,
  });
  const { username: typed, password } = access.firstAdmin;
  const username = normalizeUsername(typed ?? FIRST_ADMIN_USERNAME);
  if (!isNewStaffUsername(username)) {
    environment.problem(`STAFF_USERNAME must have ${STAFF_USERNAME_RULE}, and must not be a reserved name`);
  }
  if (password !== undefined) {
    const problem = passwordProblem(password, username);
    if (isExample(password) || (problem !== null && problem !== 'tooShort')) {
      environment.problem('STAFF_PASSWORD is easy to guess; use a random password');
    }
  }
  return access;
}

/**
 * Reads the path of the erasure journal. The folder of the erasure journal must exist, because a missing mount would
 * lose the journal.
 */
function readErasureJournal(environment: EnvironmentReader): string | undefined {
  const file = environment.optional('ERASURE_JOURNAL');
  if (file === undefined) return undefined;
  if (!path.isAbsolute(file) || !existsSync(path.dirname(file)))
    environment.problem('ERASURE_JOURNAL must be an absolute path of a file in an existing folder');
  return file;
}

function readErrorReportingDsn(environment: EnvironmentReader): string | undefined {
  const dsn = environment.optional('SENTRY_DSN');
  if (dsn !== undefined && !/^https:\/\/[^/@]+@[^/@]+\/(?:.*\/)?\d+$/.test(dsn)) {
    environment.problem('SENTRY_DSN must look like https://key@host/project');
  }
  return dsn;
}

/** Reads the roles of recipients outside Russia. The word `none` means that data stays in Russia. */
function readRecipientsAbroad(environment: EnvironmentReader): readonly RecipientRole[] | undefined {
  const typed = environment.list('RECIPIENTS_ABROAD');
  if (typed === undefined) return undefined;
  const roles = RECIPIENT_ROLES.filter((role) => typed.includes(role));
  if (typed.join() !== 'none' && roles.length !== typed.length) {
    environment.problem(`RECIPIENTS_ABROAD must be none or a list of ${RECIPIENT_ROLES.join(', ')}`);
  }
  return roles;
}

/** Returns whether a card provider's test payments, which move no real money, are accepted. */
export const acceptsTestPayments = ({
  cloudPayments,
  yooKassa,
}: Pick<ProductionConfiguration, 'cloudPayments' | 'yooKassa'>): boolean =>
  [cloudPayments, yooKassa].some((provider) => provider?.acceptTestPayments === true);

/** Oldest major version of Node.js that gets security fixes. */
const SUPPORTED_NODE = 22;

/**
 * Returns warnings about settings, and about a version of Node.js, that are allowed but usually a mistake; each warning is
 * one sentence. Every server start and `npm run doctor` report these warnings.
 */
export function listWarnings(configuration: ProductionConfiguration, node = process.versions.node): string[] {
  const { brand, connectionCheck, staffAccess, trustedProxies, vpn } = configuration;
  const placeholders = placeholderVariables(brand);
  const warnings: [boolean, string][] = [
    [
      placeholders.length > 0,
      `customers see placeholders, because these are not set: ${placeholders.join(', ')}.`,
    ],
    [
      acceptsTestPayments(configuration),
      'test payments are accepted, so anyone can subscribe without paying.',
    ],
    [!staffAccess.totpRequired, 'staff may sign in without a second factor (TOTP_REQUIRED).'],
    [
      configuration.receiptPhone,
      'RECEIPT_PHONE is true, so a payment needs a phone number: add it to the notification of Roskomnadzor.',
    ],
    [
      trustedProxies === 0,
      'TRUSTED_PROXIES is 0, so behind a proxy all customers would share its IP address and its rate limits.',
    ],
    [
      configuration.erasureJournal === undefined,
      'ERASURE_JOURNAL is not set, so a restored backup would bring deleted accounts back.',
    ],
    [vpn === undefined, 'no VPN panel is configured, so paying customers get no VPN access.'],
    [
      vpn !== undefined && connectionCheck === undefined,
      'CHECK_URL is not set, so /check cannot tell whether a browser uses the VPN.',
    ],
    [
      Number.parseInt(node, 10) < SUPPORTED_NODE,
      `Node.js ${node} gets no security fixes any more: install Node.js 24.`,
    ],
    [
      true,
      'a lawyer must approve the offer and the privacy policy, and the operator must notify Roskomnadzor (docs/personal-data.md).',
    ],
  ];
  return [
    ...configuration.unknownVariables,
    ...receiptWarnings(configuration.receiptTerms, systemClock.now()),
    ...warnings.flatMap(([isTrue, text]) => (isTrue ? [text] : [])),
  ];
}

/** Reads the configuration of production mode. Throws `ConfigurationRejected` with every missing or unsafe variable. */
export function readProductionConfiguration(variables: EnvironmentVariables): ProductionConfiguration {
  const environment = new EnvironmentReader(variables);
  const listening = readListening(environment);
  const databaseUrl = readAddress(environment, 'DATABASE_URL', ['postgres:', 'postgresql:']);
  const publicUrl = environment.origin('PUBLIC_URL', environment.required('PUBLIC_URL'), ['https:']);
  const brand = readBrand(environment, publicUrl);
  const vpnLinkBaseUrls = readVpnLinkBaseUrls(environment, publicUrl);
  const configuration = {
    ...listening,
    databaseUrl,
    publicUrl,
    sessionSecret: readSessionSecret(environment),
    brand,
    staffAccess: readFirstAdmin(environment, brand, publicUrl),
    mail: {
      smtpUrl: readSmtpUrl(environment),
      from: readSender(environment),
    },
    ...readCardProviders(environment),
    signInEmailsPerMinute: environment.integer('SIGN_IN_EMAILS_PER_MINUTE', 1, 6000),
    chargesPerMinute: environment.integer('CHARGES_PER_MINUTE', 1, 6000),
    chargesInFlight: environment.integer('CHARGES_IN_FLIGHT', 1, 100),
    receiptTerms: readReceiptTerms(environment),
    receiptPhone: environment.flag('RECEIPT_PHONE'),
    firebase: readFirebase(environment),
    vpn: readVpn(environment),
    vpnLinkBaseUrls,
    vpnLinkHeaders: readVpnLinkHeaders(environment),
    vpnApps: readVpnApps(environment),
    erasureJournal: readErasureJournal(environment),
    connectionCheck: readConnectionCheck(environment, {
      PUBLIC_URL: publicUrl,
      VPN_LINK_BASE_URL: vpnLinkBaseUrls,
    }),
    errorReportingDsn: readErrorReportingDsn(environment),
    recipientsAbroad: readRecipientsAbroad(environment),
    unknownVariables: unknownVariableWarnings(variables),
  };
  environment.rejectProblems();
  return configuration;
}
