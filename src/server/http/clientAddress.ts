/** Who is at the other end of the connection, for throttles and the audit log. */
import { isIP } from 'node:net';
import type { Context } from 'hono';
import type { Deps } from '../deps';
import type { AppEnv } from './requestContext';

/** What the log is told at most this often, ms: everybody may send the header. */
const WARN_EVERY_MS = 3_600_000;

export type ClientAddress = (context: Context<AppEnv>) => string;

/** A socket that listens on IPv6 tells IPv4 clients as ::ffff:192.0.2.1. */
const withoutMapping = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * The address of the client. `trustedProxies` is how many proxies of our own stand before the
 * server: each appends the address it saw to X-Forwarded-For, so with none the header is
 * anybody's word and is not read; `deps` hears that it came, for then all who come through that proxy share
 * its address and its limits.
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
      'X-Forwarded-For comes though TRUSTED_PROXIES is 0: limits count a proxy, not its clients',
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
