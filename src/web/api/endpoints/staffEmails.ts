/** Endpoints of emails that could not be delivered. */
import { staffEmailsCalls } from '../../../shared/contract/staffEmails';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const staffEmailsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listUndeliveredEmails: build.query({
      ...forStaff(endpointOf(staffEmailsCalls.listUndeliveredEmails)),
      providesTags: ['Emails'],
    }),
    sendEmailAgain: build.mutation({
      ...forStaff(endpointOf(staffEmailsCalls.sendEmailAgain)),
      invalidatesTags: whenChanged('Emails', 'Timeline'),
    }),
  }),
});

export const { useListUndeliveredEmailsQuery, useSendEmailAgainMutation } = staffEmailsApi;
