/** Handlers of the staff endpoints that search and export the audit log. */
import type { ParsedBodyOf } from '../../../shared/contract/call';
import type { Contract } from '../../../shared/contract/contract';
import type { staffAuditCalls } from '../../../shared/contract/staffAudit';
import { normalizeUsername } from '../../../shared/staffRules';
import { type AuditPage, exportAuditLog, searchAuditLog } from '../../usecases/staff/auditLog';
import type { HandlersOf } from './handler';
import { buildStaffOrigin } from './staffOrigin';

const DEFAULT_SIZE = 25;

function buildFilter(body: ParsedBodyOf<Contract['exportAudit']>) {
  return {
    username: body.username ? normalizeUsername(body.username) : null,
    action: body.action,
    accountId: body.accountId,
    from: body.from ? new Date(body.from) : null,
    to: body.to ? new Date(body.to) : null,
    ip: body.ip,
    requestId: body.requestId,
  };
}

const entryResponse = (row: AuditPage['content'][number]) => ({ ...row, at: row.at.toISOString() });

const pageResponse = ({ content, next }: AuditPage) => ({ content: content.map(entryResponse), next });

export const staffAuditHandlers: HandlersOf<typeof staffAuditCalls> = {
  searchAudit: async (context, { body }) =>
    pageResponse(
      await searchAuditLog(context.deps, buildStaffOrigin(context), buildFilter(body), {
        before: body.before ?? null,
        size: body.size ?? DEFAULT_SIZE,
      }),
    ),

  exportAudit: async (context, { body }) =>
    pageResponse(
      await exportAuditLog(context.deps, buildStaffOrigin(context), buildFilter(body), body.before ?? null),
    ),
};
