/**
 * What production reads from the environment. Nothing that touches people or money has a default,
 * and what would be unsafe is rejected.
 */
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { Brand } from '../../shared/brand';
import { DEFAULT_CARD_WIDGET_URL, WIDGET_DIALECTS } from '../../shared/configuration';
import {
  isNewStaffUsername,
  normalizeUsername,
  passwordProblem,
  STAFF_PASSWORD_MIN_LENGTH,
  STAFF_USERNAME_RULE,
} from '../../shared/staffRules';
import { isValidEmail } from '../../shared/validation';
import type { VpnApp } from '../../shared/vpnApps';
import { placeholderVariables, readBrand } from './brand';
import { EnvironmentReader, type EnvironmentVariables } from './environment';
import { type Listening, readListening } from './listening';
import { FIRST_ADMIN_USERNAME, readStaffAccess, type StaffAccess } from './staffAccess';
import { readVpn, readVpnApps, readVpnLinkBaseUrl, type VpnConfiguration } from './vpn';

const serviceAccountSchema = v.object({
  project_id: v.pipe(v.string(), v.nonEmpty()),
  client_email: v.pipe(v.string(), v.nonEmpty()),
  private_key: v.pipe(v.string(), v.includes('PRIVATE KEY')),
});

interface ServiceAccount {
  projectId: string;
  clientEmail: string;
  /** PEM. */
  privateKey: string;
}

export interface ProductionConfiguration extends Listening {
  databaseUrl: string;
  publicUrl: string;
  sessionSecret: string;
  brand: Brand;
  staffAccess: StaffAccess;
  mail: { smtpUrl: string; from: string };
  cloudPayments: {
    publicId: string;
    apiSecret: string;
    apiBaseUrl: string;
    widgetScriptUrl: string;
    widgetDialect: (typeof WIDGET_DIALECTS)[number];
    acceptTestPayments: boolean;
  };
  firebase: {
    projectId: string;
    /** Google sign-in by the SDK; switched off by GOOGLE_SIGN_IN=false. */
    googleSignIn: boolean;
    apiKey: string;
    authDomain: string;
    keysUrl: string | undefined;
    authTokenSyncUrl: string | undefined;
    serviceAccount: ServiceAccount;
  };
  /** Undefined: nothing is delivered. */
  vpn: VpnConfiguration | undefined;
  vpnLinkBaseUrl: string;
  /** Undefined: the product's own list. */
  vpnApps: readonly VpnApp[] | undefined;
  /** Where the application reports failures; undefined: to this server's log. */
  errorReportingDsn: string | undefined;
}

const SESSION_SECRET_MIN_BYTES = 32;
const SESSION_SECRET_MIN_CHARACTERS = 8;
/** The provider's own are twice as long. */
const API_SECRET_MIN_LENGTH = 16;

function readAddress(
  environment: EnvironmentReader,
  name: string,
  what: string,
  protocols: readonly string[],
): string {
  const value = environment.required(name, what);
  if (value === '') return value;
  if (!/^[a-z]+:\/\//i.test(value) || !URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
    environment.problem(
      `${name} must begin with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    );
  }
  return value;
}

/** Words of examples that people leave standing. */
const EXAMPLE_WORDS = /change.?me|change.?this|replace.?me|example|password|placeholder|secret/i;

/** What fingers walk along, there and back. */
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** Most emails are followed by their neighbour. */
function isWalk(text: string): boolean {
  const pairs = Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
  const steps = pairs.filter((pair) => {
    const [there, back] = [pair.toLowerCase(), Array.from(pair.toLowerCase()).reverse().join('')];
    return ROWS.some((row) => row.includes(there) || row.includes(back));
  });
  return steps.length > pairs.length / 2;
}

/** What is repeated from its beginning on, whole or not, is as short as its first part. */
function isRepeated(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period += 1) {
    if (text.slice(period) === text.slice(0, text.length - period)) return true;
  }
  return false;
}

/** Whoever has read a manual guesses it. */
const isExample = (secret: string): boolean =>
  EXAMPLE_WORDS.test(secret) || isRepeated(secret) || isWalk(secret);

/** An address of the provider or of Google: https, or http on this machine. */
function readServiceAddress(environment: EnvironmentReader, name: string): string | undefined {
  const value = environment.optional(name);
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : null;
  const isLocal = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (
    url === null ||
    url.username !== '' ||
    !(url.protocol === 'https:' || (isLocal && url.protocol === 'http:'))
  ) {
    environment.problem(`${name} must be an https address without a user`);
  }
  return value;
}

function readSessionSecret(environment: EnvironmentReader): string {
  const secret = environment.required(
    'SESSION_SECRET',
    'a random secret, for example openssl rand -base64 48',
  );
  const isWeak =
    Buffer.byteLength(secret) < SESSION_SECRET_MIN_BYTES ||
    new Set(secret).size < SESSION_SECRET_MIN_CHARACTERS ||
    isExample(secret);
  if (secret !== '' && isWeak) {
    environment.problem(`SESSION_SECRET must be random and have at least ${SESSION_SECRET_MIN_BYTES} bytes`);
  }
  return secret;
}

/** Unlike a database, a mail server is nowhere without a host. */
function readSmtpUrl(environment: EnvironmentReader): string {
  const value = readAddress(environment, 'SMTP_URL', 'the mail server, smtps://user:password@host', [
    'smtp:',
    'smtps:',
  ]);
  if (/^smtps?:\/\//i.test(value) && URL.canParse(value) && new URL(value).hostname === '') {
    environment.problem('SMTP_URL must name the host of the mail server');
  }
  return value;
}

function readSender(environment: EnvironmentReader): string {
  const from = environment.required(
    'MAIL_FROM',
    'the sender of emails, for example "Name <mail@shop.example>"',
  );
  if (/[\r\n]/.test(from)) environment.problem('MAIL_FROM must be one line');
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  if (from !== '' && !isValidEmail(address.trim()))
    environment.problem('MAIL_FROM must hold an email address');
  return from;
}

function readServiceAccountText(environment: EnvironmentReader): string | undefined {
  const file = environment.optional('FIREBASE_SERVICE_ACCOUNT_FILE');
  const text = environment.optional('FIREBASE_SERVICE_ACCOUNT');
  if (text !== undefined || file === undefined) return text;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    environment.problem('FIREBASE_SERVICE_ACCOUNT_FILE cannot be read');
    return '{}';
  }
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
  const text = readServiceAccountText(environment);
  if (text === undefined) {
    environment.problem(
      'FIREBASE_SERVICE_ACCOUNT or FIREBASE_SERVICE_ACCOUNT_FILE is missing: the service account that sends pushes, JSON',
    );
    return nobody;
  }
  const parsed = v.safeParse(serviceAccountSchema, parseJson(text));
  if (!parsed.success) {
    environment.problem(
      'The Firebase service account must be its JSON with project_id, client_email and private_key',
    );
    return nobody;
  }
  const { project_id: projectId, client_email: clientEmail, private_key: privateKey } = parsed.output;
  if (!isPrivateKey(privateKey)) {
    environment.problem('The private_key of the Firebase service account is no RSA key in PEM');
  }
  return { projectId, clientEmail, privateKey };
}

/** The SDK ignores a sync endpoint of another origin, so only a path makes sense. */
function readTokenSyncPath(environment: EnvironmentReader): string | undefined {
  const path = environment.optional('AUTH_TOKEN_SYNC_URL');
  if (path !== undefined && !/^\/(?!\/)/.test(path)) {
    environment.problem("AUTH_TOKEN_SYNC_URL must be a path on the product's own origin, like /auth/sync");
  }
  return path;
}

function readFirebase(environment: EnvironmentReader): ProductionConfiguration['firebase'] {
  const googleSignIn = environment.flag('GOOGLE_SIGN_IN', true);
  const forGoogle = (name: string, what: string) =>
    googleSignIn ? environment.required(name, `${what}, or GOOGLE_SIGN_IN=false`) : '';
  return {
    projectId: environment.required('FIREBASE_PROJECT_ID', 'the Firebase project of sign-in and pushes'),
    googleSignIn,
    apiKey: forGoogle('FIREBASE_API_KEY', 'the web API key of the Firebase project'),
    authDomain: forGoogle('FIREBASE_AUTH_DOMAIN', 'the domain of the sign-in popup'),
    keysUrl: readServiceAddress(environment, 'GOOGLE_KEYS_URL'),
    authTokenSyncUrl: readTokenSyncPath(environment),
    serviceAccount: readServiceAccount(environment),
  };
}

function readCloudPayments(environment: EnvironmentReader): ProductionConfiguration['cloudPayments'] {
  const publicId = environment.required('CLOUDPAYMENTS_PUBLIC_ID', "the terminal's Public ID");
  const apiSecret = environment.required('CLOUDPAYMENTS_API_SECRET', "the terminal's API Secret");
  if (publicId !== '' && publicId === apiSecret) {
    environment.problem('CLOUDPAYMENTS_API_SECRET must not be the Public ID, which everybody sees');
  } else if (apiSecret !== '' && (apiSecret.length < API_SECRET_MIN_LENGTH || isExample(apiSecret))) {
    // Whoever guesses it signs notifications of payments that nobody made.
    environment.problem("CLOUDPAYMENTS_API_SECRET is short or an example: take the terminal's own");
  }
  return {
    publicId,
    apiSecret,
    apiBaseUrl: readServiceAddress(environment, 'CLOUDPAYMENTS_API_URL') ?? 'https://api.cloudpayments.ru',
    widgetScriptUrl: readServiceAddress(environment, 'CLOUDPAYMENTS_WIDGET_URL') ?? DEFAULT_CARD_WIDGET_URL,
    widgetDialect: environment.choice('CLOUDPAYMENTS_WIDGET_DIALECT', WIDGET_DIALECTS, 'start'),
    acceptTestPayments: environment.flag('CLOUDPAYMENTS_ACCEPT_TEST_PAYMENTS', false),
  };
}

/** The first admin signs in from the open network: its name and password are those that the console would take. */
function readFirstAdmin(environment: EnvironmentReader, brand: Brand, publicUrl: string): StaffAccess {
  const access = readStaffAccess(environment, brand, {
    publicUrl,
    passwordMinLength: STAFF_PASSWORD_MIN_LENGTH,
  });
  const { username: typed, password } = access.firstAdmin;
  const username = normalizeUsername(typed ?? FIRST_ADMIN_USERNAME);
  if (!isNewStaffUsername(username)) {
    environment.problem(`STAFF_USERNAME must have ${STAFF_USERNAME_RULE}, and be no reserved name`);
  }
  if (password !== undefined) {
    const problem = passwordProblem(password, username);
    if (isExample(password) || (problem !== null && problem !== 'tooShort')) {
      environment.problem('STAFF_PASSWORD is easy to guess: take a random one');
    }
  }
  return access;
}

function readErrorReportingDsn(environment: EnvironmentReader): string | undefined {
  const dsn = environment.optional('SENTRY_DSN');
  if (dsn !== undefined && !/^https:\/\/[^/@]+@[^/@]+\/(?:.*\/)?\d+$/.test(dsn)) {
    environment.problem('SENTRY_DSN must look like https://key@host/project');
  }
  return dsn;
}

/** What is allowed and may be forgotten, a sentence each: said at every start, and by `npm run doctor`. */
export function warningsOf(configuration: ProductionConfiguration): string[] {
  const { brand, cloudPayments, staffAccess, trustedProxies, vpn } = configuration;
  const placeholders = placeholderVariables(brand);
  const warnings: [boolean, string][] = [
    [placeholders.length > 0, `placeholders are shown to customers for ${placeholders.join(', ')}.`],
    [cloudPayments.acceptTestPayments, 'test payments count, so anybody may subscribe without money.'],
    [!staffAccess.totpRequired, 'staff may sign in without a second factor (TOTP_REQUIRED).'],
    [
      trustedProxies === 0,
      'TRUSTED_PROXIES is 0: behind a proxy, everybody would share its address and its limits.',
    ],
    [vpn === undefined, 'no VPN panel is configured, so what is paid for is not delivered.'],
  ];
  return warnings.flatMap(([isTrue, text]) => (isTrue ? [text] : []));
}

/** Throws ConfigurationRefused with everything that is missing or unsafe. */
export function readProductionConfiguration(variables: EnvironmentVariables): ProductionConfiguration {
  const environment = new EnvironmentReader(variables);
  const listening = readListening(environment, { host: '0.0.0.0', logLevel: 'info', drainSeconds: 3 });
  const databaseUrl = readAddress(
    environment,
    'DATABASE_URL',
    'PostgreSQL, postgres://user:password@host/name',
    ['postgres:', 'postgresql:'],
  );
  const publicUrl = environment.origin(
    'PUBLIC_URL',
    environment.required('PUBLIC_URL', 'where customers reach the product, https'),
    ['https:'],
  );
  const brand = readBrand(environment);
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
    cloudPayments: readCloudPayments(environment),
    firebase: readFirebase(environment),
    vpn: readVpn(environment),
    vpnLinkBaseUrl: readVpnLinkBaseUrl(environment, publicUrl),
    vpnApps: readVpnApps(environment),
    errorReportingDsn: readErrorReportingDsn(environment),
  };
  environment.rejectProblems();
  return configuration;
}
