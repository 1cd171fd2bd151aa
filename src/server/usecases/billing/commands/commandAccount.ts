/** Finds the account of a command and records ledger events for it. */
import type { Deps } from '../../../deps';
import { ProviderRejected } from '../../../ports/cardProvider';
import { type AccountRow, findAccountById } from '../../../store/accounts';
import { change, type NewLedgerEvent } from '../change/change';

/** Returns the account. Throws `ProviderRejected` if it no longer exists, because retries would be useless. */
export async function accountOf(deps: Deps, accountId: number): Promise<AccountRow> {
  const account = await findAccountById(deps.db, accountId);
  if (account === null) throw new ProviderRejected('the account is gone');
  return account;
}

/** Records ledger events in a separate transaction. */
export async function record(
  deps: Deps,
  accountId: number,
  ...ledgerEvents: readonly NewLedgerEvent[]
): Promise<void> {
  await deps.db.transaction((tx) => change(tx, accountId, ledgerEvents, deps.clock.now()));
}
