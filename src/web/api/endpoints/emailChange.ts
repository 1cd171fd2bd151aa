/** Endpoints that change the account's email address, and take the change back. */
import { emailChangeCalls } from '../../../shared/contract/emailChange';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';

export const emailChangeApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendCodeToPresentEmail: build.mutation(endpointOf(emailChangeCalls.sendCodeToPresentEmail)),
    confirmPresentEmail: build.mutation(endpointOf(emailChangeCalls.confirmPresentEmail)),
    sendCodeToNewEmail: build.mutation(endpointOf(emailChangeCalls.sendCodeToNewEmail)),
    changeEmail: build.mutation({
      ...endpointOf(emailChangeCalls.changeEmail),
      invalidatesTags: whenChanged('Profile'),
    }),
    sendCodeToFormerEmail: build.mutation(endpointOf(emailChangeCalls.sendCodeToFormerEmail)),
    restoreFormerEmail: build.mutation({
      ...endpointOf(emailChangeCalls.restoreFormerEmail),
      invalidatesTags: whenChanged('Profile'),
    }),
  }),
});
