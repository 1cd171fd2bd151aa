/**
 * Finds accounts whose stored address has invisible characters. Such accounts were opened before addresses were cleaned, or
 * by an instance of a former version during an upgrade. The job changes no account: staff decide (`usecases/console/staffHome.ts`).
 */
import { isSameMailbox, normalizeEmail } from '../../../shared/validation';
import type { Deps } from '../../deps';
import {
  findLastAccountId,
  forgetUncleanAddresses,
  listAddressesToCheck,
  listNotedAddresses,
  noteUncleanAddress,
} from '../../store/uncleanAddresses';

/** Number of accounts that one database query reads. */
const BATCH = 10_000;

/** Returns whether a stored address differs from the address that the customer sees and types. */
const isUnclean = (email: string): boolean => !isSameMailbox(email, normalizeEmail(email));

/**
 * Records the accounts with an id above `after` whose address has invisible characters, and forgets accounts whose address has
 * changed since. Returns the last account id that was read, from which the next run continues. Several instances may run this
 * job at the same time.
 */
export async function findUncleanAddresses(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  after = 0,
): Promise<number> {
  const foundAt = clock.now();
  const last = await findLastAccountId(db);
  for (let from = after; from < last; from += BATCH) {
    const addresses = await listAddressesToCheck(db, { after: from, upTo: Math.min(from + BATCH, last) });
    for (const { accountId, email } of addresses)
      if (isUnclean(email))
        await noteUncleanAddress(db, { accountId, visibleEmail: normalizeEmail(email), foundAt });
  }
  for (let from = 0; ;) {
    const noted = await listNotedAddresses(db, { after: from, limit: BATCH });
    await forgetUncleanAddresses(
      db,
      noted.filter(({ email }) => !isUnclean(email)).map(({ accountId }) => accountId),
    );
    if (noted.length < BATCH) return last;
    from = noted.at(-1)?.accountId ?? from;
  }
}
