/** Recognizes gift keys in texts that staff paste, so that the keys, which are secrets, are not written to URLs and logs. */

/**
 * Returns a pasted text without the quotation marks, brackets and punctuation around it.
 * @example unquoted('«4242».') // '4242'
 */
export const unquoted = (text: string): string => text.replace(/^[\s"«“„(<]+|[\s"»”)>,;.…]+$/g, '');

/** Returns the gift key, or the beginning of a gift key, in a text that may be a gift link. */
const pastedKey = (text: string): string => unquoted(/[?&#]key=([^&#]*)/i.exec(text)?.[1] ?? text);

/**
 * Returns the gift key in `text`, which may be a gift key or a gift link. A gift key has 26 letters or digits, which
 * spaces or dashes may separate into groups. Returns null if the text contains no gift key.
 */
export function giftKeyIn(text: string): string | null {
  const key = pastedKey(text);
  return /^[0-9a-z]{26}$/i.test(key.replace(/(?:\s|-|\+|%20)/g, '')) ? key : null;
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
