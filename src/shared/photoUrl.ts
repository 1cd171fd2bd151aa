/**
 * Validates URLs of profile pictures, which come from outside. Only absolute HTTPS URLs of at most 2,048 characters are
 * stored.
 */
const MAX_LENGTH = 2048;

export function isSafePhotoUrl(text: string): boolean {
  return text.length <= MAX_LENGTH && URL.canParse(text) && new URL(text).protocol === 'https:';
}
