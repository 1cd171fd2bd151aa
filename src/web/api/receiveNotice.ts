/** Shows or removes the maintenance notice as the response headers of the server say. */
import { NOTICE_HEADER, SERVER_TIME_HEADER } from '../../shared/constants';
import type { Platform } from '../platform/platform';
import { serverNow } from './serverTime';

/**
 * Shows the notice of a response, or removes the notice if the response contains none. A response without the server time
 * does not come from the server but, for example, from a proxy while the server is down, so it changes nothing.
 */
export function receiveNotice(platform: Pick<Platform, 'noticePlace' | 'now'>, headers: Headers): void {
  if (headers.has(SERVER_TIME_HEADER))
    platform.noticePlace.show(headers.get(NOTICE_HEADER) ?? '', () => serverNow(platform));
}
