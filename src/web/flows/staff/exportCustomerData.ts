/** Exports a customer's data for staff. Shares no module with the customer's own export, so that neither loads the other. */
import type { ExportFiles } from '../../../shared/contract/models';
import type { Answered } from '../../api/callError';
import { staffDataExportApi } from '../../api/endpoints/staffDataExport';
import { STAFF_USER_TEXTS } from '../../texts/staff/user';
import type { Flow } from '../flow';

/** Saves the readable page and the JSON file about a customer. The response is not kept in the store. */
export function exportCustomerData(userId: number): Flow<Answered<ExportFiles>> {
  return async (dispatch, _getState, { files, now }) => {
    const answered: Answered<ExportFiles> = await dispatch(
      staffDataExportApi.endpoints.exportCustomerData.initiate({ userId }, { track: false }),
    );
    if (answered.data !== undefined) {
      const name = STAFF_USER_TEXTS.exportFile(new Date(now()).toISOString().slice(0, 10), userId);
      files.save(`${name}.html`, new Blob([answered.data.html], { type: 'text/html;charset=utf-8' }));
      files.save(`${name}.json`, new Blob([answered.data.json], { type: 'application/json' }));
    }
    return answered;
  };
}
