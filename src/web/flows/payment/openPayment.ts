/** Opens the payment of an order on the server, for a payment widget that shows opened payments. */
import { toCallError } from '../../api/callError';
import { paymentOpeningApi } from '../../api/endpoints/paymentOpening';
import type { OpenedPayment } from '../../platform/platform';
import type { Flow } from '../flow';

const KIND_OF = {
  unavailable: 'paymentsPaused',
  tooMany: 'paymentsTooMany',
  outdated: 'termsChanged',
  addressUnsupported: 'addressUnsupported',
} as const;

/**
 * Opens the payment of the customer's own order, or of a campaign order if `campaignEmail` is the email address of its
 * subscription. A repeated call returns the same payment while it can be made.
 */
export function openPayment(orderId: string, campaignEmail: string | null): Flow<OpenedPayment> {
  return async (dispatch) => {
    const { endpoints } = paymentOpeningApi;
    const { data, error } = await dispatch(
      campaignEmail === null
        ? endpoints.openPayment.initiate({ orderId }, { track: false })
        : endpoints.openCampaignPayment.initiate({ orderId, email: campaignEmail }, { track: false }),
    );
    if (data?.confirmationToken) return { kind: 'opened', confirmationToken: data.confirmationToken };
    if (!data) return { kind: toCallError(error).status === 429 ? 'paymentsTooMany' : 'unavailable' };
    return { kind: KIND_OF[data.problem ?? 'outdated'] };
  };
}
