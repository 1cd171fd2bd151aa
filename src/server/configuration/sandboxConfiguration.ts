/**
 * Reads the configuration of sandbox mode from environment variables. Every environment variable has a default value.
 */
import os from 'node:os';
import path from 'node:path';
import type { Brand } from '../../shared/brand';
import { WIDGET_DIALECTS } from '../../shared/configuration';
import type { ReceiptSchedule } from '../domain/billing/receiptSchedule';
import type { PanelHeader } from '../domain/panelHeaders';
import { readBrand } from './brand';
import { CARD_PROVIDER_CHOICES, type CardProviderChoice } from './cardProviderChoice';
import { EnvironmentReader, type EnvironmentVariables } from './environment';
import { type Listening, readListening } from './listening';
import { readReceiptTerms } from './receiptSettings';
import { readStaffAccess, type StaffAccess } from './staffAccess';
import { readVpnApps, readVpnLinkBaseUrls, readVpnLinkHeaders, type VpnAppsVariable } from './vpn';
import { readCheckUrl } from './vpnExits';

/** Configuration of sandbox mode. */
export interface SandboxConfiguration extends Listening {
  /** Absolute path of the data directory. */
  dataDirectory: string;
  /** PostgreSQL URL, or undefined to use the embedded database. */
  databaseUrl: string | undefined;
  publicUrl: string;
  /** Host names that requests may use, in addition to `localhost` and IP addresses. */
  hosts: readonly string[];
  brand: Brand;
  staffAccess: StaffAccess;
  /** Card provider of new orders. */
  cardProvider: CardProviderChoice;
  chargesPerMinute: number;
  signInEmailsPerMinute: number;
  chargesInFlight: number;
  /** Tax terms of fiscal receipts, by date of the sale. */
  receiptTerms: ReceiptSchedule;
  /** Whether payment pages ask for a phone number, and receipts contain it. */
  receiptPhone: boolean;
  widgetDialect: (typeof WIDGET_DIALECTS)[number];
  /** Whether Google sign-in is enabled, with its button and a fake identity service. */
  googleSignIn: boolean;
  pushNotifications: boolean;
  /** Whether the fake card provider runs in a separate process, which keeps running when the server stops. */
  cardProviderProcess: boolean;
  /** List of VPN apps that is imported once, or undefined if it is not set. */
  vpnApps: VpnAppsVariable | undefined;
  /** Base URLs of the device links. The first one is preferred. */
  vpnLinkBaseUrls: readonly string[];
  /** Names of the VPN panel's response headers that are forwarded to VPN apps. */
  vpnLinkHeaders: readonly PanelHeader[];
  /** Origin under which the page /check asks this server, or undefined if no second origin is known. */
  checkUrl: string | undefined;
}

/** Returns the origin with the other name of this machine, or undefined if the URL contains neither. */
function secondOrigin(publicUrl: string): string | undefined {
  if (!URL.canParse(publicUrl)) return undefined;
  const url = new URL(publicUrl);
  if (url.hostname !== 'localhost' && url.hostname !== '127.0.0.1') return undefined;
  url.hostname = url.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return url.origin;
}

/** Reads the configuration of sandbox mode. Throws `ConfigurationRejected` with all errors if it is invalid. */
export function readSandboxConfiguration(variables: EnvironmentVariables): SandboxConfiguration {
  const environment = new EnvironmentReader(variables, 'sandbox');
  if (variables['NODE_ENV'] === 'production') {
    environment.problem(
      'NODE_ENV is production, but sandbox mode uses fake services and lets anyone sign in; use npm run start:production',
    );
  }
  const listening = readListening(environment);
  const publicUrl = environment.origin(
    'PUBLIC_URL',
    environment.optional('PUBLIC_URL') ?? `http://localhost:${listening.port}`,
    ['http:', 'https:'],
  );
  const brand = readBrand(environment, publicUrl);
  const vpnLinkBaseUrls = readVpnLinkBaseUrls(environment, publicUrl, ['http:', 'https:']);
  const configuration = {
    ...listening,
    dataDirectory: path.resolve(environment.text('DATA_DIR')),
    databaseUrl: environment.optional('DATABASE_URL'),
    publicUrl,
    hosts: [
      ...[publicUrl, ...vpnLinkBaseUrls].flatMap((url) => (URL.canParse(url) ? [new URL(url).hostname] : [])),
      os.hostname().toLowerCase(),
      ...(environment.list('SANDBOX_HOSTS') ?? []).map((name) => name.toLowerCase()),
    ],
    brand,
    staffAccess: readStaffAccess(environment, brand, { publicUrl, passwordMinLength: 1 }),
    cardProvider: environment.choice('CARD_PROVIDER', CARD_PROVIDER_CHOICES),
    signInEmailsPerMinute: environment.integer('SIGN_IN_EMAILS_PER_MINUTE', 1, 6000),
    chargesPerMinute: environment.integer('CHARGES_PER_MINUTE', 1, 6000),
    chargesInFlight: environment.integer('CHARGES_IN_FLIGHT', 1, 100),
    receiptTerms: readReceiptTerms(environment),
    receiptPhone: environment.flag('RECEIPT_PHONE'),
    widgetDialect: environment.choice('CLOUDPAYMENTS_WIDGET_DIALECT', WIDGET_DIALECTS),
    googleSignIn: environment.flag('GOOGLE_SIGN_IN'),
    pushNotifications: environment.flag('PUSH_NOTIFICATIONS'),
    cardProviderProcess: environment.flag('SANDBOX_CARD_PROCESS'),
    vpnLinkBaseUrls,
    vpnLinkHeaders: readVpnLinkHeaders(environment),
    vpnApps: readVpnApps(environment),
    checkUrl: readCheckUrl(environment, {}, ['http:', 'https:']) ?? secondOrigin(publicUrl),
  };
  environment.rejectProblems();
  return configuration;
}
