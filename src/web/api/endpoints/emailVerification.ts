/** Endpoints for sign-in by an emailed link or code. */
import { emailVerificationCalls } from '../../../shared/contract/emailVerification';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { whenChanged } from '../tags';

export const emailVerificationApi = api.injectEndpoints({
  endpoints: (build) => ({
    // Sending an email changes no cached query, so no tags are invalidated.
    sendEmailLink: build.mutation({
      ...buildEndpoint(emailVerificationCalls.sendEmailLink),
      invalidatesTags: whenChanged(),
    }),
    sendGiftEmailLink: build.mutation({
      ...buildEndpoint(emailVerificationCalls.sendGiftEmailLink),
      invalidatesTags: whenChanged(),
    }),
    restoreEmailLink: build.mutation({
      ...buildEndpoint(emailVerificationCalls.restoreEmailLink),
      invalidatesTags: whenChanged('Profile', 'Shop'),
    }),
    previewEmailLink: build.query({
      ...buildEndpoint(emailVerificationCalls.previewEmailLink),
      providesTags: ['SignInLink'],
    }),
    redeemEmailLink: build.mutation({
      ...buildEndpoint(emailVerificationCalls.redeemEmailLink),
      invalidatesTags: whenChanged(),
    }),
    redeemEmailCode: build.mutation({
      ...buildEndpoint(emailVerificationCalls.redeemEmailCode),
      invalidatesTags: whenChanged(),
    }),
  }),
});
