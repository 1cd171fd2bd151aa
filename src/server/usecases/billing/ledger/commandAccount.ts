/** Finds the account of a command to the card provider, and records ledger events for this account. */
import type { Deps } from '../../../deps';
import { ProviderRejected } from '../../../ports/cardProvider';
import { type AccountRow, findAccountById } from '../../../store/accounts';
import { change, type NewLedgerEvent } from './change';

/**
 * Returns the account of a command. Throws `ProviderRejected` if the account no longer exists, because retries of the
 * command would be useless.
 */
export async function readCommandAccount(deps: Deps, accountId: number): Promise<AccountRow> {
  const account = await findAccountById(deps.db, accountId);
  if (account === null) throw new ProviderRejected('the account is gone');
  return account;
}

/** Records ledger events of an account in a separate transaction. */
export async function record(
  deps: Deps,
  accountId: number,
  ...ledgerEvents: readonly NewLedgerEvent[]
): Promise<void> {
  await deps.db.transaction((tx) => change(tx, accountId, ledgerEvents, deps.clock.now()));
}
