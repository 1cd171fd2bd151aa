/**
 * Cleans texts that identify something, such as addresses, keys, codes and ids, and texts that people write for people.
 * Messengers, contacts and web pages add invisible characters to copied text.
 */

/** Characters without a picture: Unicode's format and default-ignorable characters, and the empty Braille cell. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Returns `text` without invisible characters, with each kind of space as an ordinary space, and trimmed.
 * @example identifyingText('\u200banna@example.com\u00a0') // 'anna@example.com'
 */
export function identifyingText(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(/\s/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
}

/** Characters that change the direction of text, and control characters except tabs and line breaks. */
const UNREADABLE = /\p{Bidi_Control}|(?![\t\n])\p{Cc}/gu;

/**
 * Returns a text that people write for people, such as a note, as it was typed, but trimmed and without control characters
 * and characters that change the direction of text. Two such texts are compared by `identifyingText`.
 */
export function freeText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(UNREADABLE, '')
    .trim();
}

/** Returns `freeText` on one line, for names and titles. */
export function freeLine(text: string): string {
  return freeText(text).replace(/\s*[\t\n]\s*/g, ' ');
}
