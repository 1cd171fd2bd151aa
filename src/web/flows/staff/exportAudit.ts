/** Fetches the audit log page by page and exports it as a CSV file. */
import { readAmount } from '../../../shared/contract/auditEntries';
import type { BodyOf, ResponseOf } from '../../../shared/contract/call';
import type { Contract } from '../../../shared/contract/contract';
import { AUDIT_EXPORT_MAX, type AuditEntry } from '../../../shared/contract/staffAudit';
import { CSV_TYPE, writeCsv } from '../../../shared/csv';
import type { Answered } from '../../api/callError';
import { staffAuditApi } from '../../api/endpoints/staffAudit';
import { detailWords, STAFF_AUDIT_TEXTS } from '../../texts/staff/audit';
import { shownEmail } from '../../texts/staff/customerName';
import { actionName } from '../../texts/staff/staffActionNames';
import type { Flow } from '../flow';

export interface AuditExport {
  entries: number;
  /** Whether the audit log has more entries than one export may contain, so that the export omits older entries. */
  isCut: boolean;
}

/** Saves all audit log entries that match the filter as a CSV file, newest first, up to `AUDIT_EXPORT_MAX` entries. */
export function exportAudit(filter: BodyOf<Contract['exportAudit']>): Flow<Answered<AuditExport>> {
  return async (dispatch, _getState, { files, now }) => {
    const entries: AuditEntry[] = [];
    let before: number | null = null;
    do {
      const { data, error }: Answered<ResponseOf<Contract['exportAudit']>> = await dispatch(
        staffAuditApi.endpoints.exportAudit.initiate({ ...filter, before }, { track: false }),
      );
      if (error) return { error };
      entries.push(...data.content);
      before = data.next ?? null;
    } while (before !== null && entries.length < AUDIT_EXPORT_MAX);
    const rows = [STAFF_AUDIT_TEXTS.csvHead, ...entries.slice(0, AUDIT_EXPORT_MAX).map(buildCells)];
    const day = new Date(now()).toISOString().slice(0, 10);
    files.save(STAFF_AUDIT_TEXTS.file(day), new Blob([writeCsv(rows)], { type: CSV_TYPE }));
    return { data: { entries: Math.min(entries.length, AUDIT_EXPORT_MAX), isCut: before !== null } };
  };
}

function buildCells(entry: AuditEntry) {
  return [
    entry.id,
    { instant: entry.at },
    entry.username,
    actionName(entry.action),
    entry.accountId ?? null,
    entry.email ? shownEmail(entry.email) : null,
    readAmount(entry.details),
    detailWords(entry.action, entry.details),
    entry.ip,
    entry.requestId,
  ];
}
