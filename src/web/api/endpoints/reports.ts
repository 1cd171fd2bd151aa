/** Endpoint for error reports of the browser. */
import { reportsCalls } from '../../../shared/contract/reports';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';

export const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    // An error report changes no cached query, so no tags are invalidated.
    sendReport: build.mutation({ ...buildEndpoint(reportsCalls.sendReport) }),
  }),
});
