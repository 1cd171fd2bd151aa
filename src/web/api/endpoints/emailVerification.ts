/** Sign-in by a mailed link or code. */
import * as rows from '../../../shared/contract/emailVerification';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';

export const emailVerificationApi = api.injectEndpoints({
  endpoints: (build) => ({
    // A letter on its way changes nothing that a query shows.
    sendEmailLink: build.mutation({ ...endpointOf(rows.sendEmailLink), invalidatesTags: whenChanged() }),
    sendGiftEmailLink: build.mutation({
      ...endpointOf(rows.sendGiftEmailLink),
      invalidatesTags: whenChanged(),
    }),
    restoreEmailLink: build.mutation({
      ...endpointOf(rows.restoreEmailLink),
      invalidatesTags: whenChanged('Profile', 'Shop'),
    }),
    previewEmailLink: build.query({ ...endpointOf(rows.previewEmailLink), providesTags: ['SignInLink'] }),
    redeemEmailLink: build.mutation({ ...endpointOf(rows.redeemEmailLink), invalidatesTags: whenChanged() }),
    redeemEmailCode: build.mutation({ ...endpointOf(rows.redeemEmailCode), invalidatesTags: whenChanged() }),
  }),
});
