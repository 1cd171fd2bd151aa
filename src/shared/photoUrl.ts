/**
 * Validates URLs of profile pictures, which third parties provide. The server stores only absolute HTTPS URLs of at
 * most 2,048 characters.
 */
import { parseUrl } from './parseUrl';

const MAX_LENGTH = 2048;

export function isSafePhotoUrl(text: string): boolean {
  return text.length <= MAX_LENGTH && parseUrl(text)?.protocol === 'https:';
}
