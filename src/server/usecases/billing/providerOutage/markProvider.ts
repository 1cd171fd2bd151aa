/**
 * Use cases by which the operator marks a card provider as gone and takes the mark back. The subscriptions follow the mark
 * in `followGoneProviders.ts`.
 */
import type { Deps } from '../../../deps';
import { addDays } from '../../../domain/billing/billingCalendar';
import type { StaffOrigin } from '../../../domain/caller';
import type { Database } from '../../../store/database';
import {
  type AffectedCustomers,
  countAffected,
  endGoneMark,
  type GoneMark,
  insertGoneMark,
  listGoneMarks,
} from '../../../store/goneProviders';
import { changeAsStaff } from '../../audit/staffChange';

/**
 * Marks a card provider as gone. Until `days` days have passed, no grace period of a renewal at this card provider ends.
 * Returns null, and changes nothing, if the card provider is already marked.
 */
export async function markProviderGone(
  deps: Pick<Deps, 'db' | 'clock'>,
  origin: StaffOrigin,
  { provider, days }: { provider: string; days: number },
): Promise<GoneMark | null> {
  return changeAsStaff(deps, origin, async ({ tx, at, audit }) => {
    const mark = await insertGoneMark(tx, { provider, markedAt: at, graceUntil: addDays(at, days) });
    if (mark !== null) await audit({ action: 'providerGone', details: { provider, days } });
    return mark;
  });
}

/** Takes the mark of a card provider back. Returns null, and changes nothing, if the card provider is not marked. */
export async function markProviderBack(
  deps: Pick<Deps, 'db' | 'clock'>,
  origin: StaffOrigin,
  provider: string,
): Promise<GoneMark | null> {
  return changeAsStaff(deps, origin, async ({ tx, at, audit }) => {
    const mark = await endGoneMark(tx, provider, at);
    if (mark !== null) await audit({ action: 'providerBack', details: { provider } });
    return mark;
  });
}

/** Card provider that is marked as gone, with the numbers of affected customers. */
export type GoneProvider = GoneMark & AffectedCustomers;

/** Returns the card providers that are marked as gone. */
export async function readGoneProviders(db: Database): Promise<GoneProvider[]> {
  const marks = await listGoneMarks(db);
  const gone: GoneProvider[] = [];
  for (const mark of marks) gone.push({ ...mark, ...(await countAffected(db, mark)) });
  return gone;
}
