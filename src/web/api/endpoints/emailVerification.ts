/** Endpoints for sign-in by an emailed link or code. */
import { emailVerificationCalls } from '../../../shared/contract/emailVerification';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';

export const emailVerificationApi = api.injectEndpoints({
  endpoints: (build) => ({
    // Sending an email changes no cached query, so no tags are invalidated.
    sendEmailLink: build.mutation({
      ...endpointOf(emailVerificationCalls.sendEmailLink),
      invalidatesTags: whenChanged(),
    }),
    sendGiftEmailLink: build.mutation({
      ...endpointOf(emailVerificationCalls.sendGiftEmailLink),
      invalidatesTags: whenChanged(),
    }),
    restoreEmailLink: build.mutation({
      ...endpointOf(emailVerificationCalls.restoreEmailLink),
      invalidatesTags: whenChanged('Profile', 'Shop'),
    }),
    previewEmailLink: build.query({
      ...endpointOf(emailVerificationCalls.previewEmailLink),
      providesTags: ['SignInLink'],
    }),
    redeemEmailLink: build.mutation({
      ...endpointOf(emailVerificationCalls.redeemEmailLink),
      invalidatesTags: whenChanged(),
    }),
    redeemEmailCode: build.mutation({
      ...endpointOf(emailVerificationCalls.redeemEmailCode),
      invalidatesTags: whenChanged(),
    }),
  }),
});
