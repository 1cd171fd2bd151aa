/** Handlers of the calls that export everything stored about a customer. */
import type { dataExportCalls } from '../../../shared/contract/dataExport';
import type { staffDataExportCalls } from '../../../shared/contract/staffDataExport';
import type { CustomerExport } from '../../usecases/accounts/customerExport';
import { exportCustomerData } from '../../usecases/console/exportCustomerData';
import { exportData, sendExportCode } from '../../usecases/customer/exportData';
import type { HandlersOf } from './handler';
import { buildStaffOrigin } from './staffOrigin';
import { insideString, StreamedJson } from './streamedJson';

/** Returns the JSON text of `exportFiles` in parts. */
async function* filesJson({ html, json }: CustomerExport): AsyncGenerator<string> {
  yield '{"html":"';
  yield* insideString(html());
  yield '","json":"';
  yield* insideString(json());
  yield '"}';
}

async function* surrounded(
  before: string,
  parts: AsyncIterable<string>,
  after: string,
): AsyncGenerator<string> {
  yield before;
  yield* parts;
  yield after;
}

export const dataExportHandlers: HandlersOf<typeof dataExportCalls & typeof staffDataExportCalls> = {
  sendExportCode: async ({ deps, caller }) => ({
    success: true,
    requestToken: await sendExportCode(deps, caller.accountId),
  }),

  exportData: async ({ deps, caller }, { body }) => {
    const outcome = await exportData(deps, { ...body, accountId: caller.accountId });
    if (outcome.kind === 'exported') {
      const { files, release } = outcome;
      return new StreamedJson(surrounded('{"success":true,"files":', filesJson(files), '}'), release);
    }
    return {
      success: false,
      reason: outcome.kind,
      ...(outcome.kind === 'wrong' ? { triesLeft: outcome.triesLeft } : {}),
    };
  },

  exportCustomerData: async (context, { body }) => {
    const { files, release } = await exportCustomerData(context.deps, buildStaffOrigin(context), body.userId);
    return new StreamedJson(filesJson(files), release);
  },
};
