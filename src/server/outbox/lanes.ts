/**
 * Limits delivery in each outbox lane. Each outbox lane has a maximum number of concurrent deliveries, and a circuit
 * breaker that tries one message at a time while an external service keeps failing.
 */
import type { OutboxLane } from './outbox';

/** Maximum number of messages of an outbox lane that are delivered concurrently. */
export const CONCURRENCY: Readonly<Record<OutboxLane, number>> = {
  provider: 4,
  signIn: 4,
  email: 4,
  push: 4,
  vpn: 20,
};

/** Number of different messages that must fail, with no success in between, to open the circuit breaker. */
const BREAKS_AFTER = 5;

/** Interval in ms between delivery attempts while the circuit breaker is open. */
const TRIES_EVERY_MS = 5_000;

/** Circuit breaker of an outbox lane. All times of the circuit breaker are times of the product's clock, in ms. */
export class Breaker {
  #failures = new Set<number>();
  #nextTryAt = 0;

  get #isBroken(): boolean {
    return this.#failures.size >= BREAKS_AFTER;
  }

  /**
   * Returns the number of messages that may be delivered now, at most `wanted`. While the circuit breaker is open, the
   * number is 0 or 1.
   */
  allows(now: number, wanted: number): number {
    if (!this.#isBroken) return wanted;
    return now >= this.#nextTryAt ? 1 : 0;
  }

  succeeded(): void {
    this.#failures.clear();
  }

  /**
   * Counts a failed message. Repeated failures of the same message count once, because the message itself may be
   * invalid.
   */
  failed(messageId: number, now: number): void {
    this.#failures.add(messageId);
    if (this.#isBroken) this.#nextTryAt = now + TRIES_EVERY_MS;
  }
}
