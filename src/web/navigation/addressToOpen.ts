/** URL of the current page for another browser, without anything that belongs to this browser only. */
import { isGiftKey } from '../../shared/validation';
import { PATHS } from './paths';

/**
 * Query parameters that another browser needs: the campaign with its partner and price, the gift key, and the marks of
 * advertisements. All other parameters and the fragment are removed, because they may contain a sign-in token or personal
 * data.
 */
const KEPT_PARAMETERS = /^(?:utm_\w+|\w*clid|_openstat|erid|campaign|ref|i|price|key)$/;

/**
 * Returns the URL to open in another browser. With a gift key it is the URL of the gift, because the other browser does
 * not store the key.
 *
 * @example
 * addressToOpen(window.location, null); // 'https://shop.example/pay?i=partner&utm_source=tg'
 */
export function addressToOpen(
  { origin, pathname, search }: Pick<Location, 'origin' | 'pathname' | 'search'>,
  giftKey: string | null,
): string {
  const query = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([name]) => KEPT_PARAMETERS.test(name)),
  );
  const hasGift = isGiftKey(giftKey);
  if (hasGift) query.set('key', giftKey);
  const text = query.toString();
  return `${origin}${hasGift ? PATHS.gift : pathname}${text === '' ? '' : `?${text}`}`;
}
