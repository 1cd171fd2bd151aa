/**
 * Cleans texts that identify something, such as addresses, keys, codes and ids. Messengers, contacts and web pages add
 * invisible characters to copied text.
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
