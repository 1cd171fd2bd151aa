/**
 * Loader of `/gift?key`. The gift key is a secret, so it is removed from the address bar and the history before
 * rendering.
 */
import { type LoaderFunction, replace } from 'react-router-dom';
import type { Platform } from '../platform/platform';
import { writeTabValue } from '../tabStorage/tabStorage';

const PARAMETER = 'key';

export function giftLoader({ sessionStorage }: Pick<Platform, 'sessionStorage'>): LoaderFunction {
  return ({ request }) => {
    const url = new URL(request.url);
    const key = url.searchParams.get(PARAMETER);
    if (key === null) return null;
    writeTabValue(sessionStorage, 'giftLink', key);
    url.searchParams.delete(PARAMETER);
    return replace(`${url.pathname}${url.search}`);
  };
}
