/** A refund as the console asks for it: the customer is named by uid or email. */
import { normalizeEmail } from '../../../shared/validation';
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { Refusal } from '../../domain/refusal';
import { refundPayment, type RefundDecision, type RefundRequest } from '../../billing/usecases/refundPayment';
import { findAccountByNames } from '../../store/accounts';
import { auditRefusal } from '../staff/auditRefusal';

/** As `refundPayment`; a refused try is in the audit log. Throws NOT_FOUND for an unknown customer too. */
export async function refundUser(
  deps: Deps,
  staff: StaffOrigin & { staffId: number },
  names: { uid?: string | null | undefined; email?: string | null | undefined },
  { requestKey, ...asked }: Omit<RefundRequest, 'accountId'>,
): Promise<RefundDecision> {
  const account = await findAccountByNames(deps.db, {
    uid: names.uid ?? undefined,
    email: names.email === null || names.email === undefined ? undefined : normalizeEmail(names.email),
  });
  const details = account === null ? { ...names, ...asked } : asked;
  const entry = { action: 'refundRefused', accountId: account?.id ?? null, details } as const;
  return auditRefusal(deps, staff, entry, async () => {
    if (account === null) throw new Refusal('NOT_FOUND', 'There is no such user.');
    return refundPayment(deps, staff, { ...asked, accountId: account.id, requestKey });
  });
}
