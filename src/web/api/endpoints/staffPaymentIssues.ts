/** Endpoints of payments needing attention, for senior staff. */
import { staffPaymentIssuesCalls } from '../../../shared/contract/staffPaymentIssues';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const staffPaymentIssuesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPaymentIssues: build.query({
      ...forStaff(buildEndpoint(staffPaymentIssuesCalls.listPaymentIssues)),
      providesTags: ['Money'],
    }),
    countPaymentIssues: build.query({
      ...forStaff(buildEndpoint(staffPaymentIssuesCalls.countPaymentIssues)),
      providesTags: ['Money'],
    }),
    resolvePaymentIssue: build.mutation({
      ...forStaff(buildEndpoint(staffPaymentIssuesCalls.resolvePaymentIssue)),
      invalidatesTags: whenChanged('Money', 'Timeline', 'User'),
    }),
    recordChargeback: build.mutation({
      ...forStaff(buildEndpoint(staffPaymentIssuesCalls.recordChargeback)),
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
