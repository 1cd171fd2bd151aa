/** Runs the background jobs of the server at intervals. */
import type { Deps } from '../../deps';
import { nextOutboxDueAt, OUTBOX_LANES } from '../../outbox/outbox';
import { nextChangeDueAt } from '../../store/changedObjects';
import { mergeDailyFigures } from '../../store/dailyFigures';
import type { Database } from '../../store/database';
import { nextDeletionDueAt } from '../../store/emailChanges';
import { nextOrderDueAt } from '../../store/orders';
import { nextOwnChargeDueAt } from '../../store/requestedPayments';
import { makeForgottenEndsDue, nextSubscriptionDueAt } from '../../store/subscriptions';
import { runDueCharges } from '../../usecases/billing/charges/runDueCharges';
import { anchorMonths } from '../../usecases/billing/ledger/anchorMonths';
import { readChangedObjects } from '../../usecases/billing/providerEvents/readChangedObjects';
import { reconcileOrders } from '../../usecases/billing/providerEvents/reconcileOrders';
import { followGoneProviders } from '../../usecases/billing/providerOutage/followGoneProviders';
import { followReceiptTerms } from '../../usecases/billing/receipts/followReceiptTerms';
import { reconcileRefunds } from '../../usecases/billing/refunds/reconcileRefunds';
import { storeLinkFetches } from '../../usecases/connect/linkDomains';
import { NOTICE_READ_EVERY_MS, readNotice } from '../../usecases/console/maintenanceNotice';
import { finishErasures } from '../../usecases/deletion/finishErasures';
import { carryOutDeletions } from '../../usecases/deletion/requestedDeletions';
import { mailSignInSummaries } from '../../usecases/signIn/newBrowser';
import { deliverDueOutbox, deliverLane, stopDelivering } from '../delivery/deliverOutbox';
import { dropStale } from './dropStale';
import { findUncleanAddresses } from './findUncleanAddresses';
import { mailDueEmails } from './mailDueEmails';
import { reconcileVpn } from './reconcileVpn';
import { updateLapsedStatuses } from './updateLapsedStatuses';

/**
 * Interval in ms at which stale rows are deleted, daily metrics are rolled up and new addresses are checked. These jobs also
 * run when the server starts.
 */
const TIDY_EVERY_MS = 3_600_000;

/** Runs the jobs that poll the card provider, whose requests may hang. */
async function askProvider(deps: Deps): Promise<void> {
  await reconcileOrders(deps);
  await reconcileRefunds(deps);
}

async function followTime(deps: Deps): Promise<void> {
  // This job comes first, because no grace period may end while the card provider is gone.
  await followGoneProviders(deps);
  // This job comes before the emails, which announce the dates of charges.
  await anchorMonths(deps);
  await followReceiptTerms(deps);
  await updateLapsedStatuses(deps);
  await mailDueEmails(deps);
  await carryOutDeletions(deps);
  await finishErasures(deps);
  await mailSignInSummaries(deps);
}

async function runVpnJobs(deps: Deps): Promise<void> {
  await deliverLane(deps, 'vpn');
  await reconcileVpn(deps);
  await deliverLane(deps, 'vpn');
}

/** Runs each job once for all work that is due now, and resolves when all jobs are done. */
export async function runDueJobs(deps: Deps): Promise<void> {
  await deliverDueOutbox(deps);
  await readChangedObjects(deps);
  await askProvider(deps);
  await runDueCharges(deps);
  await followTime(deps);
  await deliverDueOutbox(deps);
  await runVpnJobs(deps);
  await storeLinkFetches(deps);
}

/**
 * Returns the time when the next job is due, which may be in the past, or null if no job is pending. The comparison
 * with the VPN panel is not included, because it is always due and changes nothing if no credential differs.
 */
export async function nextJobDueAt(db: Database): Promise<Date | null> {
  let next: Date | null = null;
  for (const at of [
    await nextOutboxDueAt(db),
    await nextChangeDueAt(db),
    await nextOrderDueAt(db),
    await nextSubscriptionDueAt(db),
    await nextOwnChargeDueAt(db),
    await nextDeletionDueAt(db),
  ]) {
    if (at !== null && (next === null || at < next)) next = at;
  }
  return next;
}

/**
 * Runs `work` every `intervalMs` until it is stopped. If `work` fails, the error is logged and the next run takes place
 * as usual.
 */
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
 * Time in ms that running jobs get to finish when the server stops. The next server process repeats unfinished jobs.
 */
const STOP_DEADLINE_MS = 4_000;

/**
 * Runs the background jobs every `intervalMs` until they are stopped. The jobs run in independent loops, so a slow job
 * does not delay other jobs. `stop` takes a few seconds at most, abandons hanging jobs and releases claimed outbox
 * messages.
 */
export function startJobs(deps: Deps, intervalMs = 2000): { stop(): Promise<void> } {
  let tidiesAt = 0;
  let checkedThrough = 0;
  const tidy = async (): Promise<void> => {
    const now = deps.clock.now().getTime();
    if (now < tidiesAt) return;
    await dropStale(deps);
    await mergeDailyFigures(deps.db);
    await makeForgottenEndsDue(deps.db, deps.clock.now());
    checkedThrough = await findUncleanAddresses(deps, checkedThrough);
    tidiesAt = now + TIDY_EVERY_MS;
  };
  const lanes = OUTBOX_LANES.filter((lane) => lane !== 'vpn');
  const loops = [
    ...lanes.map((lane) => () => deliverLane(deps, lane)),
    () => readChangedObjects(deps),
    () => askProvider(deps),
    () => runDueCharges(deps),
    () => followTime(deps),
    tidy,
    () => runVpnJobs(deps),
    () => storeLinkFetches(deps),
  ].map((work) => repeat(deps, work, intervalMs));
  loops.push(repeat(deps, async () => void (await readNotice(deps)), NOTICE_READ_EVERY_MS));
  return {
    async stop() {
      const ended = Promise.all(loops.map((loop) => loop.stop()));
      const late = new Promise<void>((resolve) => {
        setTimeout(resolve, STOP_DEADLINE_MS).unref();
      });
      await Promise.all([stopDelivering(deps), Promise.race([ended, late])]);
      // Requests counted since the last round. A failure loses these numbers only.
      await Promise.race([storeLinkFetches(deps).catch(() => undefined), late]);
    },
  };
}
