/** A random number generator with a seed, so that every run gets the same numbers. */

export interface SeededRandom {
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Returns true with the probability `share`. */
  chance(share: number): boolean;
  /** Returns a random integer from `least` to `most`, both inclusive. */
  between(least: number, most: number): number;
}

/** Creates a random number generator that uses the mulberry32 algorithm. */
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
