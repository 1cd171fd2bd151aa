/** Endpoints with which customers export what is stored about them. */
import { dataExportCalls } from '../../../shared/contract/dataExport';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';

export const dataExportApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendExportCode: build.mutation(buildEndpoint(dataExportCalls.sendExportCode)),
    exportData: build.mutation(buildEndpoint(dataExportCalls.exportData)),
  }),
});

export const { useSendExportCodeMutation } = dataExportApi;
