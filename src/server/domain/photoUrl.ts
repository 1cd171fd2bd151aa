/** Profile pictures come from outside: only an absolute https address of sane length is kept. */
const MAX_LENGTH = 2048;

export function isSafePhotoUrl(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  try {
    return new URL(text).protocol === 'https:';
  } catch {
    return false;
  }
}
