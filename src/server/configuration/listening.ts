/**
 * Reads the listening addresses, the log level and the shutdown delay. Sandbox mode and production mode use the same
 * environment variables.
 */
import { LOG_LEVELS, type LogLevel } from '../ports/logger';
import type { EnvironmentReader } from './environment';

/** Network settings, log level and shutdown delay of the server. */
export interface Listening {
  port: number;
  host: string;
  logLevel: LogLevel;
  /** Number of trusted reverse proxies in front of this server. */
  trustedProxies: number;
  /**
   * Address of the metrics endpoint, on a port that customers must not reach. The address is null if metrics are
   * disabled.
   */
  metrics: { host: string; port: number } | null;
  /** Time in seconds for which the server still accepts requests after it was asked to stop. */
  drainSeconds: number;
}

const MAX_PORT = 65_535;
const MAX_PROXIES = 10;
const MAX_DRAIN_SECONDS = 60;

function readMetricsPlace(environment: EnvironmentReader, port: number): Listening['metrics'] {
  if (environment.optional('METRICS_PORT') === undefined) return null;
  const metricsPort = environment.integer('METRICS_PORT', 1, MAX_PORT);
  if (metricsPort === port) environment.problem('METRICS_PORT must differ from PORT');
  return { host: environment.text('METRICS_HOST'), port: metricsPort };
}

export function readListening(environment: EnvironmentReader): Listening {
  const port = environment.integer('PORT', 1, MAX_PORT);
  return {
    port,
    metrics: readMetricsPlace(environment, port),
    host: environment.text('HOST'),
    logLevel: environment.choice('LOG_LEVEL', LOG_LEVELS),
    trustedProxies: environment.integer('TRUSTED_PROXIES', 0, MAX_PROXIES),
    drainSeconds: environment.integer('DRAIN_SECONDS', 0, MAX_DRAIN_SECONDS),
  };
}

/** Returns the base URL, without a trailing slash, at which processes on this machine reach the server. */
export function localBaseUrl({ host, port }: Pick<Listening, 'host' | 'port'>): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
