/** Handler of the API endpoint with which clients report failures. */
import type { reportsCalls } from '../../../shared/contract/reports';
import { recordReport } from '../../usecases/customer/recordReport';
import { type HandlersOf, succeeded } from './handler';

export const reportsHandlers: HandlersOf<typeof reportsCalls> = {
  sendReport: ({ deps, ip }, { body }) => succeeded(recordReport(deps, { ...body, ip })),
};
