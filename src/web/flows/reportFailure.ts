/** Reporting a failure: to the configured service, else to our own server. */
import { reportsApi } from '../api/endpoints/reports';
import type { Flow } from './flow';

/** `details` must hold no personal data and no secret. A report that fails is not reported. */
export function reportFailure(
  event: string,
  details: Record<string, string | number | boolean | null>,
): Flow<void> {
  return async (dispatch, _getState, { errorReporter }) => {
    if (errorReporter !== null) errorReporter.report(event, details);
    else await dispatch(reportsApi.endpoints.sendReport.initiate({ event, details }, { track: false }));
  };
}
