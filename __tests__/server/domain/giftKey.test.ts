import fc from 'fast-check';
import { GIFT_KEY_LENGTH, giftKeyFrom } from '../../../src/server/domain/giftKey';
import { normalizeGiftKey } from '../../../src/shared/giftKeys';
import { isGiftKey } from '../../../src/shared/validation';

const bytes = fc.uint8Array({ minLength: GIFT_KEY_LENGTH, maxLength: GIFT_KEY_LENGTH });

it('encodes 130 bits in 26 unambiguous characters', () => {
  fc.assert(
    fc.property(bytes, (random) => {
      const key = giftKeyFrom(random);
      expect(key).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
      expect(isGiftKey(key)).toBe(true);
    }),
  );
});

it('produces different keys for different low bits', () => {
  fc.assert(
    fc.property(bytes, fc.nat(GIFT_KEY_LENGTH - 1), fc.integer({ min: 1, max: 31 }), (random, at, change) => {
      const other = Uint8Array.from(random);
      other[at] = (other[at] ?? 0) ^ change;
      expect(giftKeyFrom(other)).not.toBe(giftKeyFrom(random));
    }),
  );
});

it('is the same key in lower case, in groups, with surrounding spaces and with look-alike characters', () => {
  fc.assert(
    fc.property(bytes, (random) => {
      const key = giftKeyFrom(random);
      const typed = ` ${key
        .toLowerCase()
        .replace(/0/g, 'o')
        .replace(/1/g, 'l')
        .replace(/(.{4})/g, '$1-')} `;
      expect(normalizeGiftKey(typed)).toBe(key);
    }),
  );
});

it('throws if the random input is too short', () => {
  expect(() => giftKeyFrom(new Uint8Array(GIFT_KEY_LENGTH - 1))).toThrow(RangeError);
});
