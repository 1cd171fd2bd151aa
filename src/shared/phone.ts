/**
 * Phone number of the payer, which receipts contain if the acquirer asks for it (merchant category code 4814). Stored numbers
 * have the form of ITU-T E.164 with a plus sign, for example +79123456789. The server and the web application use the same
 * rules.
 */
import { identifyingText } from './identifyingText';

/** Maximum length of a typed phone number with its separators, in characters. */
export const PHONE_TYPED_MAX = 40;

/** Separators that people type between the digits: spaces, dashes, minus signs, brackets, dots and slashes. */
const SEPARATORS = /[\s\p{Pd}\u2212()./]/gu;

/** Russian number with the prefix 8 or 7 of domestic calls, with an unneeded plus sign before 8, or without any prefix. */
const DOMESTIC = /^(?:[78]|\+8(?=9))?(?<number>[3-9]\d{9})$/;

/** Number in E.164: at most 15 digits. A number of +7 (Russia and Kazakhstan) has eleven. */
const E164 = /^\+(?:7[3-9]\d{9}|(?!7)[1-9]\d{7,14})$/;

/**
 * Returns a typed phone number in E.164, or null if it is none.
 * @example normalizePhone('8 (912) 345-67-89') // '+79123456789'
 */
export function normalizePhone(typed: string): string | null {
  const text = identifyingText(typed).normalize('NFKC').replace(SEPARATORS, '');
  const domestic = DOMESTIC.exec(text)?.groups?.['number'];
  const phone = domestic === undefined ? text : `+7${domestic}`;
  return E164.test(phone) ? phone : null;
}

/** Returns a number in E.164 as its owner reads it. Only numbers of +7 are grouped. */
export const formatPhone = (phone: string): string =>
  phone.replace(/^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/, '+7 $1 $2-$3-$4');

/**
 * Returns a number in E.164 with only its last four digits, for staff.
 * @example maskPhone('+79123451234') // '+7 ••• •••-12-34'
 */
export const maskPhone = (phone: string): string =>
  phone.replace(/^(\+7)?.*(\d{2})(\d{2})$/, (_all, seven: string | undefined, ...end: string[]) => {
    const [first = '', second = ''] = end;
    return `${seven ?? '+•'} ••• •••-${first}-${second}`;
  });
