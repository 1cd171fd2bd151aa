/**
 * Exports the customer's data. The response is not tracked, so that the files, which contain everything about the customer, are not
 * in the store.
 */
import type { BodyOf, ResponseOf } from '../../../shared/contract/call';
import type { Contract } from '../../../shared/contract/contract';
import type { ExportFiles } from '../../../shared/contract/models';
import type { Answered } from '../../api/callError';
import { dataExportApi } from '../../api/endpoints/dataExport';
import type { Platform } from '../../platform/platform';
import { EXPORT_FILE_NAMES } from '../../texts/dataExport';
import type { Flow } from '../flow';

/** Resolves to the files of the signed-in customer, or to the reason why the code was rejected. */
export function exportData(
  body: BodyOf<Contract['exportData']>,
): Flow<Answered<ResponseOf<Contract['exportData']>>> {
  return async (dispatch) => dispatch(dataExportApi.endpoints.exportData.initiate(body, { track: false }));
}

const TYPES = { html: 'text/html;charset=utf-8', json: 'application/json' } as const;

/** Saves one of the files under a name with the present day. */
export function saveExport(
  { files, now }: Pick<Platform, 'files' | 'now'>,
  form: keyof ExportFiles,
  content: ExportFiles,
): void {
  const day = new Date(now()).toISOString().slice(0, 10);
  files.save(EXPORT_FILE_NAMES[form](day), new Blob([content[form]], { type: TYPES[form] }));
}
