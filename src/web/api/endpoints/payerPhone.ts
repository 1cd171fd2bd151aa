/** Endpoints that store the phone number for receipts. */
import { payerPhoneCalls } from '../../../shared/contract/payerPhone';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { whenChanged } from '../tags';

export const payerPhoneApi = api.injectEndpoints({
  endpoints: (build) => ({
    setPhone: build.mutation({
      ...buildEndpoint(payerPhoneCalls.setPhone),
      invalidatesTags: whenChanged('Profile'),
    }),
    setCampaignPhone: build.mutation({ ...buildEndpoint(payerPhoneCalls.setCampaignPhone) }),
  }),
});

export const { useSetPhoneMutation } = payerPhoneApi;
