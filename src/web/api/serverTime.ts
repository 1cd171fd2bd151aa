/**
 * Clock of the server, estimated from its response headers. The web application takes the current date from the server,
 * because the clock of a device may be hours off, and the sandbox shifts the clock of the server.
 */
import { SERVER_TIME_HEADER } from '../../shared/constants';
import type { Platform } from '../platform/platform';

/**
 * Offset of the server clock from the clock of this device, in ms. The offset is negative if the server clock is
 * behind.
 */
const clockOffsets = new WeakMap<object, number>();

/**
 * Stores the clock offset from the response headers. Ignores a response without the server time header, because other
 * servers may not send this header.
 */
export function receiveServerTime(platform: Pick<Platform, 'now'>, headers: Headers): void {
  const at = Date.parse(headers.get(SERVER_TIME_HEADER) ?? '');
  if (!Number.isNaN(at)) clockOffsets.set(platform, at - platform.now());
}

/**
 * Returns the current server time, in ms since the epoch. Until a response with a server time arrives, the clock of the
 * device is used.
 */
export function serverNow(platform: Pick<Platform, 'now'>): number {
  return platform.now() + (clockOffsets.get(platform) ?? 0);
}
