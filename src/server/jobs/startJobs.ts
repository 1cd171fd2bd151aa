/** What the server does by itself as time passes. */
import { reconcileOrders } from '../billing/intake/reconcileOrders';
import { reconcileRefunds } from '../billing/intake/reconcileRefunds';
import { deliverDueOutbox } from '../delivery/deliverOutbox';
import type { Deps } from '../deps';
import { nextOutboxDueAt } from '../outbox/outbox';
import type { Database } from '../store/database';
import { nextOrderDueAt } from '../store/orders';
import { nextSubscriptionDueAt } from '../store/subscriptions';
import { dropStale } from './dropStale';
import { mailDueLetters } from './mailDueLetters';
import { updateLapsedStatuses } from './updateLapsedStatuses';

/** Stale rows are dropped at the start and then so often, ms. */
const DROP_STALE_EVERY_MS = 3_600_000;

/** Each job once, for everything that is due now; resolves when it is done. */
export async function runDueJobs(deps: Deps): Promise<void> {
  await deliverDueOutbox(deps);
  await reconcileOrders(deps);
  await reconcileRefunds(deps);
  await updateLapsedStatuses(deps);
  await mailDueLetters(deps);
  await deliverDueOutbox(deps);
}

/** When a job is due next; may be in the past. Null: nothing waits. */
export async function nextJobDueAt(db: Database): Promise<Date | null> {
  let next: Date | null = null;
  for (const at of [await nextOutboxDueAt(db), await nextOrderDueAt(db), await nextSubscriptionDueAt(db)]) {
    if (at !== null && (next === null || at < next)) next = at;
  }
  return next;
}

/**
 * Runs the jobs every `intervalMs` until stopped; `stop` resolves when the last round is over. A
 * failing round is logged and the next one comes.
 */
export function startJobs(deps: Deps, intervalMs = 2000): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  let wake: () => void = () => undefined;
  let dropsStaleAt = 0;

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, intervalMs);
      timer.unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const loop = async (): Promise<void> => {
    while (!isStopping()) {
      try {
        await runDueJobs(deps);
        const now = deps.clock.now().getTime();
        if (now >= dropsStaleAt) {
          await dropStale(deps);
          dropsStaleAt = now + DROP_STALE_EVERY_MS;
        }
      } catch (error) {
        deps.logger.error({ error }, 'a round of jobs failed');
      }
      if (!isStopping()) await pause();
    }
  };

  const finished = loop();
  return {
    async stop() {
      stopping.abort();
      wake();
      await finished;
    },
  };
}
