/**
 * Clock of the server, estimated from its response headers. «Today» is defined by the server, because the clock of a
 * device may be hours off, and the sandbox shifts its own clock.
 */
import { SERVER_TIME_HEADER } from '../../shared/constants';
import type { Platform } from '../platform/platform';

/**
 * Offset of the server clock from the clock of this device, in ms. The offset is negative if the server clock is
 * behind.
 */
const aheadOf = new WeakMap<object, number>();

/**
 * Stores the clock offset from the response headers. Ignores a response without the header, because other servers may
 * not send it.
 */
export function receiveServerTime(platform: Pick<Platform, 'now'>, headers: Headers): void {
  const at = Date.parse(headers.get(SERVER_TIME_HEADER) ?? '');
  if (!Number.isNaN(at)) aheadOf.set(platform, at - platform.now());
}

/**
 * Returns the current server time, in ms since the epoch. Uses the clock of this device until the first response with a
 * server time.
 */
export function serverNow(platform: Pick<Platform, 'now'>): number {
  return platform.now() + (aheadOf.get(platform) ?? 0);
}
