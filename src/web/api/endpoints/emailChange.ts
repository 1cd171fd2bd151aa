/** Endpoints that change the account's email address, and take the change back. */
import { emailChangeCalls } from '../../../shared/contract/emailChange';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { whenChanged } from '../tags';

export const emailChangeApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendCodeToPresentEmail: build.mutation(buildEndpoint(emailChangeCalls.sendCodeToPresentEmail)),
    confirmPresentEmail: build.mutation(buildEndpoint(emailChangeCalls.confirmPresentEmail)),
    sendCodeToNewEmail: build.mutation(buildEndpoint(emailChangeCalls.sendCodeToNewEmail)),
    changeEmail: build.mutation({
      ...buildEndpoint(emailChangeCalls.changeEmail),
      invalidatesTags: whenChanged('Profile'),
    }),
    sendCodeToFormerEmail: build.mutation(buildEndpoint(emailChangeCalls.sendCodeToFormerEmail)),
    restoreFormerEmail: build.mutation({
      ...buildEndpoint(emailChangeCalls.restoreFormerEmail),
      invalidatesTags: whenChanged('Profile'),
    }),
  }),
});
