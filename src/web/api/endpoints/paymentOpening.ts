/** Endpoints that open the payment of an order. */
import { paymentOpeningCalls } from '../../../shared/contract/paymentOpening';
import { api } from '../api';
import { endpointOf } from '../endpointOf';

export const paymentOpeningApi = api.injectEndpoints({
  endpoints: (build) => ({
    openPayment: build.mutation({ ...endpointOf(paymentOpeningCalls.openPayment) }),
    openCampaignPayment: build.mutation({ ...endpointOf(paymentOpeningCalls.openCampaignPayment) }),
  }),
});
