/**
 * How each lane of the outbox is delivered: so many messages at a time, and when an outside part
 * fails again and again, one message now and then until it answers.
 */
import type { OutboxLane } from './outbox';

/** Messages of a lane that are under way at once. */
export const CONCURRENCY: Readonly<Record<OutboxLane, number>> = {
  provider: 4,
  signIn: 4,
  email: 4,
  push: 4,
  vpn: 20,
};

/** Different messages that failed one after the other, with no success between them, until a lane is broken. */
const BREAKS_AFTER = 5;

/** A broken lane tries one message this often, ms. */
const TRIES_EVERY_MS = 5_000;

/** A circuit breaker. Times are those of the product's clock, ms. */
export class Breaker {
  #failures = new Set<number>();
  #nextTryAt = 0;

  get #isBroken(): boolean {
    return this.#failures.size >= BREAKS_AFTER;
  }

  /** How many of `wanted` messages may be tried now. */
  allows(now: number, wanted: number): number {
    if (!this.#isBroken) return wanted;
    return now >= this.#nextTryAt ? 1 : 0;
  }

  succeeded(): void {
    this.#failures.clear();
  }

  /** The same message failing again says nothing new: it may be at fault itself. */
  failed(messageId: number, now: number): void {
    this.#failures.add(messageId);
    if (this.#isBroken) this.#nextTryAt = now + TRIES_EVERY_MS;
  }
}
