/** Deletes the account of a customer on behalf of staff, if the customer has requested the deletion by mail. */
import type { EraseReason } from '../../../shared/contract/staffEraseCustomer';
import { normalizeEmail } from '../../../shared/validation';
import type { Deps } from '../../deps';
import type { SignedInStaff } from '../../domain/caller';
import { noSuchUser, Rejection } from '../../domain/rejection';
import { findAccountById } from '../../store/accounts';
import { changeAsStaff } from '../audit/staffChange';
import { completeDeletion, eraseAccount } from '../deletion/deleteAccount';

/**
 * Deletes the account of a customer. Writes an audit entry without the email address, also for a rejected attempt.
 * Succeeds and changes nothing if the account is already deleted. Throws NOT_FOUND for an unknown account, and
 * INVALID_REQUEST if `email` is not the email address of the account. Invisible characters in the stored address are
 * ignored.
 */
export async function eraseCustomer(
  deps: Deps,
  staff: SignedInStaff,
  { accountId, email, reason: eraseReason }: { accountId: number; email: string; reason: EraseReason },
): Promise<void> {
  const account = await findAccountById(deps.db, accountId);
  if (account === null) throw noSuchUser();
  await changeAsStaff(
    deps,
    staff,
    async ({ tx, at, audit }) => {
      if (account.erasedAt !== null) return;
      if (normalizeEmail(account.email) !== email)
        throw new Rejection('INVALID_REQUEST', 'Email doesn’t match.', ['email']);
      const deletion = {
        accountId,
        requestedBy: 'staff' as const,
        staffId: staff.staffId,
        waivedDays: false,
      };
      // The audit entry is written after the erasure, because the erasure removes the texts of earlier entries.
      if ((await eraseAccount(tx, deps, deletion, at)) !== null)
        await audit({ action: 'eraseCustomer', accountId, details: { eraseReason } });
    },
    (because) => ({ action: 'eraseCustomerRejected', accountId, details: { eraseReason, because } }),
  );
  await completeDeletion(deps, accountId);
}
