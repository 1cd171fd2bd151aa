/** Validation rules that both the server and the web application check. */
import { GIFT_KEY_LENGTH_EXCEEDS, STORED_EMAIL_MIN_LENGTH } from './constants';
import { withReadableDomain } from './internationalDomain';

const EMAIL_PATTERN =
  /^(?:[^\s@<>()[\]\\,;:".]+(?:\.[^\s@<>()[\]\\,;:".]+)*|"[^"\\\p{Cc}]+")@(?:\[\d{1,3}(?:\.\d{1,3}){3}\]|(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}]{2,})$/u;

/** Maximum length of a deliverable email address, in characters (RFC 5321, section 4.5.3.1). */
const EMAIL_MAX_LENGTH = 254;

/**
 * Returns whether `text` is an email address. The domain must have a top-level domain of at least two alphabetic
 * characters, or be an IP address in brackets. The caller must trim the text first, because surrounding spaces are
 * invalid.
 */
export function isValidEmail(text: string): boolean {
  return text.length <= EMAIL_MAX_LENGTH && EMAIL_PATTERN.test(text);
}

/** Returns the email address typed in an email field, trimmed and with its domain decoded from Punycode. */
export function typedEmail(value: string): string {
  return withReadableDomain(value.trim());
}

/** Returns the normalized email address that identifies an account: trimmed, lower case, in Unicode form NFC. */
export function normalizeEmail(text: string): string {
  return typedEmail(text.normalize('NFC')).toLowerCase();
}

/**
 * Returns whether the email in browser storage means that a user is signed in. The stored email must have at least 7
 * characters.
 */
export function isStoredEmailSignedIn(email: string | null | undefined): boolean {
  return (email?.length ?? 0) >= STORED_EMAIL_MIN_LENGTH;
}

/** Returns whether a gift key is long enough to be valid. A valid gift key has more than 10 characters. */
export function isGiftKey(key: string | null | undefined): key is string {
  return (key?.length ?? 0) > GIFT_KEY_LENGTH_EXCEEDS;
}

/**
 * Returns a pasted text without the quotation marks, brackets and punctuation around it.
 * @example unquoted('«4242».') // '4242'
 */
export const unquoted = (text: string): string => text.replace(/^[\s"'«“„‘([<]+|[\s"'»”’)\]>,;.…]+$/g, '');

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

/** Returns whether a date in the format `yyyy-mm-dd` exists in the calendar. For example, 2026-02-30 does not exist. */
export function isCalendarDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/**
 * Returns the partner prefix from the query parameter `i` of /pay. A partner prefix has 2 to 12 Latin letters or
 * digits. Returns '' if the parameter is invalid.
 * @example partnerPrefix('Blog7') // 'blog7-'
 */
export function partnerPrefix(raw: string | null | undefined): string {
  return raw && /^[a-z\d]{2,12}$/i.test(raw) ? `${raw.toLowerCase()}-` : '';
}

/** Returns the partner from a generated payer id, or null if the id has no partner prefix. */
export function partnerOf(payerId: string): string | null {
  // A generated payer id has 28 characters, which is longer than any partner prefix, and may contain dashes.
  return /^([a-z\d]{2,12})-[\w-]{28}$/.exec(payerId)?.[1] ?? null;
}

/** Returns the gift months that staff typed. Characters other than digits are ignored, and an empty text is 0. */
export function parseMonthsInput(text: string): number {
  const digits = text.replace(/\D/g, '');
  return digits === '' ? 0 : Number(digits);
}
