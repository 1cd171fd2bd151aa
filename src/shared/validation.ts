/** The validation rules that both sides apply. */
import { GIFT_KEY_LENGTH_EXCEEDS, STORED_EMAIL_MIN_LENGTH } from './constants';
import { withReadableDomain } from './internationalDomain';

const EMAIL_PATTERN =
  /^(?:[^\s@<>()[\]\\,;:".]+(?:\.[^\s@<>()[\]\\,;:".]+)*|"[^"\\\p{Cc}]+")@(?:\[\d{1,3}(?:\.\d{1,3}){3}\]|(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}]{2,})$/u;

/** RFC 5321 4.5.3.1: nothing longer can be delivered. */
const EMAIL_MAX_LENGTH = 254;

/**
 * The rule of the email-link form: text before and after an @, and a domain with a dot and a
 * top-level part of at least 2 letters, or a bracketed IP address. Surrounding blanks are not
 * part of an address: trim before asking.
 */
export function isValidEmail(text: string): boolean {
  return text.length <= EMAIL_MAX_LENGTH && EMAIL_PATTERN.test(text);
}

/** What a person typed into an email field: without the blanks around it, the domain in its own letters. */
export function typedEmail(value: string): string {
  return withReadableDomain(value.trim());
}

/** The form in which an address identifies an account: as typed, in lower case and NFC. */
export function normalizeEmail(text: string): string {
  return typedEmail(text.normalize('NFC')).toLowerCase();
}

/** A stored email shorter than 7 characters, or none, means that nobody is signed in. */
export function isStoredEmailSignedIn(email: string | null | undefined): boolean {
  return (email?.length ?? 0) >= STORED_EMAIL_MIN_LENGTH;
}

/** A gift key counts as a gift only if it is longer than 10 characters. */
export function isGiftKey(key: string | null | undefined): key is string {
  return (key?.length ?? 0) > GIFT_KEY_LENGTH_EXCEEDS;
}

/**
 * What in a text has the form of a key of ours (26 letters or digits, however they are grouped): the
 * whole of it, or the key of a gift link. Null: nothing.
 */
export function giftKeyIn(text: string): string | null {
  const key = /[?&#]key=([^&#]*)/i.exec(text)?.[1] ?? text;
  return /^[0-9a-z]{26}$/i.test(key.replace(/(?:\s|-|\+|%20)/g, '')) ? key : null;
}

/** Characters of a key that may be seen: the 10 after them are 50 bits, which nobody guesses by asking. */
const GIFT_KEY_SHOWN_AT_MOST = 16;

/**
 * Whether a text is a gift key or a link with one, or what is typed of one so far (more than 16 letters
 * and digits, both, without the U that no key has, and nothing that only an email has): it may be a
 * secret, so it goes into no address and no log before it has turned out to be something else.
 */
export function mayBeGiftKey(text: string): boolean {
  if (giftKeyIn(text) !== null) return true;
  const typed = (/[?&#]key=([^&#]*)/i.exec(text)?.[1] ?? text).replace(/(?:\s|-|\+|%20)/g, '');
  return typed.length > GIFT_KEY_SHOWN_AT_MOST && /^(?=\d*[a-z])(?=[a-z]*\d)[0-9a-tv-z]{1,25}$/i.test(typed);
}

/** A text for a log: what may be a gift key is cut to what may be seen of one. */
export function withoutGiftKey(text: string): string {
  if (!mayBeGiftKey(text)) return text;
  const key = /[?&#]key=([^&#]*)/i.exec(text)?.[1] ?? text;
  return `${key.slice(0, GIFT_KEY_SHOWN_AT_MOST)}…`;
}

/** Whether `yyyy-mm-dd` is a day of the calendar, which 2026-02-30 is not. */
export function isCalendarDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/**
 * The partner prefix of /pay (query `i`): 2 to 12 Latin letters or digits, lowercased and followed by
 * a dash; anything else is ignored and gives an empty prefix.
 */
export function partnerPrefix(raw: string | null | undefined): string {
  return raw && /^[a-z\d]{2,12}$/i.test(raw) ? `${raw.toLowerCase()}-` : '';
}

/** The partner whose prefix stands before a generated id of a payer; null: none does. */
export function partnerOf(payerId: string): string | null {
  // The id itself is longer than a prefix, and may hold dashes.
  return /^([a-z\d]{2,12})-[\w-]{28}$/.exec(payerId)?.[1] ?? null;
}

/** Gift months as typed by staff: digits only; empty becomes 0. */
export function parseMonthsInput(text: string): number {
  const digits = text.replace(/\D/g, '');
  return digits === '' ? 0 : Number(digits);
}
