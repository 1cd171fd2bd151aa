/** API call with which staff export everything stored about a customer. This call is an addition to the specified API. */
import * as v from 'valibot';
import { calls } from './call';
import { rowId } from './fields';
import { exportFiles } from './models';

export const staffDataExportCalls = calls({
  exportCustomerData: {
    path: 'panel/users/export',
    audience: 'staff:exportCustomerData',
    kind: 'change',
    body: v.object({ userId: rowId }),
    response: exportFiles,
    summary: 'Get everything that is stored about a customer, for a request by mail.',
  },
});
