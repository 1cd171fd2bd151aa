/** The handler of failure reports. */
import type { Contract } from '../../../shared/contract/contract';
import { recordReport } from '../../usecases/customer/recordReport';
import { type Handler, succeeded } from './handler';

const sendReport: Handler<Contract['sendReport']> = ({ deps, ip }, { body }) =>
  succeeded(recordReport(deps, { ...body, ip }));

export const reportHandlers = { sendReport };
