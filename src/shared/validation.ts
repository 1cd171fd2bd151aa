/** Validation rules that both the server and the web application check. */
import { GIFT_KEY_LENGTH_EXCEEDS, STORED_EMAIL_MIN_LENGTH } from './constants';
import { identifyingText } from './identifyingText';
import { withReadableDomain } from './internationalDomain';

/** Pattern of an email address of any length. */
export const EMAIL_PATTERN =
  /^(?:[^\s@<>()[\]\\,;:".]+(?:\.[^\s@<>()[\]\\,;:".]+)*|"[^"\\\p{Cc}]+")@(?:\[\d{1,3}(?:\.\d{1,3}){3}\]|(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}]{2,})$/u;

/** Maximum length of a deliverable email address, in characters (RFC 5321, section 4.5.3.1). */
const EMAIL_MAX_LENGTH = 254;

/**
 * Returns whether `text` is an email address. The domain must have a top-level domain of at least two alphabetic
 * characters, or be an IP address in brackets. The caller must clean the text first (`typedEmail`), because surrounding
 * spaces are invalid.
 */
export function isValidEmail(text: string): boolean {
  return text.length <= EMAIL_MAX_LENGTH && EMAIL_PATTERN.test(text);
}

/**
 * Returns the email address typed in an email field, in Unicode form NFC, without invisible characters and surrounding
 * spaces, and with its domain decoded from Punycode.
 */
export function typedEmail(value: string): string {
  return withReadableDomain(identifyingText(value).normalize('NFC'));
}

/**
 * Returns the normalized email address that identifies an account: as typed (`typedEmail`), in lower case. An account that
 * was opened before addresses were cleaned may have invisible characters in its address. Compare such an address with a
 * typed one in this form, and look the account up by another identifier.
 */
export function normalizeEmail(text: string): string {
  return typedEmail(text).toLowerCase();
}

/**
 * Returns whether two stored email addresses are of the same mailbox. Unlike `normalizeEmail`, invisible characters count,
 * because mail servers deliver to the address with all of its characters.
 */
export function isSameMailbox(one: string, other: string): boolean {
  return toMailbox(one) === toMailbox(other);
}

/** Returns the form of a stored email address in which two addresses of the same mailbox are equal (`isSameMailbox`). */
export function toMailbox(email: string): string {
  return withReadableDomain(email.normalize('NFC').trim()).toLowerCase();
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
  const partner = identifyingText(raw ?? '');
  return /^[a-z\d]{2,12}$/i.test(partner) ? `${partner.toLowerCase()}-` : '';
}

/** Returns the partner from a generated payer id, or null if the id has no partner prefix. */
export function parsePartner(payerId: string): string | null {
  // A generated payer id has 28 characters, which is longer than any partner prefix, and may contain dashes.
  return /^([a-z\d]{2,12})-[\w-]{28}$/.exec(payerId)?.[1] ?? null;
}

/** Returns the gift months that staff typed. Characters other than digits are ignored, and an empty text is 0. */
export function parseMonthsInput(text: string): number {
  const digits = text.replace(/\D/g, '');
  return digits === '' ? 0 : Number(digits);
}
