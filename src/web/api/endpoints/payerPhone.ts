/** Endpoints that store the phone number for receipts. */
import { payerPhoneCalls } from '../../../shared/contract/payerPhone';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';

export const payerPhoneApi = api.injectEndpoints({
  endpoints: (build) => ({
    setPhone: build.mutation({
      ...endpointOf(payerPhoneCalls.setPhone),
      invalidatesTags: whenChanged('Profile'),
    }),
    setCampaignPhone: build.mutation({ ...endpointOf(payerPhoneCalls.setCampaignPhone) }),
  }),
});

export const { useSetPhoneMutation } = payerPhoneApi;
