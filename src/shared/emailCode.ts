/** Finds the code of an email in typed or pasted text. */
import { SIGN_IN_CODE_LENGTH } from './constants';
import { identifyingText } from './identifyingText';

const HALF = SIGN_IN_CODE_LENGTH / 2;

/** Groups of digits with one space or dash between them. */
const GROUPS = /\d+(?:[ \p{Pd}]\d+)*/gu;

/** Returns the codes in groups of digits: each group of eight digits, or two groups of four that stand alone. */
function joinCodes(groups: readonly string[]): string[] {
  const isSplit = groups.length === 2 && groups.every(({ length }) => length === HALF);
  return isSplit ? [groups.join('')] : groups.filter(({ length }) => length === SIGN_IN_CODE_LENGTH);
}

/**
 * Returns the code in `text`, or null unless `text` contains exactly one code. Digits of another length, such as a date, are
 * not a code. A text may repeat the code.
 * @example codeIn('Код: 1234 5678, до 12:30') // '12345678'
 */
export function codeIn(text: string): string | null {
  const clean = identifyingText(text.normalize('NFKC'));
  const codes = new Set((clean.match(GROUPS) ?? []).flatMap((groups) => joinCodes(groups.split(/\D/))));
  const [code = null] = codes;
  return codes.size === 1 ? code : null;
}

/**
 * Returns what a code field shows after typing or pasting `text`: the code that `text` contains, or the digits typed so far,
 * or `text` itself if it is neither, so that the customer sees what was pasted.
 */
export function codeFieldText(text: string): string {
  const code = codeIn(text);
  if (code !== null) return code;
  const typed = identifyingText(text.normalize('NFKC'));
  return /^[\d \p{Pd}]*$/u.test(typed) ? typed.replace(/\D/g, '').slice(0, SIGN_IN_CODE_LENGTH) : text;
}
