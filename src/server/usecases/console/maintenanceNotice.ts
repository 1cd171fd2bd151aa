/**
 * Use cases of the maintenance notice. Each process keeps the last notice in memory, so that pages and rejected calls
 * contain it without a query, and also while the database is unavailable.
 */
import { NOTICE_DAYS_MAX } from '../../../shared/constants';
import type { NoticeState } from '../../../shared/contract/staffNotice';
import type { Notice } from '../../../shared/notice';
import type { Deps } from '../../deps';
import type { SignedInStaff } from '../../domain/caller';
import { Rejection } from '../../domain/rejection';
import type { Database } from '../../store/database';
import { findNotice, replaceNotice, type StoredNotice } from '../../store/maintenanceNotice';
import { changeAsStaff } from '../audit/staffChange';

type NoticeDeps = Pick<Deps, 'clock' | 'db' | 'memory'>;

const DAY_MS = 86_400_000;

/** Interval in ms at which each process reads the notice, which other processes may have changed. */
export const NOTICE_READ_EVERY_MS = 15_000;

function shownAt(stored: StoredNotice | null, now: Date): Notice | null {
  return stored === null || stored.endsAt <= now
    ? null
    : { text: stored.text, endsAt: stored.endsAt.toISOString() };
}

function buildState({ clock, memory }: NoticeDeps, stored: StoredNotice | null): NoticeState {
  memory.notice = stored;
  return { version: stored?.version ?? 0, notice: shownAt(stored, clock.now()) };
}

/** Returns the notice that this process knows, or null if there is none or if it has ended. */
export function currentNotice({ clock, memory }: Pick<Deps, 'clock' | 'memory'>): Notice | null {
  return shownAt(memory.notice, clock.now());
}

/** Reads the notice from the database into the memory of this process. The known notice stays if this rejects. */
export async function readNotice(deps: NoticeDeps): Promise<NoticeState> {
  return buildState(deps, await findNotice(deps.db));
}

const changedByAnother = () =>
  new Rejection('CONFLICT', 'Another admin changed the notice. Check it, then try again.');

async function replaceSeen(tx: Database, seen: number, notice: { text: string; endsAt: Date }) {
  const replaced = await replaceNotice(tx, seen, notice);
  if (replaced === null) throw changedByAnother();
  return replaced;
}

/**
 * Shows a notice until `endsAt`. Throws INVALID_REQUEST if the end is not in the next 14 days, and CONFLICT if `version`
 * is outdated.
 */
export async function setNotice(
  deps: NoticeDeps,
  by: SignedInStaff,
  { text, endsAt, version }: { text: string; endsAt: string; version: number },
): Promise<NoticeState> {
  const end = new Date(endsAt);
  const remainingMs = end.getTime() - deps.clock.now().getTime();
  if (remainingMs <= 0 || remainingMs > NOTICE_DAYS_MAX * DAY_MS)
    throw new Rejection('INVALID_REQUEST', `The end must be in the next ${NOTICE_DAYS_MAX} days.`, [
      'endsAt',
    ]);
  const stored = await changeAsStaff(deps, by, async ({ tx, audit }) => {
    const replaced = await replaceSeen(tx, version, { text, endsAt: end });
    await audit({ action: 'setNotice', details: { notice: text, endsAt: end.toISOString() } });
    return replaced;
  });
  return buildState(deps, stored);
}

/**
 * Ends the notice now. Changes nothing if it has already ended. Throws CONFLICT if `version` is outdated.
 */
export async function endNotice(
  deps: NoticeDeps,
  by: SignedInStaff,
  { version }: { version: number },
): Promise<NoticeState> {
  const stored = await changeAsStaff(deps, by, async ({ tx, at, audit }) => {
    const last = await findNotice(tx);
    if (last === null || last.endsAt <= at) return last;
    if (last.version !== version) throw changedByAnother();
    const replaced = await replaceSeen(tx, version, { text: last.text, endsAt: at });
    await audit({ action: 'endNotice', details: { notice: last.text } });
    return replaced;
  });
  return buildState(deps, stored);
}
