/** Randomness that is the same on every run. */

export interface SeededRandom {
  /** From 0 to 1. */
  next(): number;
  /** True in `share` of all cases. */
  chance(share: number): boolean;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
}

/** The mulberry32 sequence. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    chance: (share) => next() < share,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
  };
}
