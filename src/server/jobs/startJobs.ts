/** What the server does by itself as time passes. */
import { reconcileOrders } from '../billing/intake/reconcileOrders';
import { reconcileRefunds } from '../billing/intake/reconcileRefunds';
import { deliverLane } from '../delivery/deliverOutbox';
import type { Deps } from '../deps';
import { nextOutboxDueAt } from '../outbox/outbox';
import type { Database } from '../store/database';
import { nextOrderDueAt } from '../store/orders';
import { nextSubscriptionDueAt } from '../store/subscriptions';
import { dropStale } from './dropStale';
import { mailDueLetters } from './mailDueLetters';
import { reconcileVpn } from './reconcileVpn';
import { updateLapsedStatuses } from './updateLapsedStatuses';

/** Stale rows are dropped at the start and then so often, ms. */
const DROP_STALE_EVERY_MS = 3_600_000;

async function runMainJobs(deps: Deps): Promise<void> {
  await deliverLane(deps, 'main');
  await reconcileOrders(deps);
  await reconcileRefunds(deps);
  await updateLapsedStatuses(deps);
  await mailDueLetters(deps);
  await deliverLane(deps, 'main');
}

async function runVpnJobs(deps: Deps): Promise<void> {
  await deliverLane(deps, 'vpn');
  await reconcileVpn(deps);
  await deliverLane(deps, 'vpn');
}

/** Each job once, for everything that is due now; resolves when it is done. */
export async function runDueJobs(deps: Deps): Promise<void> {
  await runMainJobs(deps);
  await runVpnJobs(deps);
}

/**
 * When a job is due next; may be in the past. Null: nothing waits. The comparison with the VPN network is
 * left out: it is due all the time, and changes nothing when nothing differs.
 */
export async function nextJobDueAt(db: Database): Promise<Date | null> {
  let next: Date | null = null;
  for (const at of [
    await nextOutboxDueAt(db, 'main'),
    await nextOutboxDueAt(db, 'vpn'),
    await nextOrderDueAt(db),
    await nextSubscriptionDueAt(db),
  ]) {
    if (at !== null && (next === null || at < next)) next = at;
  }
  return next;
}

/** Does `work` every `intervalMs` until stopped; a failing round is logged and the next one comes. */
function repeat(deps: Deps, work: () => Promise<void>, intervalMs: number): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  let wake: () => void = () => undefined;

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
        await work();
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

/**
 * Runs the jobs every `intervalMs` until stopped; `stop` resolves when the last round is over. What
 * concerns the VPN network runs beside the rest, which it may not delay.
 */
export function startJobs(deps: Deps, intervalMs = 2000): { stop(): Promise<void> } {
  let dropsStaleAt = 0;
  const main = repeat(
    deps,
    async () => {
      await runMainJobs(deps);
      const now = deps.clock.now().getTime();
      if (now < dropsStaleAt) return;
      await dropStale(deps);
      dropsStaleAt = now + DROP_STALE_EVERY_MS;
    },
    intervalMs,
  );
  const vpn = repeat(deps, () => runVpnJobs(deps), intervalMs);
  return {
    async stop() {
      await Promise.all([main.stop(), vpn.stop()]);
    },
  };
}
