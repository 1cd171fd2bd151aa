/**
 * Table of the environment variables. `docs/configuration.md`, `.env.example` and `npm run setup` are generated from this
 * table, and `EnvironmentReader` takes default values from it.
 */
import { DEFAULT_BRAND } from '../../shared/brand';
import { DEFAULT_CARD_WIDGET_URL, DEFAULT_YOOKASSA_WIDGET_URL } from '../../shared/configuration';
import {
  DEFAULT_RECEIPT_TERMS,
  RECEIPT_METHODS,
  RECEIPT_SUBJECTS,
  TAX_SYSTEMS,
  VAT_RATES,
} from '../../shared/receiptTerms';
import { RECIPIENT_ROLES } from '../../shared/recipients';

/** Groups of variables, in the order of the documents. */
export const VARIABLE_GROUPS = {
  server: 'Server',
  database: 'Database',
  mail: 'Email',
  cardProviders: 'Card providers',
  cardProvider: 'CloudPayments',
  yooKassa: 'YooKassa',
  firebase: 'Firebase: Google sign-in and push notifications',
  vpn: 'VPN panel (Remnawave)',
  staff: 'Staff',
  operation: 'Operation',
  brand: 'Brand',
  sandbox: 'Sandbox only',
} as const;

export interface Variable {
  group: keyof typeof VARIABLE_GROUPS;
  /** Description of the value, which has no capital at the start and no final period. */
  meaning: string;
  /** Value that applies if the variable is not set. The value has the format of an environment variable. */
  default?: string;
  /** Default value of sandbox mode, if it differs from `default`. */
  sandboxDefault?: string;
  /** Description of the behavior if the variable is not set and has no fixed default value. */
  otherwise?: string;
  /** Description of the behavior of sandbox mode if the variable is not set and has no fixed default value. */
  sandboxOtherwise?: string;
  /** True if production always requires the variable, or the condition under which production requires it. */
  required?: true | string;
  /** Whether the value is secret. A secret can also be read from the file that `<name>_FILE` specifies. */
  secret?: true;
  example: string;
}

const listed = (values: readonly string[]): string => values.map((value) => `\`${value}\``).join(', ');
const placeholder = { group: 'brand', otherwise: 'placeholder; production logs a warning' } as const;
const cloudPayments = 'if `CARD_PROVIDER=cloudpayments` or another `CLOUDPAYMENTS_…` credential is set';
const yooKassa = 'if `CARD_PROVIDER=yookassa` or another `YOOKASSA_…` credential is set';
const panel = 'if another `REMNAWAVE_…` variable is set';

export const VARIABLES = {
  PUBLIC_URL: {
    group: 'server',
    meaning: 'URL of the product for customers, without a path; must be https in production',
    sandboxOtherwise: '`http://localhost:PORT`',
    required: true,
    example: 'https://shop.example',
  },
  PORT: { group: 'server', meaning: 'listening port', default: '8080', example: '8080' },
  HOST: {
    group: 'server',
    meaning: 'listening address; `0.0.0.0` accepts connections of other machines, and the image sets it',
    default: '127.0.0.1',
    example: '127.0.0.1',
  },
  TRUSTED_PROXIES: {
    group: 'server',
    meaning: 'number of own reverse proxies between client and server',
    default: '0',
    example: '1',
  },
  DRAIN_SECONDS: {
    group: 'server',
    meaning:
      "seconds for which the server accepts connections after SIGTERM; must exceed the load balancer's check interval",
    default: '3',
    sandboxDefault: '0',
    example: '3',
  },
  SESSION_SECRET: {
    group: 'server',
    meaning:
      'random secret of at least 32 bytes that also encrypts second factors (`openssl rand -base64 48`). After a change run `npm run staff -- reset-totp` for each staff account',
    sandboxOtherwise: 'generated',
    required: true,
    secret: true,
    example: '',
  },
  DATABASE_URL: {
    group: 'database',
    meaning:
      'URL of a PostgreSQL database, version 15 to 18, with the extension `pg_trgm`, without a pooler such as PgBouncer',
    sandboxOtherwise: 'embedded database',
    required: true,
    secret: true,
    example: 'postgres://user:password@host/name',
  },
  SMTP_URL: {
    group: 'mail',
    meaning: 'URL of the mail server',
    required: true,
    secret: true,
    example: 'smtps://user:password@mail.example',
  },
  MAIL_FROM: {
    group: 'mail',
    meaning: 'sender of emails. The operator must read this mailbox, because it receives bounces',
    required: true,
    example: 'Shop <mail@shop.example>',
  },
  SIGN_IN_EMAILS_PER_MINUTE: {
    group: 'mail',
    meaning:
      'number of sign-in emails, waiting or requested within a minute, above which the networks that request them take turns. No email is rejected',
    default: '30',
    example: '100',
  },
  CARD_PROVIDER: {
    group: 'cardProviders',
    meaning:
      'card provider of new orders: `cloudpayments` or `yookassa`. The other card provider, if its credentials are set, continues the payments that it began',
    default: 'cloudpayments',
    example: 'yookassa',
  },
  CHARGES_PER_MINUTE: {
    group: 'cardProviders',
    meaning:
      'maximum number of monthly charges that the server requests in a minute from a card provider without recurring payments. The documentation of YooKassa contains no rate limit, so the default is unverified',
    default: '60',
    example: '120',
  },
  CHARGES_IN_FLIGHT: {
    group: 'cardProviders',
    meaning:
      'maximum number of monthly charges that an instance requests at the same time from a card provider without recurring payments',
    default: '4',
    example: '16',
  },
  GONE_PROVIDER_GRACE_DAYS: {
    group: 'cardProviders',
    meaning:
      'number of days after `npm run provider -- gone` in which no subscription of this card provider ends because of a missed charge',
    default: '14',
    example: '30',
  },
  RECEIPT_VAT: {
    group: 'cardProviders',
    meaning: `VAT on fiscal receipts: ${listed(VAT_RATES)}. Ask an accountant. Further values apply from 00:00 Moscow time of a date on. A refund repeats the terms of its sale`,
    default: DEFAULT_RECEIPT_TERMS.vat,
    example: 'none, 2027-01-01=22',
  },
  RECEIPT_TAX_SYSTEM: {
    group: 'cardProviders',
    meaning: `tax system on receipts, with dates like \`RECEIPT_VAT\`: \`none\` (not sent), ${listed(TAX_SYSTEMS)}`,
    default: 'none',
    example: 'simplified-income',
  },
  RECEIPT_SUBJECT: {
    group: 'cardProviders',
    meaning: `subject of the payment on receipts, with dates like \`RECEIPT_VAT\`: ${listed(RECEIPT_SUBJECTS)}`,
    default: DEFAULT_RECEIPT_TERMS.subject,
    example: DEFAULT_RECEIPT_TERMS.subject,
  },
  RECEIPT_METHOD: {
    group: 'cardProviders',
    meaning: `method of the payment on receipts, with dates like \`RECEIPT_VAT\`: ${listed(RECEIPT_METHODS)}`,
    default: DEFAULT_RECEIPT_TERMS.method,
    example: DEFAULT_RECEIPT_TERMS.method,
  },
  RECEIPT_PHONE: {
    group: 'cardProviders',
    meaning:
      "whether payment pages ask for the payer's phone number, which receipts then contain. Needed only if the acquirer asks for it (merchant category code 4814)",
    default: 'false',
    example: 'true',
  },
  CLOUDPAYMENTS_PUBLIC_ID: {
    group: 'cardProvider',
    meaning: 'Public ID of the terminal',
    required: cloudPayments,
    example: 'pk_0123456789abcdef',
  },
  CLOUDPAYMENTS_API_SECRET: {
    group: 'cardProvider',
    meaning: 'API Secret of the terminal',
    required: cloudPayments,
    secret: true,
    example: '',
  },
  CLOUDPAYMENTS_WIDGET_DIALECT: {
    group: 'cardProvider',
    meaning: 'method that opens the payment widget: `start`, or `charge` for older widgets',
    default: 'start',
    example: 'charge',
  },
  CLOUDPAYMENTS_API_URL: {
    group: 'cardProvider',
    meaning: 'URL of the CloudPayments API',
    default: 'https://api.cloudpayments.ru',
    example: 'https://api.cloudpayments.ru',
  },
  CLOUDPAYMENTS_WIDGET_URL: {
    group: 'cardProvider',
    meaning: 'URL of the payment widget',
    default: DEFAULT_CARD_WIDGET_URL,
    example: DEFAULT_CARD_WIDGET_URL,
  },
  CLOUDPAYMENTS_ACCEPT_TEST_PAYMENTS: {
    group: 'cardProvider',
    meaning: 'whether test payments (`TestMode = 1`) are accepted as real payments',
    default: 'false',
    example: 'true',
  },
  YOOKASSA_SHOP_ID: {
    group: 'yooKassa',
    meaning: 'id of the shop (shopId)',
    otherwise: 'none',
    required: yooKassa,
    example: '100500',
  },
  YOOKASSA_SECRET_KEY: {
    group: 'yooKassa',
    meaning: 'secret key of the shop',
    otherwise: 'none',
    required: yooKassa,
    secret: true,
    example: '',
  },
  YOOKASSA_API_URL: {
    group: 'yooKassa',
    meaning: 'URL of the YooKassa API',
    default: 'https://api.yookassa.ru/v3',
    example: 'https://api.yookassa.ru/v3',
  },
  YOOKASSA_WIDGET_URL: {
    group: 'yooKassa',
    meaning:
      'URL of the payment widget. The other hosts that the Content-Security-Policy allows for the widget are unverified',
    default: DEFAULT_YOOKASSA_WIDGET_URL,
    example: DEFAULT_YOOKASSA_WIDGET_URL,
  },
  YOOKASSA_SENDERS: {
    group: 'yooKassa',
    meaning: 'comma-separated addresses or CIDR ranges from which notifications are accepted',
    otherwise: 'published addresses of YooKassa',
    example: '185.71.76.0/27, 2a02:5180::/32',
  },
  YOOKASSA_ACCEPT_TEST_PAYMENTS: {
    group: 'yooKassa',
    meaning: 'whether payments of a test shop (`test: true`) are accepted as real payments',
    default: 'false',
    example: 'true',
  },
  PUSH_NOTIFICATIONS: {
    group: 'firebase',
    meaning:
      'whether the product sends push notifications to its own application. The VPN apps of other makers receive none',
    default: 'true',
    example: 'false',
  },
  FIREBASE_PROJECT_ID: {
    group: 'firebase',
    meaning: 'id of the Firebase project for Google sign-in and push notifications',
    required: 'unless `GOOGLE_SIGN_IN=false` and `PUSH_NOTIFICATIONS=false`',
    example: 'shop-12345',
  },
  FIREBASE_SERVICE_ACCOUNT: {
    group: 'firebase',
    meaning: 'JSON key of the service account that sends push notifications',
    required: 'unless `PUSH_NOTIFICATIONS=false`',
    secret: true,
    example: '',
  },
  GOOGLE_SIGN_IN: {
    group: 'firebase',
    meaning: 'whether customers can sign in with Google',
    default: 'true',
    example: 'false',
  },
  FIREBASE_API_KEY: {
    group: 'firebase',
    meaning: 'web API key of the Firebase project, which is public',
    required: 'unless `GOOGLE_SIGN_IN=false`',
    example: 'AIzaSyExample',
  },
  FIREBASE_AUTH_DOMAIN: {
    group: 'firebase',
    meaning: 'domain of the sign-in popup',
    required: 'unless `GOOGLE_SIGN_IN=false`',
    example: 'shop-12345.firebaseapp.com',
  },
  GOOGLE_KEYS_URL: {
    group: 'firebase',
    meaning: "URL of the public keys of Google's ID tokens",
    otherwise: 'Google',
    example: 'https://keys.example/jwk',
  },
  AUTH_TOKEN_SYNC_URL: {
    group: 'firebase',
    meaning: "path of the Firebase SDK's token sync endpoint",
    otherwise: 'none',
    example: '/auth/sync',
  },
  REMNAWAVE_URL: {
    group: 'vpn',
    meaning: 'URL of the VPN panel. If no `REMNAWAVE_…` variable is set, the server delivers no VPN access',
    otherwise: 'none',
    required: panel,
    example: 'https://panel.example',
  },
  REMNAWAVE_TOKEN: {
    group: 'vpn',
    meaning:
      'API token of the VPN panel with the scopes `users:create users:update users:delete users:by-username users:stream system:metadata`. With `internal-squads:list hosts:list` the doctor also checks the squads',
    otherwise: 'none',
    required: panel,
    secret: true,
    example: '',
  },
  REMNAWAVE_SQUADS: {
    group: 'vpn',
    meaning: 'comma-separated UUIDs of the internal squads of the VPN panel',
    otherwise: 'none',
    required: panel,
    example: '5f0c3e1c-6a43-4a52-9d6b-0a1f5f1f2a11',
  },
  REMNAWAVE_PREFIX: {
    group: 'vpn',
    meaning:
      'prefix of VPN panel users, 1–16 characters of `a–z 0–9`; must be unique per installation and must not change',
    default: 'prosvet',
    example: 'prosvet',
  },
  REMNAWAVE_HEADERS: {
    group: 'vpn',
    meaning: 'HTTP headers for a proxy in front of the VPN panel, separated by `|`',
    otherwise: 'none',
    secret: true,
    example: 'X-Api-Key: value|X-Other: value',
  },
  VPN_LINK_BASE_URL: {
    group: 'vpn',
    meaning:
      "comma-separated base URLs of device links, on separate domains, because the shop's domain may be blocked. Device links work on each domain. New ones use the first domain that no admin has marked as blocked",
    otherwise: '`PUBLIC_URL`',
    example: 'https://go.example, https://go.test',
  },
  VPN_LINK_HEADERS: {
    group: 'vpn',
    meaning:
      "comma-separated response headers of the VPN panel that VPN apps receive, out of `providerid`, `fallback-url`, `new-domain`, `announce`, `support-url` and `profile-web-page-url`. A value with the panel's address is removed",
    otherwise: 'none',
    example: 'providerid, announce',
  },
  CHECK_URL: {
    group: 'vpn',
    meaning:
      "for `/check`: URL of a second host, which VPN apps reach through the VPN. Its proxy passes on only `/api/connection/check` and the client's address ([example](../deploy/nginx.conf))",
    otherwise: 'none',
    required: 'if `VPN_EXIT_ADDRESSES` is set',
    example: 'https://check.example',
  },
  VPN_EXIT_ADDRESSES: {
    group: 'vpn',
    meaning: "for `/check`: comma-separated addresses or CIDR ranges of the VPN's exits",
    otherwise: 'none',
    required: 'if `CHECK_URL` is set',
    example: '192.0.2.1, 2001:db8::/48',
  },
  VPN_APPS: {
    group: 'vpn',
    meaning:
      'VPN apps that `/connect` offers, as JSON; imported once by the first start, then `/adept/apps` keeps the list',
    otherwise: '`src/shared/defaultVpnApps.ts`',
    example:
      '[{"id":"other","name":"Other","clients":["Other"],"opens":"other://add?url={encodedUrl}","stores":{}}]',
  },
  STAFF_USERNAME: {
    group: 'staff',
    meaning: 'username of the first admin',
    default: 'admin',
    example: 'anna',
  },
  STAFF_PASSWORD: {
    group: 'staff',
    meaning: 'password of the first admin. Every start sets the password again',
    sandboxOtherwise: 'generated',
    required: 'until an enabled admin exists',
    secret: true,
    example: '',
  },
  TOTP_REQUIRED: {
    group: 'staff',
    meaning: 'whether staff must have a second factor',
    default: 'false',
    example: 'true',
  },
  PUSH_LINK_HOSTS: {
    group: 'staff',
    meaning: 'comma-separated hosts to which push notifications from staff may link',
    otherwise: 'hosts of `PUBLIC_URL` and of the brand',
    example: 'shop.example, news.example',
  },
  ERASURE_JOURNAL: {
    group: 'operation',
    meaning: 'absolute path of the journal of deleted accounts, which is stored outside the database',
    otherwise: 'none; production logs a warning',
    example: '/var/lib/prosvet/erasures',
  },
  METRICS_PORT: {
    group: 'operation',
    meaning: 'port of the [metrics](../deploy/README.md#metrics)',
    otherwise: 'no metrics',
    example: '9464',
  },
  METRICS_HOST: {
    group: 'operation',
    meaning: 'listening address of the metrics, which customers must not reach',
    default: '127.0.0.1',
    example: '127.0.0.1',
  },
  LOG_LEVEL: {
    group: 'operation',
    meaning: '`debug`, `info`, `warn`, `error` or `silent`',
    default: 'info',
    sandboxDefault: 'warn',
    example: 'warn',
  },
  SENTRY_DSN: {
    group: 'operation',
    meaning: 'Sentry project for errors of the web application',
    otherwise: 'server log',
    example: 'https://key@errors.example/1',
  },
  RECIPIENTS_ABROAD: {
    group: 'operation',
    meaning: `[recipients of personal data](personal-data.md#what-other-services-keep) outside Russia: \`none\`, or a comma-separated list of ${RECIPIENT_ROLES.map((role) => `\`${role}\``).join(', ')}`,
    otherwise: 'recipients that the linked page lists',
    example: 'none',
  },
  BRAND_PRODUCT: {
    group: 'brand',
    meaning: 'name of the product',
    default: DEFAULT_BRAND.product,
    example: DEFAULT_BRAND.product,
  },
  BRAND_COMPANY: { ...placeholder, meaning: 'name of the seller', example: 'Example LLC' },
  BRAND_TAX_ID_LINE: {
    ...placeholder,
    meaning: 'line with the tax id of the seller',
    example: 'INN 0000000000',
  },
  BRAND_SUPPORT_BOT_URL: {
    ...placeholder,
    meaning: 'https URL of the support bot',
    example: 'https://t.me/shop_bot',
  },
  BRAND_SUPPORT_EMAIL: {
    ...placeholder,
    meaning: 'email address of the support team, to which customers reply',
    example: 'help@shop.example',
  },
  BRAND_ANDROID_STORE_URL: {
    ...placeholder,
    meaning: 'https URL of the Android application in the store',
    example: 'https://play.example/shop',
  },
  BRAND_ANDROID_APK_URL: {
    ...placeholder,
    meaning: 'https URL of the Android application as a file',
    example: 'https://shop.example/shop.apk',
  },
  BRAND_IOS_STORE_URL: {
    ...placeholder,
    meaning: 'https URL of the iOS application in the store',
    example: 'https://apps.example/ios',
  },
  BRAND_MACOS_STORE_URL: {
    ...placeholder,
    meaning: 'https URL of the macOS application in the store',
    example: 'https://apps.example/macos',
  },
  BRAND_WINDOWS_INSTALLER_URL: {
    ...placeholder,
    meaning: 'https URL of the Windows installer',
    example: 'https://shop.example/setup.exe',
  },
  BRAND_PARTNER_CONSOLE_URL: {
    ...placeholder,
    meaning: 'https URL of the console for partners',
    example: 'https://partners.example',
  },
  BRAND_SELLER_REQUISITES: {
    ...placeholder,
    meaning: 'legal details of the seller, with lines separated by `|`',
    example: 'Example LLC|OGRN 0000000000000|Address',
  },
  DATA_DIR: {
    group: 'sandbox',
    meaning: 'folder of the embedded database and of generated secrets',
    default: '.data',
    example: '.data',
  },
  SANDBOX_HOSTS: {
    group: 'sandbox',
    meaning: 'additional comma-separated host names of the sandbox',
    otherwise: 'host of `PUBLIC_URL`, name of the machine, IP addresses',
    example: 'demo.example',
  },
  SANDBOX_CARD_PROCESS: {
    group: 'sandbox',
    meaning: 'whether each fake card provider runs in its own process',
    default: 'true',
    example: 'false',
  },
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof VARIABLES;

export const VARIABLE_NAMES = Object.keys(VARIABLES) as VariableName[];

/** Returns the row of a variable. */
export const variable = (name: VariableName): Variable => VARIABLES[name];

/** Suffix of the variable that specifies a file with the value of a secret variable. */
export const FILE_SUFFIX = '_FILE';

/** Returns the names that the server reads: every variable, and the `…_FILE` variable of every secret. */
function knownNames(): string[] {
  return VARIABLE_NAMES.flatMap((name) =>
    variable(name).secret === true ? [name, `${name}${FILE_SUFFIX}`] : [name],
  );
}

/** Returns the number of single-character edits between two texts (Levenshtein distance). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= to.length; column += 1) {
      const substitution = (row[column - 1] ?? 0) + (from[line - 1] === to[column - 1] ? 0 : 1);
      next.push(Math.min(substitution, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/** Maximum number of edits in a name whose prefix is misspelled too. */
const EDITS_MAX = 2;

/**
 * Returns a warning for each variable that the server does not read, but whose name has the prefix of a known variable
 * (the text before the first `_`) or differs from a known name in at most two characters.
 */
export function unknownVariableWarnings(variables: Readonly<Record<string, string | undefined>>): string[] {
  const known = knownNames();
  const prefixes = new Set(
    known.filter((name) => name.includes('_')).map((name) => name.slice(0, name.indexOf('_') + 1)),
  );
  return Object.keys(variables)
    .filter((name) => !known.includes(name) && (variables[name] ?? '') !== '')
    .flatMap((name) => {
      const [nearest, edits] = known
        .map((each) => [each, editDistance(name, each)] as const)
        .reduce((best, each) => (each[1] < best[1] ? each : best));
      const hasPrefix = [...prefixes].some((prefix) => name.startsWith(prefix));
      // A short name is within two edits of too many words.
      const isMisspelled = edits <= EDITS_MAX && name.includes('_');
      return hasPrefix || isMisspelled
        ? [`${name} is not a variable of this server; the nearest name is ${nearest}.`]
        : [];
    });
}
