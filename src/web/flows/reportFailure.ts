/** Reports a failure to the configured error tracking service, or to our own server if no service is configured. */
import { reportsApi } from '../api/endpoints/reports';
import type { Flow } from './flow';

/** Sends an error report. `details` must not contain personal data or secrets. A failed report is not retried. */
export function reportFailure(
  event: string,
  details: Record<string, string | number | boolean | null>,
): Flow<void> {
  return async (dispatch, _getState, { errorReporter }) => {
    if (errorReporter !== null) errorReporter.report(event, details);
    else await dispatch(reportsApi.endpoints.sendReport.initiate({ event, details }, { track: false }));
  };
}
