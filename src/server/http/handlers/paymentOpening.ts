/** Handlers of the API endpoints that open the payment of an order. */
import type { paymentOpeningCalls } from '../../../shared/contract/paymentOpening';
import {
  openCampaignPayment,
  type OpenedPayment,
  openPayment,
} from '../../usecases/billing/orders/openPayment';
import type { CallContext, HandlersOf } from './handler';

const PROBLEM_OF = {
  unavailable: 'unavailable',
  tooMany: 'tooMany',
  rejected: 'outdated',
  addressUnsupported: 'addressUnsupported',
} as const;

function buildResponse(opened: OpenedPayment | null, { retryAfter }: Pick<CallContext, 'retryAfter'>) {
  if (opened?.kind === 'opened') return { success: true, confirmationToken: opened.confirmationToken };
  if (opened !== null && 'retryAfterMs' in opened)
    retryAfter(Math.max(1, Math.ceil(opened.retryAfterMs / 1000)));
  return { success: false, problem: PROBLEM_OF[opened?.kind ?? 'rejected'] };
}

export const paymentOpeningHandlers: HandlersOf<typeof paymentOpeningCalls> = {
  openPayment: async (context, { body }) => {
    const { deps, caller, ip } = context;
    const { orderId } = body;
    return buildResponse(await openPayment(deps, { accountId: caller.accountId, orderId, ip }), context);
  },

  openCampaignPayment: async (context, { body }) =>
    buildResponse(await openCampaignPayment(context.deps, { ...body, ip: context.ip }), context),
};
