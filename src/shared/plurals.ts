/** Russian plurals by `Intl.PluralRules`. */
const RULES = new Intl.PluralRules('ru-RU');

const NON_BREAKING_SPACE = '\u00a0';

/** The forms a Russian noun takes after 1, 2–4 and 5–20. */
export interface PluralForms {
  one: string;
  few: string;
  many: string;
}

export const DEVICES: PluralForms = { one: 'устройство', few: 'устройства', many: 'устройств' };
export const PLACES: PluralForms = { one: 'место', few: 'места', many: 'мест' };
export const MONTHS: PluralForms = { one: 'месяц', few: 'месяца', many: 'месяцев' };

/** Accusative, for «действует 10 минут». */
export const MINUTES_LONG: PluralForms = { one: 'минуту', few: 'минуты', many: 'минут' };

/** Accusative, for «действует 24 часа». */
export const HOURS_LONG: PluralForms = { one: 'час', few: 'часа', many: 'часов' };

export const TIMES: PluralForms = { one: 'раз', few: 'раза', many: 'раз' };

/** The noun in the form that `count` takes. */
export function formFor(count: number, forms: PluralForms): string {
  const rule = RULES.select(count);
  return rule === 'one' ? forms.one : rule === 'many' ? forms.many : forms.few;
}

/** The number with its noun in the right form, joined by a non-breaking space unless `gap` is given. */
export function countOf(count: number, forms: PluralForms, gap = NON_BREAKING_SPACE): string {
  return `${count}${gap}${formFor(count, forms)}`;
}
