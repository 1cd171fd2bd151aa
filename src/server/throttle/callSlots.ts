/**
 * Bounds how many requests of one network a process handles at the same time, so that a flood of one network waits behind its
 * own requests and not other networks behind the flood. The further requests wait in the order of their arrival.
 */
import { Rejection } from '../domain/rejection';

/** Party of a request, and the number of its requests that are handled at the same time. */
export interface CallParty {
  key: string;
  slots: number;
}

/** Number of requests of one party that wait. Further requests are rejected at once. */
const WAITING_MAX = 1000;

interface Slots {
  running: number;
  waiting: (() => void)[];
}

export class CallSlots {
  readonly #slots = new Map<string, Slots>();

  /**
   * Resolves when each party has a free slot, to the function that frees the slots. Rejects with TOO_MANY_REQUESTS if too many
   * requests of a party wait. The order of the parties must be the same in all requests.
   */
  async enter(parties: readonly CallParty[]): Promise<() => void> {
    const held: string[] = [];
    const leave = (): void => {
      for (const key of held.reverse()) this.#leave(key);
    };
    try {
      for (const party of parties) {
        await this.#enter(party);
        held.push(party.key);
      }
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  }

  /** Number of parties that have a request. */
  get size(): number {
    return this.#slots.size;
  }

  #enter({ key, slots }: CallParty): Promise<void> | void {
    const of = this.#slots.get(key) ?? { running: 0, waiting: [] };
    this.#slots.set(key, of);
    if (of.running < slots) {
      of.running += 1;
      return;
    }
    if (of.waiting.length >= WAITING_MAX)
      throw new Rejection(
        'TOO_MANY_REQUESTS',
        'Too many requests at the same time. Try again in 1 s.',
        undefined,
        1,
      );
    return new Promise((resolve) => of.waiting.push(resolve));
  }

  #leave(key: string): void {
    const of = this.#slots.get(key);
    if (of === undefined) return;
    const next = of.waiting.shift();
    if (next !== undefined) {
      // The next request gets the slot.
      next();
      return;
    }
    of.running -= 1;
    if (of.running === 0) this.#slots.delete(key);
  }
}
