/** Staff stop the renewal of a customer, who may do so themselves as well. */
import type { Deps } from '../../deps';
import { cancelKey } from '../../domain/billing/ledgerEvents';
import { summarize } from '../../domain/billing/status';
import type { StaffOrigin } from '../../domain/caller';
import { noSuchUser, Rejection } from '../../domain/rejection';
import { findAccountById } from '../../store/accounts';
import { changeAsStaff } from '../audit/staffChange';
import { change, type Decide } from './change/change';

/**
 * Nothing is charged from then on; the access lasts to its paid end, and an email says so. Audited. NOT_FOUND
 * without an account, CONFLICT where nothing is to be charged.
 */
export async function stopRenewal(
  deps: Deps,
  staff: StaffOrigin,
  { accountId, comment }: { accountId: number; comment: string },
): Promise<void> {
  await changeAsStaff(deps, staff, async ({ tx, at, audit }) => {
    if ((await findAccountById(tx, accountId)) === null) throw noSuchUser();
    const decide: Decide = ({ state }) => {
      const { agreement } = state;
      if (agreement === null || !summarize(state).recurring)
        throw new Rejection('CONFLICT', 'This subscription doesn’t renew.');
      return [{ key: cancelKey(agreement.orderId, at), data: { kind: 'cancelled', by: 'staff' } }];
    };
    await change(tx, accountId, decide, at);
    await audit({ action: 'stopRenewal', accountId, details: { comment } });
  });
  deps.wakeOutbox();
}
