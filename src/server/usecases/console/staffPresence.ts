/** Shows staff which colleagues have the same customer open, and whether the customer has changed. */
import type { Deps } from '../../deps';
import type { SignedInStaff } from '../../domain/caller';
import { noSuchUser } from '../../domain/rejection';
import { findAccountById } from '../../store/accounts';
import { endPresence, listPresentOthers, notePresence, readCustomerVersion } from '../../store/staffPresence';

/**
 * Time after its last report, in ms, at which a console counts as closed. The console reports every
 * `PRESENCE_EVERY_MS`.
 */
export const PRESENCE_MS = 45_000;

export interface PresenceView {
  /** Usernames of the other staff members who have the customer open. */
  others: string[];
  /** Text that differs after each change of the customer. */
  version: string;
}

/**
 * Records that a staff member has a customer open, or has left the customer. Returns the colleagues who have the
 * customer open. Throws NOT_FOUND for an unknown account.
 */
export async function reportPresence(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { staffId }: SignedInStaff,
  { accountId, isLeaving }: { accountId: number; isLeaving: boolean },
): Promise<PresenceView> {
  const now = clock.now();
  if ((await findAccountById(db, accountId)) === null) throw noSuchUser();
  if (isLeaving) await endPresence(db, { accountId, staffId });
  else await notePresence(db, { accountId, staffId, seenAt: now });
  const since = new Date(now.getTime() - PRESENCE_MS);
  return {
    others: await listPresentOthers(db, { accountId, staffId, since }),
    version: await readCustomerVersion(db, accountId),
  };
}
