/**
 * Delivers an outbox lane of emails. A free delivery slot is filled at once, so an email that takes the mail server long
 * delays no other email. If many emails wait that strangers can request, their requesters take turns.
 */
import type { Deps } from '../../deps';
import { CONCURRENCY, CONCURRENCY_OF_REQUESTER } from '../../outbox/lanes';
import {
  claimDue,
  type ClaimedMessage,
  type ClaimOrder,
  type EmailLane,
  isAnyDue,
  isCrowded,
} from '../../outbox/outbox';
import { RANKS } from '../../outbox/turns';

/**
 * Number of messages of the lane `email` that are claimed at a time for each free slot. Messages of the other lanes are
 * claimed when their delivery begins, because a message that is requested later may come first.
 */
const CLAIMED_EACH = 3;

/** Interval in ms at which free slots look for messages that another server instance enqueued or that became due. */
const POLL_INTERVAL_MS = 1_000;

/** Delivers one message, stores the result, and resolves whatever the result is. Rejects if the database fails. */
type Deliver = (message: ClaimedMessage) => Promise<unknown>;

/** Deliveries of a lane that are in progress. */
class Slots {
  readonly #turns = new Map<Promise<void>, string | null>();

  constructor(private readonly limit: number) {}

  get free(): number {
    return this.limit - this.#turns.size;
  }

  get isIdle(): boolean {
    return this.#turns.size === 0;
  }

  /** Requesters that already use as many slots as one requester may. */
  fullTurns(most: number): string[] {
    const counts = new Map<string, number>();
    for (const turn of this.#turns.values()) if (turn !== null) counts.set(turn, (counts.get(turn) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= most).map(([turn]) => turn);
  }

  start(turn: string | null, work: Promise<void>): void {
    const done: Promise<void> = work.finally(() => this.#turns.delete(done));
    this.#turns.set(done, turn);
  }

  /** Resolves when a delivery ends. Rejects if a delivery rejects. */
  async next(): Promise<void> {
    await Promise.race(this.#turns.keys());
  }
}

/** Returns the order of the next claim, and the number of messages to claim. */
async function planClaim(
  deps: Deps,
  lane: EmailLane,
  now: Date,
  slots: Slots,
): Promise<{ limit: number; order: ClaimOrder }[]> {
  const { breaker, lastTurns } = deps.memory.delivery.lanes[lane];
  const domains = breaker.failedDomains;
  const allowed = slots.free === 0 ? 'none' : breaker.allowsEmail(now.getTime());
  switch (allowed) {
    case 'none':
      return [];
    case 'elsewhere':
      return [{ limit: 1, order: { by: { kind: 'elsewhere', domains, isFirstAttempt: true } } }];
    case 'any':
      return [
        { limit: 1, order: { by: { kind: 'elsewhere', domains, isFirstAttempt: false } } },
        { limit: 1, order: { by: { kind: 'due' } } },
      ];
    case 'every': {
      if (lane === 'email') return [{ limit: slots.free * CLAIMED_EACH, order: { by: { kind: 'due' } } }];
      const withoutTurns = slots.fullTurns(CONCURRENCY_OF_REQUESTER[lane]);
      const isInTurns = await isCrowded(deps.db, lane, deps.settings.signInEmailsPerMinute);
      if (isInTurns)
        return [{ limit: slots.free, order: { by: { kind: 'turns', after: lastTurns }, withoutTurns } }];
      // One message at a time, so that the limit of its requester applies to the next one.
      return [{ limit: 1, order: { by: { kind: 'due' }, withoutTurns } }];
    }
  }
}

/** Claims the messages that are delivered next. */
async function claimNext(deps: Deps, lane: EmailLane, slots: Slots): Promise<ClaimedMessage[]> {
  const now = deps.clock.now();
  // Most rounds find an empty lane, and one short query is enough for them.
  if (!(await isAnyDue(deps.db, lane, now))) return [];
  const { breaker, lastTurns } = deps.memory.delivery.lanes[lane];
  for (const { limit, order } of await planClaim(deps, lane, now, slots)) {
    const claimed = await claimDue(deps.db, now, limit, lane, order);
    if (claimed.length === 0) continue;
    if (breaker.allowsEmail(now.getTime()) !== 'every') breaker.probes(now.getTime());
    for (const rank of ['first', 'other'] as const) {
      const turns = claimed.flatMap(({ turn }) => (turn?.startsWith(RANKS[rank]) === true ? [turn] : []));
      lastTurns[rank] = findLastTurn(turns, lastTurns[rank]);
    }
    return claimed;
  }
  return [];
}

/** Returns the requester after which the next claim begins: the last one in the order of the claim by turns. */
function findLastTurn(turns: readonly string[], after: string): string {
  const wrapped = turns.filter((turn) => turn <= after);
  const served = wrapped.length > 0 ? wrapped : turns;
  return served.reduce((last, turn) => (turn > last ? turn : last), served[0] ?? after);
}

/**
 * Starts the next round of a lane as soon as its circuit breaker allows another attempt. Otherwise the attempt would be made
 * only at the next run of the jobs, and emails to other domains, which the mail server may accept, would wait until then.
 */
function wakeForProbe(deps: Deps, lane: EmailLane): void {
  const { delivery } = deps.memory;
  const state = delivery.lanes[lane];
  const waitMs = state.breaker.emailAllowedInMs(deps.clock.now().getTime());
  // If an attempt is allowed now, the round has ended because no message is due that may be tried.
  if (waitMs === null || waitMs === 0 || state.probeTimer !== null || delivery.isStopping) return;
  state.probeTimer = setTimeout(() => {
    state.probeTimer = null;
    if (!delivery.isStopping) deps.wakeOutbox(lane);
  }, waitMs);
  state.probeTimer.unref();
}

/**
 * Delivers all due messages of an email lane, and resolves when no delivery is in progress and no message is due.
 * `state.claimAgain` makes the round look for further messages while deliveries are in progress. Rejects after the end of
 * all deliveries if one of them rejected.
 */
export async function deliverEmailLane(deps: Deps, lane: EmailLane, deliver: Deliver): Promise<void> {
  const { delivery } = deps.memory;
  const state = delivery.lanes[lane];
  const slots = new Slots(CONCURRENCY[lane]);
  const waiting: ClaimedMessage[] = [];
  const failures: unknown[] = [];
  const signal = { isGiven: false, wake: (): void => undefined };
  state.claimAgain = () => {
    signal.isGiven = true;
    signal.wake();
  };
  const begin = (message: ClaimedMessage): void => {
    const work = deliver(message).then(
      () => {
        delivery.claimed.delete(message.id);
        // The next email of the account may be due now. A claim that is in progress may not have seen the delivery.
        signal.isGiven = true;
      },
      (error: unknown) => {
        failures.push(error);
      },
    );
    slots.start(message.turn, work);
  };
  try {
    for (;;) {
      const isOver = delivery.isStopping || failures.length > 0;
      signal.isGiven = false;
      if (!isOver && waiting.length === 0) {
        const claimed = await claimNext(deps, lane, slots);
        for (const { id } of claimed) delivery.claimed.add(id);
        waiting.push(...claimed);
        // More messages may be due than were claimed.
        signal.isGiven ||= claimed.length > 0;
      }
      while (!isOver && slots.free > 0) {
        const message = waiting.shift();
        if (message === undefined) break;
        begin(message);
      }
      const mayClaim = !isOver && waiting.length === 0 && slots.free > 0;
      if (mayClaim && signal.isGiven) continue;
      if (slots.isIdle) break;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, POLL_INTERVAL_MS);
        signal.wake = () => {
          clearTimeout(timer);
          resolve();
        };
        void slots.next().then(signal.wake, signal.wake);
      });
    }
  } finally {
    state.claimAgain = null;
    // A call of `deliverLane` from now on starts a new round.
    state.running = null;
    if (failures.length === 0) wakeForProbe(deps, lane);
  }
  if (failures.length > 0) throw failures[0];
}
