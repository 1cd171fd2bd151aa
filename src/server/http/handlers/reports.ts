/** The handler of failure reports. */
import type { Contract } from '../../../shared/contract/contract';
import { recordReport } from '../../usecases/recordReport';
import type { Handler } from '../handler';

const sendReport: Handler<Contract['sendReport']> = async ({ deps, ip }, { body }) => {
  await recordReport(deps, { ...body, ip });
  return { success: true };
};

export const reportHandlers = { sendReport };
