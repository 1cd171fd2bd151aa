/** Handlers of the calls that export everything stored about a customer. */
import type { dataExportCalls } from '../../../shared/contract/dataExport';
import type { staffDataExportCalls } from '../../../shared/contract/staffDataExport';
import { exportCustomerData } from '../../usecases/console/exportCustomerData';
import { exportData, sendExportCode } from '../../usecases/customer/exportData';
import type { HandlersOf } from './handler';
import { originOf } from './staffOrigin';

export const dataExportHandlers: HandlersOf<typeof dataExportCalls & typeof staffDataExportCalls> = {
  sendExportCode: async ({ deps, caller }) => ({
    success: true,
    requestToken: await sendExportCode(deps, caller.accountId),
  }),

  exportData: async ({ deps, caller }, { body }) => {
    const outcome = await exportData(deps, { ...body, accountId: caller.accountId });
    if (outcome.kind === 'exported') return { success: true, files: outcome.files };
    return {
      success: false,
      reason: outcome.kind,
      ...(outcome.kind === 'wrong' ? { triesLeft: outcome.triesLeft } : {}),
    };
  },

  exportCustomerData: (context, { body }) => exportCustomerData(context.deps, originOf(context), body.userId),
};
