/** The audit log, for admins: what staff did, newest first. Nothing changes or removes an entry. */
import * as v from 'valibot';
import { STAFF_USERNAME_TYPED_MAX } from '../staffRules';
import { STAFF_ACTIONS } from './auditEntries';
import { calls } from './call';
import { countUpTo, instant, instantSent, maybe, rowId, shortText } from './fields';

/** Entries of one page of an export, and of an export as a whole: take a shorter period for more. */
export const AUDIT_EXPORT_PAGE_SIZE = 5000;
export const AUDIT_EXPORT_MAX = 50_000;

/** All that are given must fit. */
const auditFilter = {
  /** A username, whole. */
  username: maybe(shortText(STAFF_USERNAME_TYPED_MAX)),
  action: maybe(v.picklist(STAFF_ACTIONS)),
  /** The customer's id. */
  accountId: maybe(rowId),
  /** From this moment on, and before that one. */
  from: maybe(instantSent),
  to: maybe(instantSent),
  ip: maybe(shortText(64)),
  requestId: maybe(shortText(128)),
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
  /** `before` of the next page; null on the last one. */
  next: maybe(v.number()),
});

export const staffAuditCalls = calls({
  searchAudit: {
    path: 'panel/audit/search',
    audience: 'staff:readAudit',
    kind: 'read',
    body: v.object({
      ...auditFilter,
      /** Entries older than this one: the page after it. */
      before: maybe(rowId),
      size: maybe(countUpTo(200)),
    }),
    response: page,
    summary: 'Entries of the audit log, newest first, a page at a time.',
  },

  /** Each page is written to the audit log itself: what was taken out, and by whom. */
  exportAudit: {
    path: 'panel/audit/export',
    audience: 'staff:readAudit',
    kind: 'change',
    body: v.object({ ...auditFilter, before: maybe(rowId) }),
    response: page,
    summary: 'A large page of the audit log, for a file.',
  },
});
