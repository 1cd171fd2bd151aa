/** Russian plurals by `Intl.PluralRules`. */
const RULES = new Intl.PluralRules('ru-RU');

/** The forms a Russian noun takes after 1, 2–4 and 5–20. */
export interface PluralForms {
  one: string;
  few: string;
  many: string;
}

/** The number with its noun in the right form, joined by a non-breaking space. */
export function countOf(count: number, forms: PluralForms): string {
  const rule = RULES.select(count);
  const noun = rule === 'one' ? forms.one : rule === 'many' ? forms.many : forms.few;
  return `${count}\u00a0${noun}`;
}
