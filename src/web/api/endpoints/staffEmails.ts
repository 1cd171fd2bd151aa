/** Endpoints of emails that could not be delivered. */
import { staffEmailsCalls } from '../../../shared/contract/staffEmails';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const staffEmailsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listUndeliveredEmails: build.query({
      ...forStaff(buildEndpoint(staffEmailsCalls.listUndeliveredEmails)),
      providesTags: ['Emails'],
    }),
    sendEmailAgain: build.mutation({
      ...forStaff(buildEndpoint(staffEmailsCalls.sendEmailAgain)),
      invalidatesTags: whenChanged('Emails', 'Timeline'),
    }),
  }),
});

export const { useListUndeliveredEmailsQuery, useSendEmailAgainMutation } = staffEmailsApi;
