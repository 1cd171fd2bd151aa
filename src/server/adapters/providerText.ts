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
export function formatCardMask(lastFour: string | null): string | null {
  return lastFour !== null && /^\d{4}$/.test(lastFour) ? `•••• ${lastFour}` : null;
}

/**
 * Returns the digits and the expiry date of a card as one text, or null if one of them is unknown. The text is the same at
 * every card provider. `month` has two digits, and `year` four.
 */
export function joinCardDigits(card: {
  firstSix: string | null;
  lastFour: string | null;
  year: string | null;
  month: string | null;
}): string | null {
  const text = [card.firstSix, card.lastFour, card.year, card.month].join(' ');
  return /^\d{6} \d{4} \d{4} \d{2}$/.test(text) ? text : null;
}
