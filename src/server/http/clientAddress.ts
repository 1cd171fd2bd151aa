/** Determines the IP address of the client, for rate limits and the audit log. */
import { isIP } from 'node:net';
import type { Context } from 'hono';
import type { Deps } from '../deps';
import type { AppEnv } from './requestContext';

/**
 * Minimum interval between two warnings about `X-Forwarded-For`, in ms. Any client may send the header, so the
 * warning is limited.
 */
const WARN_EVERY_MS = 3_600_000;

export type ClientAddress = (context: Context<AppEnv>) => string;

/**
 * Returns an IPv4 address without the prefix `::ffff:`. A socket that listens on IPv6 reports IPv4 clients as
 * `::ffff:192.0.2.1`.
 */
const withoutMapping = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * Returns a function that determines the IP address of the client of a request. `trustedProxies` is the number of the
 * operator's own proxies before the server. Each proxy appends the IP address of its own client to `X-Forwarded-For`.
 * If the number of proxies is 0, the header `X-Forwarded-For` is ignored, because any client could forge it. A warning
 * is logged if the header is ignored, because all clients behind an undeclared proxy would share one IP address and its
 * rate limits.
 */
export function clientAddress(
  trustedProxies: number,
  { clock, logger }: Pick<Deps, 'clock' | 'logger'>,
): ClientAddress {
  let warnedAt = -Infinity;
  const reportProxy = (): void => {
    const now = clock.now().getTime();
    if (now - warnedAt < WARN_EVERY_MS) return;
    warnedAt = now;
    logger.warn(
      {},
      'X-Forwarded-For was received but TRUSTED_PROXIES is 0, so rate limits count the proxy instead of its clients',
    );
  };
  return (context) => {
    const { incoming } = (context.env as AppEnv['Bindings'] | undefined) ?? {};
    const peer = withoutMapping(incoming?.socket.remoteAddress ?? 'unknown');
    if (trustedProxies === 0) {
      if (context.req.header('x-forwarded-for') !== undefined) reportProxy();
      return peer;
    }
    const seen = (context.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim());
    const address = withoutMapping(seen[Math.max(0, seen.length - trustedProxies)] ?? '');
    return isIP(address) === 0 ? peer : address;
  };
}
