/** What the server does by itself as time passes. */
import type { Deps } from '../../deps';
import { nextOutboxDueAt, OUTBOX_LANES } from '../../outbox/outbox';
import { mergeDailyFigures } from '../../store/dailyFigures';
import type { Database } from '../../store/database';
import { nextOrderDueAt } from '../../store/orders';
import { nextSubscriptionDueAt } from '../../store/subscriptions';
import { reconcileOrders } from '../../usecases/billing/intake/reconcileOrders';
import { reconcileRefunds } from '../../usecases/billing/intake/reconcileRefunds';
import { deliverDueOutbox, deliverLane, stopDelivering } from '../delivery/deliverOutbox';
import { dropStale } from './dropStale';
import { mailDueEmails } from './mailDueEmails';
import { reconcileVpn } from './reconcileVpn';
import { updateLapsedStatuses } from './updateLapsedStatuses';

/** Stale rows are dropped and the sums of a day made one row at the start and then so often, ms. */
const TIDY_EVERY_MS = 3_600_000;

/** What asks the card provider, which may hang. */
async function askProvider(deps: Deps): Promise<void> {
  await reconcileOrders(deps);
  await reconcileRefunds(deps);
}

async function followTime(deps: Deps): Promise<void> {
  await updateLapsedStatuses(deps);
  await mailDueEmails(deps);
}

async function runVpnJobs(deps: Deps): Promise<void> {
  await deliverLane(deps, 'vpn');
  await reconcileVpn(deps);
  await deliverLane(deps, 'vpn');
}

/** Each job once, for everything that is due now; resolves when it is done. */
export async function runDueJobs(deps: Deps): Promise<void> {
  await deliverDueOutbox(deps);
  await askProvider(deps);
  await followTime(deps);
  await deliverDueOutbox(deps);
  await runVpnJobs(deps);
}

/**
 * When a job is due next; may be in the past. Null: nothing waits. The comparison with the VPN network is
 * left out: it is due all the time, and changes nothing when nothing differs.
 */
export async function nextJobDueAt(db: Database): Promise<Date | null> {
  let next: Date | null = null;
  for (const at of [await nextOutboxDueAt(db), await nextOrderDueAt(db), await nextSubscriptionDueAt(db)]) {
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

/** What is under way when the process ends is waited for so long, ms: it is repeated by whoever comes next. */
const STOP_DEADLINE_MS = 4_000;

/**
 * Runs the jobs every `intervalMs` until stopped; each loop runs beside the others, which it may not delay.
 * `stop` takes seconds at most: what hangs by then is left, and what was claimed is given back.
 */
export function startJobs(deps: Deps, intervalMs = 2000): { stop(): Promise<void> } {
  let tidiesAt = 0;
  const tidy = async (): Promise<void> => {
    const now = deps.clock.now().getTime();
    if (now < tidiesAt) return;
    await dropStale(deps);
    await mergeDailyFigures(deps.db);
    tidiesAt = now + TIDY_EVERY_MS;
  };
  const lanes = OUTBOX_LANES.filter((lane) => lane !== 'vpn');
  const loops = [
    ...lanes.map((lane) => () => deliverLane(deps, lane)),
    () => askProvider(deps),
    () => followTime(deps),
    tidy,
    () => runVpnJobs(deps),
  ].map((work) => repeat(deps, work, intervalMs));
  return {
    async stop() {
      const ended = Promise.all(loops.map((loop) => loop.stop()));
      const late = new Promise<void>((resolve) => {
        setTimeout(resolve, STOP_DEADLINE_MS).unref();
      });
      await Promise.all([stopDelivering(deps), Promise.race([ended, late])]);
    },
  };
}
