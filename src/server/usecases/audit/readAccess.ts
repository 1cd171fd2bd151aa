/** Staff's read access to personal data: each is audited once, however often its screen asks again. */
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { noSuchUser } from '../../domain/rejection';
import { type AccountRow, findAccountById } from '../../store/accounts';
import { type AuditEntry, writeAudit } from '../../store/audit';
import type { Database } from '../../store/database';
import { hasReadAccess, lockReadAccess } from '../../store/readAccess';

/** Turning pages, filtering and refreshing within this time is one read access, ms. */
export const ONE_READ_ACCESS_MS = 15 * 60_000;

/** The actions of the audit log that are read accesses; whatever is read of a customer is one. */
type ReadAction = 'viewAudit' | 'viewUser' | 'viewPaymentIssues' | 'viewUndeliveredEmails' | 'viewBulkPush';

/** One read access. Those with the same details within `ONE_READ_ACCESS_MS` are one. */
type ReadAccess = Extract<AuditEntry, { action: ReadAction }> & {
  at: Date;
  /** Null when nobody's data in particular are read. */
  accountId: number | null;
};

/** Writes a read access into the audit log, unless the log has it already. */
export async function auditReadAccess(tx: Database, staff: StaffOrigin, access: ReadAccess): Promise<void> {
  const since = new Date(access.at.getTime() - ONE_READ_ACCESS_MS);
  if (await hasReadAccess(tx, staff, { ...access, since })) return;
  // The parts of a page are asked for at once, and each sees no row of the others yet.
  await lockReadAccess(tx, staff, access);
  if (!(await hasReadAccess(tx, staff, { ...access, since }))) await writeAudit(tx, staff, access);
}

/** Reads what staff may see of a customer, audited, in one transaction. Throws NOT_FOUND without an account. */
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
