/** Splits identifiers of the contract into words, for texts of the console. */

/**
 * Splits an identifier into words: «sessionsEnded» → «Sessions ended». The function is used for identifiers without a
 * text.
 */
export function spelled(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
