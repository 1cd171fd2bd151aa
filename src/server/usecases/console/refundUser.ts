/** Handles a refund request from the staff console, which identifies the customer by uid or email. */
import { normalizeEmail } from '../../../shared/validation';
import type { Deps } from '../../deps';
import type { SignedInStaff } from '../../domain/caller';
import { noSuchUser } from '../../domain/rejection';
import { findAccountByNames } from '../../store/accounts';
import { changeAsStaff } from '../audit/staffChange';
import { type RefundDecision, refundPayment, type RefundRequest } from '../billing/refunds/refundPayment';

/**
 * Finds the customer and calls `refundPayment`. Throws the same errors as `refundPayment`, and NOT_FOUND for an unknown
 * customer. A rejected refund attempt is recorded in the audit log.
 */
export async function refundUser(
  deps: Deps,
  staff: SignedInStaff,
  names: { uid?: string | null | undefined; email?: string | null | undefined },
  asked: Omit<RefundRequest, 'accountId'>,
): Promise<RefundDecision> {
  const account = await findAccountByNames(deps.db, {
    uid: names.uid ?? undefined,
    email: names.email === null || names.email === undefined ? undefined : normalizeEmail(names.email),
  });
  if (account !== null) return refundPayment(deps, staff, { ...asked, accountId: account.id });
  const { transactionIds, amountKopecks, reason, comment } = asked;
  const details = {
    ...{ transactionId: transactionIds[0] ?? null, reason, comment },
    amountKopecks: amountKopecks === 'all' ? null : amountKopecks,
  };
  return changeAsStaff(
    deps,
    staff,
    () => Promise.reject(noSuchUser()),
    (because) => ({ action: 'refundRejected', details: { ...names, ...details, because } }),
  );
}
