/** Handlers of the API endpoints that open the payment of an order. */
import type { paymentOpeningCalls } from '../../../shared/contract/paymentOpening';
import { openCampaignPayment, type OpenedPayment, openPayment } from '../../usecases/billing/openPayment';
import type { HandlersOf } from './handler';

function responseOf(opened: OpenedPayment | null) {
  if (opened?.kind === 'opened') return { success: true, confirmationToken: opened.confirmationToken };
  const problem = opened?.kind === 'unavailable' ? ('unavailable' as const) : ('outdated' as const);
  return { success: false, problem };
}

export const paymentOpeningHandlers: HandlersOf<typeof paymentOpeningCalls> = {
  openPayment: async ({ deps, caller }, { body }) =>
    responseOf(await openPayment(deps, { accountId: caller.accountId, orderId: body.orderId })),

  openCampaignPayment: async ({ deps, ip }, { body }) =>
    responseOf(await openCampaignPayment(deps, { ...body, ip })),
};
