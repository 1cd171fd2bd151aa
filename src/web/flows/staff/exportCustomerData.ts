/** Exports a customer's data for staff. */
import type { Answered } from '../../api/callError';
import { staffDataExportApi } from '../../api/endpoints/staffDataExport';
import { type ExportFiles, saveExport } from '../account/exportData';
import type { Flow } from '../flow';

/** Saves the readable page and the JSON file about a customer. The response is not kept in the store. */
export function exportCustomerData(userId: number): Flow<Answered<ExportFiles>> {
  return async (dispatch, _getState, platform) => {
    const answered: Answered<ExportFiles> = await dispatch(
      staffDataExportApi.endpoints.exportCustomerData.initiate({ userId }, { track: false }),
    );
    if (answered.data !== undefined) {
      saveExport(platform, 'html', answered.data, `-${String(userId)}`);
      saveExport(platform, 'json', answered.data, `-${String(userId)}`);
    }
    return answered;
  };
}
