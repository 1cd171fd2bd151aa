/** Reports of failures. */
import { reportsCalls } from '../../../shared/contract/reports';
import { api } from '../api';
import { endpointOf } from '../endpointOf';

export const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    // Changes nothing that anybody reads.
    sendReport: build.mutation({ ...endpointOf(reportsCalls.sendReport) }),
  }),
});
