/** Endpoints with which customers export what is stored about them. */
import { dataExportCalls } from '../../../shared/contract/dataExport';
import { api } from '../api';
import { endpointOf } from '../endpointOf';

export const dataExportApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendExportCode: build.mutation(endpointOf(dataExportCalls.sendExportCode)),
    exportData: build.mutation(endpointOf(dataExportCalls.exportData)),
  }),
});

export const { useSendExportCodeMutation } = dataExportApi;
