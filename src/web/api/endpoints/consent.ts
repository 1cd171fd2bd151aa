/** Endpoint that records the customer's consent to charges before a payment. */
import { consentCalls } from '../../../shared/contract/consent';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';

export const consentApi = api.injectEndpoints({
  endpoints: (build) => ({
    giveConsent: build.mutation({ ...buildEndpoint(consentCalls.giveConsent) }),
  }),
});
