/**
 * Replaces spaces in Russian text at which no line should break. The texts themselves contain ordinary spaces, so that
 * they can be searched and compared.
 */
import { NBSP } from '../../shared/russianFormats';

/**
 * Returns the text with a non-breaking space after each word of one or two characters.
 *
 * @example
 * joinWords('Отменить можно в любой момент') // 'Отменить можно в\u00a0любой момент'
 */
export const joinWords = (text: string): string =>
  text.replace(/(?<![а-яё\d-])([а-яё]{1,2}) /gi, `$1${NBSP}`);
