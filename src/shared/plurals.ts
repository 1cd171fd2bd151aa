/** Selects Russian plural forms with `Intl.PluralRules`. */
const RULES = new Intl.PluralRules('ru-RU');

const NON_BREAKING_SPACE = '\u00a0';

/** Forms of a Russian noun after the numbers 1, 2–4 and 5–20. */
export interface PluralForms {
  one: string;
  few: string;
  many: string;
}

export const DEVICES: PluralForms = { one: 'устройство', few: 'устройства', many: 'устройств' };
export const PLACES: PluralForms = { one: 'место', few: 'места', many: 'мест' };
export const MONTHS: PluralForms = { one: 'месяц', few: 'месяца', many: 'месяцев' };

export const SIGN_INS: PluralForms = { one: 'вход', few: 'входа', many: 'входов' };

/** Accusative forms of «минута», as in «действует 10 минут». */
export const MINUTES_LONG: PluralForms = { one: 'минуту', few: 'минуты', many: 'минут' };

/** Accusative forms of «день» and «год», as in «хранится 90 дней». */
export const DAYS_LONG: PluralForms = { one: 'день', few: 'дня', many: 'дней' };
export const DAYS: PluralForms = { one: 'день', few: 'дня', many: 'дней' };
export const YEARS_LONG: PluralForms = { one: 'год', few: 'года', many: 'лет' };

/** Accusative forms of «час», as in «действует 24 часа». */
export const HOURS_LONG: PluralForms = { one: 'час', few: 'часа', many: 'часов' };

export const YEARS: PluralForms = { one: 'год', few: 'года', many: 'лет' };

export const TIMES: PluralForms = { one: 'раз', few: 'раза', many: 'раз' };

/**
 * Returns the form of the noun that agrees with `count`.
 * @example formFor(3, DEVICES) // 'устройства'
 */
export function formFor(count: number, forms: PluralForms): string {
  const rule = RULES.select(count);
  return rule === 'one' ? forms.one : rule === 'many' ? forms.many : forms.few;
}

/** Returns the number and the form of the noun that agrees with it, joined by `gap`, a non-breaking space by default. */
export function formatCount(count: number, forms: PluralForms, gap = NON_BREAKING_SPACE): string {
  return `${count}${gap}${formFor(count, forms)}`;
}
