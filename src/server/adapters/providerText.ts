/** Converts texts of card providers to the form that this server stores and shows. */

/** Characters that cannot be stored. PostgreSQL rejects NUL in text, and UTF-8 cannot encode lone surrogates. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/**
 * Replaces characters that the database cannot store. Payers can make the card provider forward such characters, and a
 * notification must not be lost because of them. Ids that this server generates never contain such characters.
 */
export const storable = (value: string | number | boolean): string =>
  String(value).replace(UNSTORABLE, '\ufffd');

/** Returns the masked card number, for example «•••• 4242», or null if the last four digits are unknown. */
export function cardMaskOf(lastFour: string | null): string | null {
  return lastFour !== null && /^\d{4}$/.test(lastFour) ? `•••• ${lastFour}` : null;
}
