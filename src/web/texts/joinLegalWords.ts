/** Non-breaking spaces of legal documents, which contain numbers of laws, companies and dashes. */
import { NBSP } from '../../shared/russianFormats';
import { joinWords } from './joinWords';

/** Invisible character that prevents a line break after a hyphen. */
const WORD_JOINER = '\u2060';

/** Matches the space before a number, a company name after its legal form, or a dash. */
const JOINT = /(?<=[а-яё№]) (?=\d)|(?<=ООО) (?=«)| (?=—)/giu;
/** Matches the position after the hyphen in the number of a law. */
const IN_NUMBER_OF_LAW = /(?<=\d-)(?=ФЗ)/gu;

/**
 * Returns the text with non-breaking spaces and word joiners.
 *
 * @example
 * joinLegalWords('статья 6 закона № 152-ФЗ') // 'статья\u00a06 закона №\u00a0152-\u2060ФЗ'
 */
export const joinLegalWords = (text: string): string =>
  joinWords(text).replace(JOINT, NBSP).replace(IN_NUMBER_OF_LAW, WORD_JOINER);
