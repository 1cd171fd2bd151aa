/** Records in the audit log that staff read personal data. Repeated reads within a short time are logged once. */
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { noSuchUser } from '../../domain/rejection';
import { type AccountRow, findAccountById } from '../../store/accounts';
import { type AuditEntry, writeAudit } from '../../store/audit';
import type { Database } from '../../store/database';
import { hasReadAccess, lockReadAccess } from '../../store/readAccess';

/** Time in ms within which paging, filtering and refreshing count as one read access. */
export const ONE_READ_ACCESS_MS = 15 * 60_000;

/** Audit actions that are read accesses. Every read of customer data is logged as one of these actions. */
type ReadAction =
  | 'viewAudit'
  | 'viewUser'
  | 'viewLastCustomers'
  | 'viewPaymentIssues'
  | 'viewUndeliveredEmails'
  | 'viewBulkPush';

/** One read access. Reads with the same details within `ONE_READ_ACCESS_MS` count as one. */
type ReadAccess = Extract<AuditEntry, { action: ReadAction }> & {
  at: Date;
  /** Account of the customer; null if the read access does not concern one particular customer. */
  accountId: number | null;
};

/** Adds a read access to the audit log, unless the same access was logged within `ONE_READ_ACCESS_MS`. */
export async function auditReadAccess(tx: Database, staff: StaffOrigin, access: ReadAccess): Promise<void> {
  const since = new Date(access.at.getTime() - ONE_READ_ACCESS_MS);
  if (await hasReadAccess(tx, staff, { ...access, since })) return;
  // The sections of a page are requested concurrently, and their transactions do not see each other's rows. The lock
  // serializes these transactions.
  await lockReadAccess(tx, staff, access);
  if (!(await hasReadAccess(tx, staff, { ...access, since }))) await writeAudit(tx, staff, access);
}

/**
 * Records the read access to a customer in the audit log and runs `read`, in one transaction. Throws NOT_FOUND for an
 * unknown account.
 */
export async function readCustomer<Result>(
  deps: Pick<Deps, 'db' | 'clock'>,
  staff: StaffOrigin,
  accountId: number,
  read: (tx: Database, account: AccountRow, now: Date) => Promise<Result>,
): Promise<Result> {
  const at = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const account = await findAccountById(tx, accountId);
    if (account === null) throw noSuchUser();
    await auditReadAccess(tx, staff, { at, action: 'viewUser', accountId });
    return read(tx, account, at);
  });
}
