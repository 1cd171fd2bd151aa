/** Handler of the API endpoint that records a customer's consent before a payment. */
import type { consentCalls } from '../../../shared/contract/consent';
import { recordConsent } from '../../usecases/billing/orders/consents';
import type { HandlersOf } from './handler';

export const consentHandlers: HandlersOf<typeof consentCalls> = {
  giveConsent: async ({ deps, caller, ip, userAgent }, { body }) => ({
    success: await recordConsent(deps, {
      ...{ accountId: caller.accountId, orderId: body.orderId, offerEdition: body.offerEdition },
      ...{ ip, userAgent },
    }),
  }),
};
