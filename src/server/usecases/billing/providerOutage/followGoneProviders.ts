/**
 * Lets the subscriptions follow the marks of gone card providers. Each subscription is changed in a transaction of its
 * own, with an event that is recorded once. The job can therefore be killed at any time, and run on several instances.
 */
import { addUtcMonths } from '../../../../shared/utcMonths';
import type { Deps } from '../../../deps';
import { addDays } from '../../../domain/billing/billingCalendar';
import { PROVIDER_HORIZON_MONTHS } from '../../../domain/billing/chargeDates';
import { goneKey } from '../../../domain/billing/ledgerEvents';
import { presentOutage } from '../../../domain/billing/subscriptionState';
import type { Database } from '../../../store/database';
import {
  finishGoneMark,
  type GoneMark,
  holdOpenMark,
  listMarked,
  listUnfinishedMarks,
  listUnmarked,
} from '../../../store/goneProviders';
import { change, type Decide } from '../ledger/change';

const BATCH = 100;

/** Pause in ms of this process after it found no subscription that has to follow an open mark. */
const PAUSE_MS = 60_000;

/** Records the mark in the ledger of an account that renews at the gone card provider. */
async function followMark(tx: Database, mark: GoneMark, accountId: number, now: Date): Promise<void> {
  if ((await holdOpenMark(tx, mark.id)) === null) return;
  const decide: Decide = ({ state: { agreement } }) => {
    if (agreement === null || !agreement.begun || agreement.ended !== null) return null;
    if (agreement.provider !== mark.provider || presentOutage(agreement)?.markId === mark.id) return null;
    const { orderId } = agreement;
    return [
      {
        key: goneKey('providerGone', mark.id, orderId),
        data: {
          kind: 'providerGone',
          orderId,
          markId: mark.id,
          graceUntil: mark.graceUntil.toISOString(),
        },
      },
    ];
  };
  await change(tx, accountId, decide, now);
}

/** Records in the ledger of an account that the card provider is back. */
async function followEndOfMark(tx: Database, { id }: GoneMark, accountId: number, now: Date): Promise<void> {
  const decide: Decide = ({ state: { agreement } }) => {
    if (agreement === null || presentOutage(agreement)?.markId !== id) return null;
    const { orderId } = agreement;
    return [
      { key: goneKey('providerBack', id, orderId), data: { kind: 'providerBack', orderId, markId: id } },
    ];
  };
  await change(tx, accountId, decide, now);
}

/** Changes the accounts that `list` returns until it returns no further account. Returns the number of accounts. */
async function changeEach(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  list: (limit: number) => Promise<number[]>,
  follow: (tx: Database, accountId: number, now: Date) => Promise<void>,
): Promise<number> {
  const seen = new Set<number>();
  for (;;) {
    // An account that does not change is listed again.
    const accountIds = (await list(BATCH + seen.size)).filter((accountId) => !seen.has(accountId));
    if (accountIds.length === 0) return seen.size;
    for (const accountId of accountIds) {
      await db.transaction((tx) => follow(tx, accountId, clock.now()));
      seen.add(accountId);
    }
  }
}

/**
 * Applies each mark to the subscriptions that renew at the gone card provider. Each customer gets one email. If a mark was
 * taken back, ends its effect on all subscriptions.
 */
export async function followGoneProviders(deps: Deps): Promise<void> {
  const { clock, db, logger, memory } = deps;
  for (const mark of await listUnfinishedMarks(db)) {
    const { id, provider, backAt } = mark;
    const now = clock.now();
    if (backAt === null) {
      if ((memory.goneScans.get(id) ?? now) > now) continue;
      // The card cannot be changed yet if the next charge is further ahead.
      const chargedBefore = addDays(addUtcMonths(now, PROVIDER_HORIZON_MONTHS), -1);
      const changed = await changeEach(
        deps,
        (limit) => listUnmarked(db, mark, { chargedBefore, limit }),
        (tx, accountId, at) => followMark(tx, mark, accountId, at),
      );
      memory.goneScans.set(id, new Date(now.getTime() + PAUSE_MS));
      if (changed === 0) continue;
      logger.warn(
        { provider, customers: changed },
        'the card provider is gone, and its customers are informed',
      );
    } else {
      await changeEach(
        deps,
        (limit) => listMarked(db, mark, limit),
        (tx, accountId, at) => followEndOfMark(tx, mark, accountId, at),
      );
      await finishGoneMark(db, id, clock.now());
      memory.goneScans.delete(id);
      logger.info({ provider }, 'the card provider is back');
    }
    deps.wakeOutbox();
  }
}
