/**
 * Russian wording of prices and periods of the public offer, in the grammatical forms that texts need. A period of
 * whole weeks is worded in weeks, and any other period in days. The number one is omitted where Russian omits it
 * («неделя»).
 */
import type { OfferTerms } from './offerTerms';
import { formatCount, formFor, type PluralForms } from './plurals';
import { formatAmount } from './russianFormats';

const DAYS_OF_WEEK = 7;

export const DAYS: PluralForms = { one: 'день', few: 'дня', many: 'дней' };
export const RUBLES: PluralForms = { one: 'рубль', few: 'рубля', many: 'рублей' };
const WEEKS: PluralForms = { one: 'неделя', few: 'недели', many: 'недель' };

/** Grammatical forms of a unit of time: the forms after the number one, and the plural forms. */
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
  /** Length of the period in the accusative, always with its number: «1 неделю», «2 недели», «10 дней». */
  counted: string;
  /** Length of the period in the nominative: «неделя», «2 недели». */
  nominative: string;
  /** Length of the period in the accusative, used after «за» and «через»: «неделю», «2 недели». */
  accusative: string;
  /** Length of the period in the genitive: «недели», «2 недель». */
  genitive: string;
  /** Length of the period in the nominative with «первый»: «первая неделя», «первые 2 недели». */
  first: string;
  /** Length of the period in the accusative with «первый»: «первую неделю», «первые 2 недели». */
  firstAccusative: string;
  /** Ending of a short participle after «оплачен»: «а», «ы» or no ending. */
  participleEnding: '' | 'а' | 'ы';
  /** Past tense of «начаться» that agrees with the period: «началась», «начались». */
  began: string;
}

/** Returns the grammatical forms of a period of whole days. */
export function periodWords(days: number): PeriodWords {
  const isWeeks = days % DAYS_OF_WEEK === 0;
  const count = isWeeks ? days / DAYS_OF_WEEK : days;
  const { forms, ...one } = isWeeks ? WEEK : DAY;
  const counted = formatCount(count, { ...forms, one: one.accusative }, ' ');
  if (count === 1) return { counted, nominative: forms.one, ...one };
  const nominative = formatCount(count, forms, ' ');
  return {
    counted,
    nominative,
    accusative: counted,
    genitive: formatCount(count, { one: one.genitive, few: forms.many, many: forms.many }, ' '),
    first: `первые ${nominative}`,
    firstAccusative: `первые ${counted}`,
    participleEnding: 'ы',
    began: 'начались',
  };
}

/** Returns the button text for a free trial, such as «Попробовать 1 неделю бесплатно». */
export const tryFreeText = (days: number): string => `Попробовать ${periodWords(days).counted} бесплатно`;

/**
 * Returns the grammatical forms of the trial's name: «пробная неделя» if the trial lasts seven days, otherwise «пробный
 * период».
 */
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

/** Returns an amount in rubles as text: «рубль» for 1 ruble, otherwise the formatted amount. */
export const rublesText = (rubles: number): string => (rubles === 1 ? 'рубль' : formatAmount(rubles));

/** Returns the card verification amount as text, with the verb forms that agree with the amount. */
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

/** Genitive of «устройство», used after «не более» and «до». */
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

/** Returns a count in the genitive, as a word up to ten and as digits above ten. */
const genitiveCount = (count: number): string => COUNTS_GENITIVE[count - 1] ?? String(count);

/** Returns the maximum number of devices in the genitive, such as «трёх устройств». */
export function devicesGenitive({ maxDevices }: OfferTerms): string {
  return `${genitiveCount(maxDevices)} ${formFor(maxDevices, OF_DEVICES)}`;
}

/**
 * Returns the day of the month on which a subscription is charged if some months lack that day, such as «31-го числа, а если
 * такого числа в месяце нет, в последний день месяца».
 */
export const chargeDayWords = (day: number): string =>
  `${day}-го числа, а если такого числа в месяце нет, в последний день месяца`;

/** Returns a text with its first character in upper case. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
