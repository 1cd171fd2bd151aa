/**
 * The words of the offer's numbers in the grammatical forms that texts need. One unit («неделя») is
 * said without its number where Russian says it so; a period that is no whole number of weeks is
 * said in days.
 */
import type { OfferTerms } from './offerTerms';
import { countOf, formFor, type PluralForms } from './plurals';
import { formatAmount } from './russianFormats';

const DAYS_OF_WEEK = 7;

export const DAYS: PluralForms = { one: 'день', few: 'дня', many: 'дней' };
export const RUBLES: PluralForms = { one: 'рубль', few: 'рубля', many: 'рублей' };
const WEEKS: PluralForms = { one: 'неделя', few: 'недели', many: 'недель' };

/** The words of one of them, and the forms of several. */
type Unit = Omit<PeriodWords, 'counted' | 'nominative'> & { forms: PluralForms };

const WEEK: Unit = {
  forms: WEEKS,
  accusative: 'неделю',
  genitive: 'недели',
  first: 'первая неделя',
  firstAccusative: 'первую неделю',
  participleEnding: 'а',
  began: 'началась',
};
const DAY: Unit = {
  forms: DAYS,
  accusative: 'день',
  genitive: 'дня',
  first: 'первый день',
  firstAccusative: 'первый день',
  participleEnding: '',
  began: 'начался',
};

export interface PeriodWords {
  /** How long, always with the number: «1 неделю», «2 недели», «10 дней». */
  counted: string;
  /** «неделя», «2 недели». */
  nominative: string;
  /** After «за» and «через»: «неделю», «2 недели». */
  accusative: string;
  /** «недели», «2 недель». */
  genitive: string;
  /** «первая неделя», «первые 2 недели». */
  first: string;
  /** «первую неделю», «первые 2 недели». */
  firstAccusative: string;
  /** Of a short participle: «оплачен» + «а», «ы» or nothing. */
  participleEnding: '' | 'а' | 'ы';
  /** «началась», «начались». */
  began: string;
}

/** The words of a period of whole days. */
export function periodWords(days: number): PeriodWords {
  const isWeeks = days % DAYS_OF_WEEK === 0;
  const count = isWeeks ? days / DAYS_OF_WEEK : days;
  const { forms, ...one } = isWeeks ? WEEK : DAY;
  const counted = countOf(count, { ...forms, one: one.accusative }, ' ');
  if (count === 1) return { counted, nominative: forms.one, ...one };
  const nominative = countOf(count, forms, ' ');
  return {
    counted,
    nominative,
    accusative: counted,
    genitive: countOf(count, { one: one.genitive, few: forms.many, many: forms.many }, ' '),
    first: `первые ${nominative}`,
    firstAccusative: `первые ${counted}`,
    participleEnding: 'ы',
    began: 'начались',
  };
}

/** «Попробовать 1 неделю бесплатно». */
export const tryFreeText = (days: number): string => `Попробовать ${periodWords(days).counted} бесплатно`;

/** What a trial is called: by its length where that is one week, else «пробный период». */
export function trialWords(days: number) {
  return days === DAYS_OF_WEEK
    ? {
        name: 'пробная неделя',
        genitive: 'пробной недели',
        dative: 'пробной неделе',
        began: 'началась',
        was: 'была',
        pronoun: 'она',
        second: 'вторая',
        secondGenitive: 'второй',
      }
    : {
        name: 'пробный период',
        genitive: 'пробного периода',
        dative: 'пробному периоду',
        began: 'начался',
        was: 'был',
        pronoun: 'он',
        second: 'второй',
        secondGenitive: 'второго',
      };
}

/** An amount in rubles; one is said in a word. */
export const rublesText = (rubles: number): string => (rubles === 1 ? 'рубль' : formatAmount(rubles));

/** The amount that checks a card, with what agrees with it. */
export function cardCheckWords({ cardCheckRub, cardCheckReturnDays }: OfferTerms) {
  const name = rublesText(cardCheckRub);
  const backWithin = `в течение ${genitiveCount(cardCheckReturnDays)} ${formFor(cardCheckReturnDays, OF_DAYS)}`;
  return cardCheckRub === 1
    ? {
        name,
        backWithin,
        needed: 'нужен',
        wasNeeded: 'был нужен',
        willGoBack: 'вернётся',
        goesBack: 'возвращается',
      }
    : {
        name,
        backWithin,
        needed: 'нужны',
        wasNeeded: 'были нужны',
        willGoBack: 'вернутся',
        goesBack: 'возвращаются',
      };
}

/** After «не более» and «до». */
export const OF_DEVICES: PluralForms = { one: 'устройства', few: 'устройств', many: 'устройств' };

const COUNTS_GENITIVE = [
  'одного',
  'двух',
  'трёх',
  'четырёх',
  'пяти',
  'шести',
  'семи',
  'восьми',
  'девяти',
  'десяти',
] as const;

const OF_DAYS: PluralForms = { one: 'дня', few: 'дней', many: 'дней' };

/** A count in a word up to ten, in the genitive. */
const genitiveCount = (count: number): string => COUNTS_GENITIVE[count - 1] ?? String(count);

/** «до трёх устройств»: the count in a word up to ten, in the genitive. */
export function devicesGenitive({ maxDevices }: OfferTerms): string {
  return `${genitiveCount(maxDevices)} ${formFor(maxDevices, OF_DEVICES)}`;
}

/** A text that begins a sentence. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
