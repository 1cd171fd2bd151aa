/**
 * Corrects the day of the month of subscriptions whose months earlier versions counted from a date that was clamped to the
 * end of a month (decision 0015). Earlier versions do not know the ledger event, so it is only written when none of them
 * uses the database. From then on `change` corrects each new subscription in the transaction of its payment.
 */
import type { Deps } from '../../../deps';
import { isCountedFromClampedDay } from '../../../domain/billing/subscriptionState';
import { findSessions, mayEarlierVersionsRun, noteEarlierVersions } from '../../../store/earlierVersions';
import { listPossiblyClamped } from '../../../store/subscriptions';
import { change, type Decide } from './change';

/** Interval in ms at which an instance checks whether earlier versions use the database. */
const CHECK_EVERY_MS = 60_000;

/** Time in ms for which no check may find an earlier version. An instance that runs queries the database all the time. */
const QUIET_MS = 10 * 60_000;

const BATCH = 100;

type MonthsDeps = Pick<Deps, 'db' | 'clock' | 'logger' | 'memory' | 'wakeOutbox'>;

/** Updates the stored value, and returns whether an instance of an earlier version may be running. */
async function checkVersions({ db, clock, logger, memory }: MonthsDeps): Promise<boolean> {
  const { months } = memory;
  const now = clock.now();
  const stored = await mayEarlierVersionsRun(db);
  const sessions = await findSessions(db);
  if (sessions === 'earlierVersion') {
    months.quietSince = null;
    if (stored) return true;
    await noteEarlierVersions(db, true);
    logger.warn({}, 'an earlier version of the server uses the database, too');
    return true;
  }
  months.quietSince ??= now;
  const isQuiet = sessions === 'embedded' || now.getTime() - months.quietSince.getTime() >= QUIET_MS;
  if (stored && isQuiet) await noteEarlierVersions(db, false);
  return stored && !isQuiet;
}

/** `change` adds the correction itself. */
const ifClamped: Decide = ({ state: { agreement } }) =>
  agreement !== null && isCountedFromClampedDay(agreement) ? [] : null;

/** Changes each subscription whose months are counted from a clamped date. Returns their number. */
async function correctAll({ db, clock }: MonthsDeps): Promise<number> {
  let corrected = 0;
  let after = 0;
  for (;;) {
    const accountIds = await listPossiblyClamped(db, { after, limit: BATCH });
    for (const accountId of accountIds) {
      const { before, after: changed } = await db.transaction((tx) =>
        change(tx, accountId, ifClamped, clock.now()),
      );
      if (before !== changed) corrected += 1;
    }
    const last = accountIds.at(-1);
    if (last === undefined || accountIds.length < BATCH) return corrected;
    after = last;
  }
}

/**
 * Corrects all subscriptions once after each start of this process, as soon as no earlier version uses the database. The
 * job can be killed at any time, and run on several instances, because each subscription has a transaction of its own.
 */
export async function anchorMonths(deps: MonthsDeps): Promise<void> {
  const { clock, logger, memory } = deps;
  const { months } = memory;
  const now = clock.now();
  if (months.checkedAt !== null && now.getTime() - months.checkedAt.getTime() < CHECK_EVERY_MS) return;
  months.checkedAt = now;
  if (await checkVersions(deps)) {
    months.areCorrected = false;
    return;
  }
  if (months.areCorrected) return;
  const subscriptions = await correctAll(deps);
  months.areCorrected = true;
  if (subscriptions === 0) return;
  logger.info({ subscriptions }, 'months are no longer counted from the last day of a shorter month');
  deps.wakeOutbox();
}
