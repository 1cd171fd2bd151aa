/** Synchronizes the database and the erasure journal when the server starts. */
import { JournalUnusable } from '../../ports/erasureJournal';
import { findAccountById } from '../../store/accounts';
import { listErasures } from '../../store/erasures';
import { deleteAccount, type DeletionDeps } from './deleteAccount';

/**
 * Erases again every account that the journal lists as deleted and that the database, restored from an older backup,
 * still has. An account that was created after the journal entry with its id has the id of a deleted account by chance,
 * and is skipped. Deletions that are missing in the journal, because an older copy of the file was restored, are
 * appended to the journal. Returns the number of erased accounts. Throws `JournalUnusable` if the journal cannot be
 * read, or if no journal is configured but this database has used one.
 */
export async function applyErasureJournal(deps: DeletionDeps): Promise<number> {
  const { db, erasureJournal } = deps;
  const recorded = await listErasures(db);
  if (erasureJournal === null) {
    if (recorded.some(({ journaledAt }) => journaledAt !== null))
      throw new JournalUnusable(
        'ERASURE_JOURNAL is missing, but accounts of this database are listed in one.',
      );
    return 0;
  }
  const entries = await erasureJournal.read();
  const listed = new Set(entries.map(({ accountId, erasedAt }) => `${accountId} ${erasedAt.toISOString()}`));
  let erased = 0;
  for (const { accountId, erasedAt } of entries) {
    const account = await findAccountById(db, accountId);
    if (account === null || account.erasedAt !== null || account.createdAt > erasedAt) continue;
    await deleteAccount(deps, { accountId, requestedBy: 'journal', staffId: null, waivedDays: false });
    erased += 1;
  }
  const known = new Set(entries.map(({ accountId }) => accountId));
  for (const { accountId, erasedAt, requestedBy } of recorded) {
    // The time of a repeated deletion differs from the time in its journal entry.
    const isListed =
      requestedBy === 'journal' ? known.has(accountId) : listed.has(`${accountId} ${erasedAt.toISOString()}`);
    if (!isListed) await erasureJournal.append({ accountId, erasedAt });
  }
  return erased;
}
