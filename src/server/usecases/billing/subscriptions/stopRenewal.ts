/**
 * Stops the renewal of a customer's subscription on behalf of staff. Customers can also stop the renewal themselves.
 */
import type { Deps } from '../../../deps';
import { cancelKey } from '../../../domain/billing/ledgerEvents';
import { summarize } from '../../../domain/billing/status';
import type { StaffOrigin } from '../../../domain/caller';
import { noSuchUser, Rejection } from '../../../domain/rejection';
import { findAccountById } from '../../../store/accounts';
import { changeAsStaff } from '../../audit/staffChange';
import { change, type Decide } from '../ledger/change';

/**
 * Stops all further charges of a customer and writes an audit entry. Access lasts until the end of the paid period, and
 * an email informs the customer. Throws NOT_FOUND for an unknown account, and CONFLICT if the subscription does not
 * renew.
 */
export async function stopRenewal(
  deps: Deps,
  staff: StaffOrigin,
  { accountId, comment }: { accountId: number; comment: string },
): Promise<void> {
  await changeAsStaff(deps, staff, async ({ tx, at, audit }) => {
    if ((await findAccountById(tx, accountId)) === null) throw noSuchUser();
    let provider: string | undefined;
    const decide: Decide = ({ state }) => {
      const { agreement } = state;
      if (agreement === null || !summarize(state).recurring)
        throw new Rejection('CONFLICT', 'This subscription doesn’t renew.');
      provider = agreement.provider;
      return [{ key: cancelKey(agreement.orderId, at), data: { kind: 'cancelled', by: 'staff' } }];
    };
    await change(tx, accountId, decide, at);
    await audit({ action: 'stopRenewal', accountId, details: { provider, comment } });
  });
  deps.wakeOutbox();
}
