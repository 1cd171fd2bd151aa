/** Endpoints of payments needing attention, for senior staff. */
import { staffPaymentIssuesCalls } from '../../../shared/contract/staffPaymentIssues';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const staffPaymentIssuesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPaymentIssues: build.query({
      ...forStaff(endpointOf(staffPaymentIssuesCalls.listPaymentIssues)),
      providesTags: ['Money'],
    }),
    countPaymentIssues: build.query({
      ...forStaff(endpointOf(staffPaymentIssuesCalls.countPaymentIssues)),
      providesTags: ['Money'],
    }),
    resolvePaymentIssue: build.mutation({
      ...forStaff(endpointOf(staffPaymentIssuesCalls.resolvePaymentIssue)),
      invalidatesTags: whenChanged('Money', 'Timeline', 'User'),
    }),
    recordChargeback: build.mutation({
      ...forStaff(endpointOf(staffPaymentIssuesCalls.recordChargeback)),
      invalidatesTags: whenChanged('Timeline', 'User'),
    }),
  }),
});

export const {
  useListPaymentIssuesQuery,
  useCountPaymentIssuesQuery,
  useResolvePaymentIssueMutation,
  useRecordChargebackMutation,
} = staffPaymentIssuesApi;
