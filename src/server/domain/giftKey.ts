/** The form of a gift key: 26 characters of Crockford's base 32, which is 130 bits. */

/** No I, L, O and U: nothing that reads like something else. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const GIFT_KEY_LENGTH = 26;

/** Writes a key from random bytes, one per character. Throws RangeError when there are too few. */
export function giftKeyFrom(bytes: Uint8Array): string {
  if (bytes.length < GIFT_KEY_LENGTH) throw new RangeError('too few random bytes for a gift key');
  return Array.from(bytes.subarray(0, GIFT_KEY_LENGTH), (byte) => ALPHABET.charAt(byte & 31)).join('');
}

/** The key that a person meant: case, blanks and dashes do not count, O is 0 and I or L is 1. */
export function normalizeGiftKey(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1');
}
