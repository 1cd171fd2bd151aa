/** Who is at the other end of the connection, for throttles and the audit log. */
import { isIP } from 'node:net';
import type { Context } from 'hono';
import type { AppEnv } from './requestContext';

export type ClientAddress = (context: Context<AppEnv>) => string;

/** A socket that listens on IPv6 tells IPv4 clients as ::ffff:192.0.2.1. */
const withoutMapping = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * The address of the client. `trustedProxies` is how many proxies of our own stand before the
 * server: each appends the address it saw to X-Forwarded-For, so with none the header is a
 * anybody's word and is not read.
 */
export function clientAddress(trustedProxies: number): ClientAddress {
  return (context) => {
    const { incoming } = (context.env as AppEnv['Bindings'] | undefined) ?? {};
    const peer = withoutMapping(incoming?.socket.remoteAddress ?? 'unknown');
    if (trustedProxies === 0) return peer;
    const seen = (context.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim());
    const address = withoutMapping(seen[Math.max(0, seen.length - trustedProxies)] ?? '');
    return isIP(address) === 0 ? peer : address;
  };
}
