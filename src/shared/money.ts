/**
 * Converts amounts of money between integer kopecks, used by the server, and decimal rubles, used in API requests and
 * responses.
 */

/**
 * Converts rubles to kopecks. Throws `RangeError` if the number has fractions of a kopeck or is not a safe amount.
 * @example toKopecks(448.91) // 44891
 */
export function toKopecks(rubles: number): number {
  const kopecks = Math.round(rubles * 100);
  if (
    !Number.isSafeInteger(kopecks) ||
    Math.abs(kopecks - rubles * 100) > 1e-6 * Math.max(1, Math.abs(kopecks))
  ) {
    throw new RangeError(`not an amount in rubles: ${String(rubles)}`);
  }
  return kopecks;
}

/** Converts kopecks to rubles. */
export function toRubles(kopecks: number): number {
  return kopecks / 100;
}
