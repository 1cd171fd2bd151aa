/** The account that a command is about. */
import type { Deps } from '../../../deps';
import { ProviderRejected } from '../../../ports/cardProvider';
import { type AccountRow, findAccountById } from '../../../store/accounts';
import { change, type NewLedgerEvent } from '../change/change';

/** Returns the account. Throws ProviderRefused if it is gone, because further tries make no sense then. */
export async function accountOf(deps: Deps, accountId: number): Promise<AccountRow> {
  const account = await findAccountById(deps.db, accountId);
  if (account === null) throw new ProviderRejected('the account is gone');
  return account;
}

/** Records facts in a transaction of their own. */
export async function record(
  deps: Deps,
  accountId: number,
  ...ledgerEvents: readonly NewLedgerEvent[]
): Promise<void> {
  await deps.db.transaction((tx) => change(tx, accountId, ledgerEvents, deps.clock.now()));
}
