/** Endpoints that open the payment of an order. */
import { paymentOpeningCalls } from '../../../shared/contract/paymentOpening';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';

export const paymentOpeningApi = api.injectEndpoints({
  endpoints: (build) => ({
    openPayment: build.mutation({ ...buildEndpoint(paymentOpeningCalls.openPayment) }),
    openCampaignPayment: build.mutation({ ...buildEndpoint(paymentOpeningCalls.openCampaignPayment) }),
  }),
});
