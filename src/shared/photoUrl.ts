/** Profile pictures come from outside: only an absolute https address of sane length is stored. */
const MAX_LENGTH = 2048;

export function isSafePhotoUrl(text: string): boolean {
  return text.length <= MAX_LENGTH && URL.canParse(text) && new URL(text).protocol === 'https:';
}
