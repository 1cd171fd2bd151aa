/**
 * The server's time, as its answers tell it. What happened «today» is its to say: a device may be hours
 * off, and the sandbox moves its clock.
 */
import { SERVER_TIME_HEADER } from '../../shared/constants';
import type { Platform } from '../platform/platform';

/** ms by which the server is ahead of this device, negative when it is behind. */
const aheadOf = new WeakMap<object, number>();

/** Keeps what an answer says of the time; another server may say nothing. */
export function receiveServerTime(platform: Pick<Platform, 'now'>, headers: Headers): void {
  const at = Date.parse(headers.get(SERVER_TIME_HEADER) ?? '');
  if (!Number.isNaN(at)) aheadOf.set(platform, at - platform.now());
}

/** ms since the epoch by the server's clock; by this device's until the server has told its own. */
export function serverNow(platform: Pick<Platform, 'now'>): number {
  return platform.now() + (aheadOf.get(platform) ?? 0);
}
