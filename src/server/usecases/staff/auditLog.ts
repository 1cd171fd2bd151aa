/**
 * Reads and exports the audit log page by page. The audit log contains personal data of customers and staff, so reading
 * the audit log is audited too. Each read access is logged once, together with the customer whose entries were
 * requested. Exports of the audit log are logged once per page.
 */
import type { StaffAction } from '../../../shared/contract/auditEntries';
import { AUDIT_EXPORT_PAGE_SIZE } from '../../../shared/contract/staffAudit';
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { type AuditFilter, type AuditRow, readAuditLog } from '../../store/auditLog';
import { providerForStaff } from '../audit/providerForStaff';
import { auditReadAccess } from '../audit/readAccess';
import { changeAsStaff } from '../audit/staffChange';

export interface AuditPage {
  content: AuditRow[];
  /** Cursor of the next page, which the caller passes as `before`; null on the last page. */
  next: number | null;
}

type AuditDeps = Pick<Deps, 'db' | 'clock' | 'cardProvider' | 'formerCardProviders'>;

/** Staff actions on a card provider. Their entries always name the card provider. */
const ON_PROVIDER: ReadonlySet<string> = new Set(['providerGone', 'providerBack'] satisfies StaffAction[]);

/** Removes the name of the card provider, unless staff need the name (`providerForStaff`). */
function withProvider(deps: AuditDeps, row: AuditRow): AuditRow {
  const { provider, ...details } = row.details;
  if (typeof provider !== 'string' || ON_PROVIDER.has(row.action)) return row;
  return providerForStaff(deps, provider) === null ? { ...row, details } : row;
}

/** Builds a page of the audit log from up to `size + 1` rows. The extra row only shows that a next page exists. */
function buildPage(deps: AuditDeps, rows: AuditRow[], size: number): AuditPage {
  const content = rows.slice(0, size).map((row) => withProvider(deps, row));
  return { content, next: rows.length > size ? (content.at(-1)?.id ?? null) : null };
}

/** Returns one page of audit entries that match the filter, newest first. Records the read access in the audit log. */
export async function searchAuditLog(
  deps: AuditDeps,
  by: StaffOrigin,
  filter: AuditFilter,
  { before, size }: { before: number | null; size: number },
): Promise<AuditPage> {
  return deps.db.transaction(async (tx) => {
    const page = buildPage(deps, await readAuditLog(tx, filter, { before, limit: size + 1 }), size);
    const accountId = filter.accountId ?? null;
    // If no account has this id, the audit entry must not name it as a customer.
    if (accountId === null || page.content.length > 0) {
      await auditReadAccess(tx, by, { at: deps.clock.now(), action: 'viewAudit', accountId });
    }
    return page;
  });
}

/** Returns one page of audit entries for an export, and records the export of this page in the audit log. */
export async function exportAuditLog(
  deps: AuditDeps,
  by: StaffOrigin,
  filter: AuditFilter,
  before: number | null,
): Promise<AuditPage> {
  return changeAsStaff(deps, by, async ({ tx, audit }) => {
    const limit = AUDIT_EXPORT_PAGE_SIZE + 1;
    const page = buildPage(deps, await readAuditLog(tx, filter, { before, limit }), AUDIT_EXPORT_PAGE_SIZE);
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
