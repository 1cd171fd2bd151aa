/**
 * Recognizes gift keys in the texts that recipients and staff paste. Phones, printed cards and chats change keys and
 * surround them with other text. Gift keys are secrets, so they are not written to URLs and logs.
 */
import { identifyingText } from './identifyingText';

/**
 * Returns a pasted text without the quotation marks, brackets and punctuation around it.
 * @example unquoted('«4242».') // '4242'
 */
export const unquoted = (text: string): string => text.replace(/^[\s"«“„(<]+|[\s"»”)>,;.…]+$/g, '');

/** Returns the gift key, or the beginning of a gift key, in a text that may be a gift link. */
const pastedKey = (text: string): string => unquoted(/[?&#]key=([^&#]*)/i.exec(text)?.[1] ?? text);

const KEY = /^[0-9a-z]{26}$/i;

/** Cyrillic letters, by their code points, and the Latin letters and digits of gift keys that look the same. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '\u0410': 'A',
  '\u0412': 'B',
  '\u0415': 'E',
  '\u0401': 'E',
  '\u0417': '3',
  '\u041a': 'K',
  '\u041c': 'M',
  '\u041d': 'H',
  '\u041e': 'O',
  '\u0420': 'P',
  '\u0421': 'C',
  '\u0422': 'T',
  '\u0423': 'Y',
  '\u0425': 'X',
  '\u0406': 'I',
  '\u0408': 'J',
  '\u0405': 'S',
};

/**
 * Returns the text with Cyrillic letters replaced by the Latin letters that look the same, and without dashes and other
 * separators inside words.
 */
function unseparated(text: string): string {
  return text
    .replace(/\p{Script=Cyrillic}/gu, (character) => LOOK_ALIKES[character.toUpperCase()] ?? character)
    .replace(/[\p{Pd}\u2212_.·•]/gu, '');
}

/** Minimum number of digits in a gift key with other text around it. Fewer digits have 1 of 1000 keys. */
const DIGITS_AMONG_WORDS = 2;

/** Returns the gift key among the words of a text: consecutive words that have 26 letters or digits together. */
function keyAmongWords(text: string): string | null {
  if (text.includes('@')) return null;
  const words = unseparated(text).split(/[^\p{L}\p{N}]+/u);
  for (const [first] of words.entries()) {
    let key = '';
    for (const word of words.slice(first)) {
      key += word;
      if (key.length > 26) break;
      if (KEY.test(key) && key.replace(/\D/g, '').length >= DIGITS_AMONG_WORDS) return key;
    }
  }
  return null;
}

/** Returns the value of the parameter `key` of a link in the text, or the whole text. */
function valueOfKey(text: string): string {
  const value = /[?&#]key=([^&#]*)/i.exec(text)?.[1];
  if (value === undefined) return text;
  try {
    return decodeURIComponent(value.replace(/\+/g, ' '));
  } catch {
    // A percent sign that encodes nothing is part of the text.
    return value;
  }
}

/**
 * Returns the gift key in `text`, which may be a gift key or a gift link with other text around it. A gift key has 26
 * letters or digits, which spaces, dashes or dots may separate into groups. Returns null if the text contains no gift key.
 * @example giftKeyIn('Key: 7WQ2–NXK4–TDZ9–A1BC–3EFG–HJMPRS.') // '7WQ2NXK4TDZ9A1BC3EFGHJMPRS'
 */
export function giftKeyIn(text: string): string | null {
  const key = pastedKey(text);
  if (KEY.test(key.replace(/(?:\s|-|\+|%20)/g, ''))) return key;
  return keyAmongWords(valueOfKey(identifyingText(text.normalize('NFKC'))));
}

/**
 * Returns what a recipient pasted as a gift key: the gift key in `text`, or the text without what surrounds it, because a
 * server may have keys of another form.
 */
export function typedGiftKey(text: string): string {
  return giftKeyIn(text) ?? unquoted(valueOfKey(identifyingText(text)));
}

/** Returns whether a text that is no gift key could be a part of one, because it has only characters of gift keys. */
export function hasOnlyKeyCharacters(text: string): boolean {
  return /^[0-9a-z\s]*$/i.test(unseparated(typedGiftKey(text).normalize('NFKC')));
}

/**
 * Returns the normal form of a typed gift key or of a part of it. Case, invisible characters and separators are ignored; O
 * counts as 0, and I and L count as 1, and Cyrillic letters count as the Latin letters that look the same.
 * @example normalizeGiftKey('ol2-abc') // '012ABC'
 */
export function normalizeGiftKey(typed: string): string {
  const key = giftKeyIn(typed) ?? identifyingText(typed.normalize('NFKC'));
  return unseparated(key).replace(/\s/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1');
}

/**
 * Maximum number of characters of a gift key that may be shown. The 10 hidden characters contain 50 bits of entropy,
 * which makes it infeasible to guess them.
 */
const GIFT_KEY_SHOWN_AT_MOST = 16;

/**
 * Returns whether `text` may be a gift key, a gift link, or a partly typed gift key. A partly typed gift key has more
 * than 16 characters, with at least one Latin character, at least one digit and no «U». A text that may be a gift key must not
 * be put into a URL or a log, because it may be a secret.
 */
export function mayBeGiftKey(text: string): boolean {
  if (giftKeyIn(text) !== null) return true;
  const typed = pastedKey(text).replace(/(?:\s|-|\+|%20)/g, '');
  return typed.length > GIFT_KEY_SHOWN_AT_MOST && /^(?=\d*[a-z])(?=[a-z]*\d)[0-9a-tv-z]{1,25}$/i.test(typed);
}

/** Returns `text` in a form that is safe to log. A possible gift key is truncated to its first 16 characters. */
export function withoutGiftKey(text: string): string {
  if (!mayBeGiftKey(text)) return text;
  const key = pastedKey(text);
  return `${key.slice(0, GIFT_KEY_SHOWN_AT_MOST)}…`;
}
