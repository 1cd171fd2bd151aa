/**
 * Queue of requests that may only be sent at a limited rate. The requester with the fewest turns in the last minute is
 * next, so that a flood of one requester waits behind its own requests. The queue uses real time, because it protects an
 * external service whose time no clock of the sandbox moves.
 */

/** Rate of a queue. */
export interface TurnRate {
  /** Number of turns in a minute. */
  perMinute: number;
  /** Number of turns that may follow each other without a pause. */
  burst: number;
}

/** Requester of a turn. */
export interface TurnRequester {
  /** Names under which turns are counted, such as an account and a network. The largest count decides. */
  parties: readonly string[];
  /**
   * Group of requesters. The groups that wait take turns in proportion to their shares, so that no group waits behind a
   * crowd of another group.
   */
  group: { name: string; share: number };
}

/** Result of waiting for a turn. `retryAfterMs` is the time until another request may get a turn. */
export type Turn = { isGranted: true } | { isGranted: false; retryAfterMs: number };

interface Waiting extends TurnRequester {
  leave(turn: Turn): void;
}

const MINUTE_MS = 60_000;

/**
 * Number of turns in the last minute after which a party waits behind all parties that had fewer, in all groups. A customer
 * who pays needs two: one reads the latest payment, and one opens the payment.
 */
const MANY_TURNS = 2;

/** Number of latest turns in which the turns of each group are compared. */
const GROUP_TURNS = 12;

export class TurnQueue {
  readonly #intervalMs: number;
  readonly #toleranceMs: number;
  readonly #perMinute: number;
  readonly #now: () => number;
  #waiting: Waiting[] = [];
  #granted: (TurnRequester & { at: number })[] = [];
  /** Time at which the rate would allow the next turn without a burst. */
  #dueAt = 0;
  #pausedUntil = 0;
  #timer: NodeJS.Timeout | null = null;

  /** `now` returns a time in ms that never goes back. */
  constructor({ perMinute, burst }: TurnRate, now: () => number = () => performance.now()) {
    this.#intervalMs = MINUTE_MS / perMinute;
    this.#toleranceMs = (burst - 1) * this.#intervalMs;
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Resolves when the requester has a turn, or at the latest after `patienceMs` without a turn. */
  take(requester: TurnRequester, patienceMs: number): Promise<Turn> {
    return new Promise((resolve) => {
      const waiting: Waiting = {
        ...requester,
        leave: (turn) => {
          clearTimeout(late);
          this.#waiting = this.#waiting.filter((other) => other !== waiting);
          resolve(turn);
        },
      };
      const late = setTimeout(() => {
        waiting.leave({ isGranted: false, retryAfterMs: this.#waitMs() + this.#intervalMs });
      }, patienceMs);
      late.unref();
      this.#waiting.push(waiting);
      this.#grantDue();
      this.#dropLast(patienceMs);
    });
  }

  /** Grants no turn for `ms` milliseconds. */
  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#now() + ms);
  }

  /** Returns the time in ms until the next turn may be granted. */
  #waitMs(): number {
    const now = this.#now();
    // Sums of intervals are inexact, so the time is rounded to microseconds.
    const waitMs = Math.max(0, this.#pausedUntil - now, this.#dueAt - this.#toleranceMs - now);
    return Math.round(waitMs * 1000) / 1000;
  }

  /** Removes requesters that cannot get a turn in time, last in order first, so that the queue stays short. */
  #dropLast(patienceMs: number): void {
    const turnsInTime = Math.max(0, Math.floor((patienceMs - this.#waitMs()) / this.#intervalMs) + 1);
    if (this.#waiting.length <= turnsInTime) return;
    for (const waiting of this.#inOrder().slice(turnsInTime))
      waiting.leave({ isGranted: false, retryAfterMs: this.#waitMs() + this.#intervalMs });
  }

  #grantDue(): void {
    while (this.#waiting.length > 0 && this.#waitMs() === 0) {
      const [next] = this.#inOrder();
      if (next === undefined) break;
      const now = this.#now();
      this.#dueAt = Math.max(this.#dueAt, now) + this.#intervalMs;
      this.#granted.push({ parties: next.parties, group: next.group, at: now });
      next.leave({ isGranted: true });
    }
    if (this.#timer !== null || this.#waiting.length === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#grantDue();
    }, Math.ceil(this.#waitMs()));
    this.#timer.unref();
  }

  /** Returns the waiting requesters in the order in which they would get a turn now. */
  #inOrder(): Waiting[] {
    const since = this.#now() - MINUTE_MS;
    this.#granted = this.#granted.filter(({ at }) => at > since).slice(-this.#perMinute);
    const counts = new Map<string, number>();
    const add = (name: string): void => {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    };
    for (const { group } of this.#granted.slice(-GROUP_TURNS)) add(`group ${group.name}`);
    for (const { parties } of this.#granted) for (const party of parties) add(`party ${party}`);
    const left = this.#waiting.map((waiting, index) => ({ waiting, index }));
    const ordered: Waiting[] = [];
    while (left.length > 0) {
      const computeCost = ({ waiting: { parties, group }, index }: (typeof left)[number]): number[] => {
        const turns = Math.max(...parties.map((party) => counts.get(`party ${party}`) ?? 0));
        return [
          turns >= MANY_TURNS ? 1 : 0,
          (counts.get(`group ${group.name}`) ?? 0) / group.share,
          turns,
          index,
        ];
      };
      const best = left.reduce((a, b) => (isBefore(computeCost(b), computeCost(a)) ? b : a));
      left.splice(left.indexOf(best), 1);
      ordered.push(best.waiting);
      add(`group ${best.waiting.group.name}`);
      for (const party of best.waiting.parties) add(`party ${party}`);
    }
    return ordered;
  }
}

/** Compares two lists of numbers like words in a dictionary. */
function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const differs = a.findIndex((value, index) => value !== b[index]);
  return differs >= 0 && (a[differs] ?? 0) < (b[differs] ?? 0);
}
