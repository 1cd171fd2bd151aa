/**
 * API calls of the audit log, which lists all staff actions for admins, newest first. Audit log entries are never
 * changed or deleted.
 */
import * as v from 'valibot';
import { STAFF_USERNAME_TYPED_MAX } from '../staffRules';
import { STAFF_ACTIONS } from './auditEntries';
import { calls } from './call';
import { countUpTo, identifier, instant, instantSent, maybe, rowId } from './fields';

/**
 * Maximum number of audit log entries on one page of an export, and maximum number of entries in a whole export. If a
 * period has more entries, admins must choose a shorter period.
 */
export const AUDIT_EXPORT_PAGE_SIZE = 5000;
export const AUDIT_EXPORT_MAX = 50_000;

/** Filters of the audit log. An entry must match all given filters. */
const auditFilter = {
  /** Complete username of the staff member. */
  username: maybe(identifier(STAFF_USERNAME_TYPED_MAX)),
  action: maybe(v.picklist(STAFF_ACTIONS)),
  /** Id of the customer. */
  accountId: maybe(rowId),
  /** Start of the period (included) and end of the period (excluded). */
  from: maybe(instantSent),
  to: maybe(instantSent),
  ip: maybe(identifier(64)),
  requestId: maybe(identifier(128)),
};

const auditEntry = v.object({
  id: v.number(),
  at: instant,
  username: v.string(),
  action: v.string(),
  accountId: maybe(v.number()),
  email: maybe(v.string()),
  details: v.record(v.string(), v.unknown()),
  ip: v.string(),
  requestId: v.string(),
});
export type AuditEntry = v.InferOutput<typeof auditEntry>;

const page = v.object({
  content: v.array(auditEntry),
  /** Value of `before` that requests the next page, or null on the last page. */
  next: maybe(v.number()),
});

export const staffAuditCalls = calls({
  searchAudit: {
    path: 'panel/audit/search',
    audience: 'staff:readAudit',
    kind: 'read',
    body: v.object({
      ...auditFilter,
      /** Id of an audit log entry. Only entries that are older than the entry with this id are returned. */
      before: maybe(rowId),
      size: maybe(countUpTo(200)),
    }),
    response: page,
    summary: 'Search the audit log, newest first, one page at a time.',
  },

  /** The server writes an audit log entry for each exported page, with the filters and the username. */
  exportAudit: {
    path: 'panel/audit/export',
    audience: 'staff:readAudit',
    kind: 'change',
    body: v.object({ ...auditFilter, before: maybe(rowId) }),
    response: page,
    summary: 'Export a large page of the audit log for a file.',
  },
});
