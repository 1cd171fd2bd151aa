/** Completes the deletion of accounts once their recurring payments have ended and their VPN credentials are closed. */
import type { Deps } from '../../deps';
import { lockAccountsWhole } from '../../store/accounts';
import { eraseRows } from '../../store/erasure';
import {
  deleteDevices,
  type ErasureRow,
  hasOpenCommands,
  hasOpenCredentials,
  listUnfinished,
  listUnjournaled,
  markFinished,
} from '../../store/erasures';
import { listOrders } from '../../store/orders';
import { mayHaveUnknown } from '../billing/recurringPayments/recurringPaymentOfOrder';
import { completeDeletion } from './deleteAccount';

/**
 * Minimum age of a deletion before it is finished, in ms. A request that was running during the deletion may still
 * insert a row, which the second erasure removes.
 */
export const FINISH_AFTER_MS = 60_000;

const BATCH = 100;

async function isOver(deps: Deps, { accountId, journaledAt }: ErasureRow): Promise<boolean> {
  const { db, erasureJournal, vpnNetwork } = deps;
  if (erasureJournal !== null && journaledAt === null) return false;
  if (await hasOpenCommands(db, accountId)) return false;
  if (vpnNetwork !== null && (await hasOpenCredentials(db, accountId))) return false;
  return !mayHaveUnknown(await listOrders(db, accountId), deps.clock.now());
}

/**
 * Erases rows that were inserted in the meantime, deletes the devices of the account, and deletes the payer id at the
 * card provider.
 */
async function finish(deps: Deps, { accountId }: ErasureRow): Promise<void> {
  const at = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const [account] = await lockAccountsWhole(tx, [accountId]);
    if (account === undefined || account.erasedAt === null) return;
    await eraseRows(tx, { id: accountId, uid: account.uid, emails: [account.email] }, account.erasedAt);
    await deleteDevices(tx, accountId);
    await markFinished(tx, accountId, at);
  });
}

/**
 * Writes missing journal entries, and finishes every deletion whose recurring payments have ended and whose VPN
 * credentials are closed. This job can run at any interval and in several server instances.
 */
export async function finishErasures(deps: Deps): Promise<void> {
  if (deps.erasureJournal !== null)
    for (const { accountId } of await listUnjournaled(deps.db, BATCH))
      await completeDeletion(deps, accountId);
  const before = new Date(deps.clock.now().getTime() - FINISH_AFTER_MS);
  for (let after = 0; ;) {
    const batch = await listUnfinished(deps.db, { before, after, limit: BATCH });
    for (const erasure of batch) if (await isOver(deps, erasure)) await finish(deps, erasure);
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) return;
    after = last.accountId;
  }
}
