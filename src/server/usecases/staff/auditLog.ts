/**
 * The audit log, read a page at a time. It tells of customers and of staff, so reading it is in it
 * too: once per read access, and by the customer whose entries were asked for. Each page taken out is.
 */
import { AUDIT_EXPORT_PAGE_SIZE } from '../../../shared/contract/staffAudit';
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { type AuditFilter, type AuditRow, readAuditLog } from '../../store/auditLog';
import { auditReadAccess } from '../audit/readAccess';
import { changeAsStaff } from '../audit/staffChange';

export interface AuditPage {
  content: AuditRow[];
  /** `before` of the next page; null on the last one. */
  next: number | null;
}

/** Reads one entry more than the page holds: that one is the reason for a next page. */
function pageOf(rows: AuditRow[], size: number): AuditPage {
  const content = rows.slice(0, size);
  return { content, next: rows.length > size ? (content.at(-1)?.id ?? null) : null };
}

export async function searchAuditLog(
  deps: Pick<Deps, 'db' | 'clock'>,
  by: StaffOrigin,
  filter: AuditFilter,
  { before, size }: { before: number | null; size: number },
): Promise<AuditPage> {
  return deps.db.transaction(async (tx) => {
    const page = pageOf(await readAuditLog(tx, filter, { before, limit: size + 1 }), size);
    const accountId = filter.accountId ?? null;
    // An id of nobody is no customer whom the entry could name.
    if (accountId === null || page.content.length > 0) {
      await auditReadAccess(tx, by, { at: deps.clock.now(), action: 'viewAudit', accountId });
    }
    return page;
  });
}

export async function exportAuditLog(
  deps: Pick<Deps, 'db' | 'clock'>,
  by: StaffOrigin,
  filter: AuditFilter,
  before: number | null,
): Promise<AuditPage> {
  return changeAsStaff(deps, by, async ({ tx, audit }) => {
    const limit = AUDIT_EXPORT_PAGE_SIZE + 1;
    const page = pageOf(await readAuditLog(tx, filter, { before, limit }), AUDIT_EXPORT_PAGE_SIZE);
    const given = Object.entries({ ...filter, before }).filter(
      ([, value]) => value !== null && value !== undefined,
    );
    await audit({
      action: 'exportAudit',
      details: { ...Object.fromEntries(given), entries: page.content.length },
    });
    return page;
  });
}
