/** The audit log as a CSV file, gathered page by page. */
import type { SerializedError } from '@reduxjs/toolkit';
import type { BodyOf, ResponseOf } from '../../../shared/contract/call';
import type { Contract } from '../../../shared/contract/contract';
import { AUDIT_EXPORT_MAX, type AuditEntry } from '../../../shared/contract/staffAudit';
import { CSV_TYPE, writeCsv } from '../../../shared/csv';
import { callErrorOf, type CallError } from '../../api/callError';
import { staffAuditApi } from '../../api/endpoints/staffAudit';
import { actionName, detailWords, STAFF_AUDIT_TEXTS } from '../../texts/staff/audit';
import type { Flow } from '../flow';

export type ExportAuditOutcome =
  /** `isCut`: there are more entries than an export may hold. */
  | { kind: 'auditExported'; entries: number; isCut: boolean }
  | { kind: 'auditExportFailed'; error: CallError };

/** Saves everything that fits the filter, newest first and at most AUDIT_EXPORT_MAX entries. */
export function exportAudit(filter: BodyOf<Contract['exportAudit']>): Flow<ExportAuditOutcome> {
  return async (dispatch, _getState, { files, now }) => {
    const entries: AuditEntry[] = [];
    let before: number | null = null;
    do {
      const { data, error }: PageAnswer = await dispatch(
        staffAuditApi.endpoints.exportAudit.initiate({ ...filter, before }, { track: false }),
      );
      if (error) return { kind: 'auditExportFailed', error: callErrorOf(error) };
      entries.push(...data.content);
      before = data.next ?? null;
    } while (before !== null && entries.length < AUDIT_EXPORT_MAX);
    const rows = [STAFF_AUDIT_TEXTS.csvHead, ...entries.slice(0, AUDIT_EXPORT_MAX).map(cellsOf)];
    const day = new Date(now()).toISOString().slice(0, 10);
    files.save(STAFF_AUDIT_TEXTS.file(day), new Blob([writeCsv(rows)], { type: CSV_TYPE }));
    return {
      kind: 'auditExported',
      entries: Math.min(entries.length, AUDIT_EXPORT_MAX),
      isCut: before !== null,
    };
  };
}

/** Written out: the loop's own variables take part in the call. */
type PageAnswer =
  | { data: ResponseOf<Contract['exportAudit']>; error?: undefined }
  | { data?: undefined; error: CallError | SerializedError };

function cellsOf(entry: AuditEntry) {
  return [
    entry.id,
    entry.at,
    entry.username,
    actionName(entry.action),
    entry.accountId ?? null,
    entry.email ?? null,
    detailWords(entry.action, entry.details),
    entry.ip,
    entry.requestId,
  ];
}
