/** Amounts: kopecks (integers) inside, rubles (a decimal number) on the wire. */

/** Rubles on the wire to whole kopecks. Throws RangeError for what is not an amount. */
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

/** Whole kopecks to rubles on the wire. */
export function toRubles(kopecks: number): number {
  return kopecks / 100;
}
