/** What sandbox mode reads from the environment: everything has a default. */
import os from 'node:os';
import path from 'node:path';
import type { Brand } from '../../shared/brand';
import { WIDGET_DIALECTS } from '../../shared/configuration';
import type { VpnApp } from '../../shared/vpnApps';
import { readBrand } from './brand';
import { EnvironmentReader, type EnvironmentVariables } from './environment';
import { type Listening, readListening } from './listening';
import { readStaffAccess, type StaffAccess } from './staffAccess';
import { readVpnApps } from './vpn';

export interface SandboxConfiguration extends Listening {
  /** Absolute. */
  dataDirectory: string;
  /** PostgreSQL instead of the embedded database. */
  databaseUrl: string | undefined;
  publicUrl: string;
  /** Names by which it may be called, beside this machine's and bare addresses. */
  hosts: readonly string[];
  brand: Brand;
  staffAccess: StaffAccess;
  widgetDialect: (typeof WIDGET_DIALECTS)[number];
  /** The Google button and the identity service behind it. */
  googleSignIn: boolean;
  /** Whether the fake card provider runs in its own process, which survives the server's. */
  cardProviderProcess: boolean;
  /** Undefined: the product's own list. */
  vpnApps: readonly VpnApp[] | undefined;
}

/** Throws ConfigurationRefused with everything that is wrong. */
export function readSandboxConfiguration(variables: EnvironmentVariables): SandboxConfiguration {
  const environment = new EnvironmentReader(variables);
  if (variables['NODE_ENV'] === 'production') {
    environment.problem(
      'NODE_ENV is production: sandbox mode serves stand-ins and hands out sessions to anybody; use npm run start:production',
    );
  }
  const listening = readListening(environment, { host: '127.0.0.1', logLevel: 'warn', drainSeconds: 0 });
  const publicUrl = environment.origin(
    'PUBLIC_URL',
    environment.optional('PUBLIC_URL') ?? `http://localhost:${listening.port}`,
    ['http:', 'https:'],
  );
  const brand = readBrand(environment);
  const configuration = {
    ...listening,
    dataDirectory: path.resolve(environment.optional('DATA_DIR') ?? '.data'),
    databaseUrl: environment.optional('DATABASE_URL'),
    publicUrl,
    hosts: [
      ...(URL.canParse(publicUrl) ? [new URL(publicUrl).hostname] : []),
      os.hostname().toLowerCase(),
      ...(environment.list('SANDBOX_HOSTS') ?? []).map((name) => name.toLowerCase()),
    ],
    brand,
    staffAccess: readStaffAccess(environment, brand, { publicUrl, passwordMinLength: 1 }),
    widgetDialect: environment.choice('CLOUDPAYMENTS_WIDGET_DIALECT', WIDGET_DIALECTS, 'start'),
    googleSignIn: environment.flag('GOOGLE_SIGN_IN', true),
    cardProviderProcess: environment.flag('SANDBOX_CARD_PROCESS', true),
    vpnApps: readVpnApps(environment),
  };
  environment.rejectProblems();
  return configuration;
}
