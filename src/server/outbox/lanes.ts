/**
 * Limits delivery in each outbox lane. A lane has a maximum number of concurrent messages, and a circuit breaker that
 * tries one message at a time while an external service keeps failing.
 */
import type { OutboxLane } from './outbox';

/** Maximum number of messages of a lane that are delivered concurrently. */
export const CONCURRENCY: Readonly<Record<OutboxLane, number>> = {
  provider: 4,
  signIn: 4,
  email: 4,
  push: 4,
  vpn: 20,
};

/** Number of different messages that must fail, with no success in between, to open the circuit breaker. */
const BREAKS_AFTER = 5;

/** Interval between trial messages while the circuit breaker is open, in ms. */
const TRIES_EVERY_MS = 5_000;

/** Circuit breaker of an outbox lane. Its times are product clock times, in ms. */
export class Breaker {
  #failures = new Set<number>();
  #nextTryAt = 0;

  get #isBroken(): boolean {
    return this.#failures.size >= BREAKS_AFTER;
  }

  /**
   * Returns how many of the `wanted` messages may be delivered now. Returns 0 or 1 while the circuit breaker is open.
   */
  allows(now: number, wanted: number): number {
    if (!this.#isBroken) return wanted;
    return now >= this.#nextTryAt ? 1 : 0;
  }

  succeeded(): void {
    this.#failures.clear();
  }

  /**
   * Counts a failed message. Repeated failures of one message count once, because that message itself may be invalid.
   */
  failed(messageId: number, now: number): void {
    this.#failures.add(messageId);
    if (this.#isBroken) this.#nextTryAt = now + TRIES_EVERY_MS;
  }
}
