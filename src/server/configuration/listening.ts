/** Where the server listens and what it logs: the same variables in both modes. */
import { LOG_LEVELS, type LogLevel } from '../logging/logger';
import type { EnvironmentReader } from './environment';

export interface Listening {
  port: number;
  host: string;
  logLevel: LogLevel;
  /** Proxies of our own before this server. */
  trustedProxies: number;
}

const DEFAULT_PORT = 8080;
const MAX_PORT = 65_535;
const MAX_PROXIES = 10;

export function readListening(
  environment: EnvironmentReader,
  defaults: { host: string; logLevel: LogLevel },
): Listening {
  return {
    port: environment.integer('PORT', DEFAULT_PORT, 1, MAX_PORT),
    host: environment.optional('HOST') ?? defaults.host,
    logLevel: environment.choice('LOG_LEVEL', LOG_LEVELS, defaults.logLevel),
    trustedProxies: environment.integer('TRUSTED_PROXIES', 0, 0, MAX_PROXIES),
  };
}

/** Where a process on this machine reaches the server, no trailing slash. */
export function localBaseUrl({ host, port }: Pick<Listening, 'host' | 'port'>): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
