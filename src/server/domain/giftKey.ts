/** Creates gift keys. A gift key has 26 characters in Crockford's Base32, which encode 130 bits. */

/** Crockford's Base32 alphabet. The alphabet omits I, L, O and U, which are easily confused with other characters. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const GIFT_KEY_LENGTH = 26;

/**
 * Creates a gift key from 26 random bytes, one byte per character. Throws `RangeError` if fewer than 26 bytes are
 * given.
 */
export function giftKeyFrom(bytes: Uint8Array): string {
  if (bytes.length < GIFT_KEY_LENGTH) throw new RangeError('too few random bytes for a gift key');
  return Array.from(bytes.subarray(0, GIFT_KEY_LENGTH), (byte) => ALPHABET.charAt(byte & 31)).join('');
}
