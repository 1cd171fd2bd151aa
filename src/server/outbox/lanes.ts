/**
 * Limits delivery in each outbox lane. Each outbox lane has a maximum number of concurrent deliveries, and a circuit
 * breaker that tries one message at a time while an external service keeps failing.
 */
import type { OutboxLane } from './outbox';

/** Maximum number of messages of an outbox lane that are delivered concurrently. */
export const CONCURRENCY: Readonly<Record<OutboxLane, number>> = {
  provider: 4,
  signIn: 6,
  confirmation: 2,
  email: 4,
  push: 4,
  vpn: 20,
};

/**
 * Maximum number of emails of one requester (`turns.ts`) that are delivered concurrently. A mail server may take many
 * seconds for an email to a domain that a stranger has chosen, and the other deliveries must not wait for it.
 */
export const CONCURRENCY_OF_REQUESTER: Readonly<Record<'signIn' | 'confirmation', number>> = {
  signIn: 2,
  confirmation: 1,
};

/** Number of different messages that must fail, with no success in between, to open the circuit breaker. */
const BREAKS_AFTER = 5;

/** Interval in ms between delivery attempts while the circuit breaker is open. */
const TRIES_EVERY_MS = 5_000;

/**
 * Minimum interval in ms between delivery attempts of new messages to other recipient domains while the circuit breaker
 * is open. A stranger whose own domains let deliveries fail can open the circuit breaker, so the emails of other people
 * are tried soon.
 */
const TRIES_ELSEWHERE_EVERY_MS = 1_000;

/** Number of failed messages that the circuit breaker remembers. */
const REMEMBERED_FAILURES = 100;

/** Circuit breaker of an outbox lane. All times of the circuit breaker are times of the product's clock, in ms. */
export class Breaker {
  /** Recipient domains of the failed messages, by message id. The domain is '' if the message is not an email. */
  #failures = new Map<number, string>();
  #nextTryAt = 0;
  #nextTryElsewhereAt = 0;

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

  /**
   * Returns which email may be tried now: `every` email while the circuit breaker is closed, otherwise `any` one email,
   * or a new email to a recipient domain `elsewhere`, or `none`.
   */
  allowsEmail(now: number): 'every' | 'any' | 'elsewhere' | 'none' {
    if (!this.#isBroken) return 'every';
    if (now >= this.#nextTryAt) return 'any';
    return now >= this.#nextTryElsewhereAt ? 'elsewhere' : 'none';
  }

  /** Returns the time in ms until the circuit breaker allows an attempt of an email, or null while it is closed. */
  emailAllowedInMs(now: number): number | null {
    if (!this.#isBroken) return null;
    return Math.max(0, Math.min(this.#nextTryAt, this.#nextTryElsewhereAt) - now);
  }

  /** Recipient domains of the emails that have failed since the last success, at most 100. */
  get failedDomains(): string[] {
    return [...new Set(this.#failures.values())];
  }

  succeeded(): void {
    this.#failures.clear();
  }

  /** Delays the next attempt while the circuit breaker is open, because one attempt begins now. */
  probes(now: number): void {
    this.#nextTryAt = now + TRIES_EVERY_MS;
    this.#nextTryElsewhereAt = now + TRIES_ELSEWHERE_EVERY_MS;
  }

  /**
   * Counts a failed message. Repeated failures of the same message count once, because the message itself may be
   * invalid.
   */
  failed(messageId: number, now: number, recipientDomain = ''): void {
    this.#failures.set(messageId, recipientDomain);
    for (const oldest of this.#failures.keys()) {
      if (this.#failures.size <= REMEMBERED_FAILURES) break;
      this.#failures.delete(oldest);
    }
    if (this.#isBroken) this.probes(now);
  }
}
