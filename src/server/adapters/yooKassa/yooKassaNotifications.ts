/**
 * Reads notifications of YooKassa, which carry no signature. A notification only says which object to read from the API.
 * YooKassa repeats a notification for 24 hours unless the response is exactly HTTP 200.
 */
import { BlockList, isIP } from 'node:net';
import * as v from 'valibot';
import type { RejectedNotification, UnsignedNotificationReader } from '../../ports/cardProvider';
import { id, METADATA } from './yooKassaFields';

/** Networks from which YooKassa sends its notifications, as published on 2026-11-23. */
export const YOOKASSA_SENDERS: readonly string[] = [
  '185.71.76.0/27',
  '185.71.77.0/27',
  '77.75.153.0/25',
  '77.75.156.11',
  '77.75.156.35',
  '77.75.154.128/25',
  '2a02:5180::/32',
];

const EVENTS: Readonly<Record<string, 'payment' | 'refund'>> = {
  'payment.waiting_for_capture': 'payment',
  'payment.succeeded': 'payment',
  'payment.canceled': 'payment',
  'refund.succeeded': 'refund',
};

const notification = v.object({
  type: v.literal('notification'),
  event: v.pipe(v.string(), v.maxLength(64)),
  object: v.object({
    id,
    payment_id: v.optional(id),
    metadata: v.optional(v.object({ [METADATA.order]: v.optional(v.pipe(v.string(), v.maxLength(64))) })),
  }),
});

const ipFamily = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * Returns whether a network is an IP address or an IP range in CIDR notation.
 * @example isNetwork('185.71.76.0/27') // true
 */
export function isNetwork(network: string): boolean {
  const [address = '', length, ...rest] = network.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (family === 6 ? 128 : 32));
}

function senderList(networks: readonly string[]): BlockList {
  const senders = new BlockList();
  for (const network of networks) {
    const [address = '', length] = network.split('/');
    if (length === undefined) senders.addAddress(address, ipFamily(address));
    else senders.addSubnet(address, Number(length), ipFamily(address));
  }
  return senders;
}

function parseJson(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8').decode(rawBody)) as unknown;
  } catch {
    return null;
  }
}

const malformed = (reason: string): RejectedNotification => ({
  rejected: 'malformed',
  reason,
  response: { status: 400, body: {} },
});

/** Creates the notification reader. `senders` are IP addresses and IP ranges in CIDR notation. */
export function createNotificationReader(senders: readonly string[]): UnsignedNotificationReader {
  const known = senderList(senders);
  return {
    trust: 'reread',
    asksBeforeCharge: false,
    path: 'yookassa',
    isSender: (address) => isIP(address) !== 0 && known.check(address, ipFamily(address)),
    read(rawBody) {
      const parsed = v.safeParse(notification, parseJson(rawBody));
      if (!parsed.success) {
        const fields = parsed.issues.map((issue) => v.getDotPath(issue) ?? 'message');
        return malformed(`fields: ${[...new Set(fields)].join(', ')}`);
      }
      const { event, object } = parsed.output;
      const kind = Object.hasOwn(EVENTS, event) ? EVENTS[event] : undefined;
      if (kind === undefined) return { ignored: event };
      return {
        changed: {
          event,
          kind,
          id: object.id,
          claimedOrderId: object.metadata?.[METADATA.order] ?? null,
          claimedTransactionId: object.payment_id ?? null,
        },
      };
    },
    response: () => ({ status: 200, body: {} }),
  };
}
