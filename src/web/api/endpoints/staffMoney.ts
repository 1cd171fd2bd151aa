/** Money to explain, for senior staff. */
import { staffMoneyCalls } from '../../../shared/contract/staffMoney';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const staffMoneyApi = api.injectEndpoints({
  endpoints: (build) => ({
    listMoneyToExplain: build.query({
      ...forStaff(endpointOf(staffMoneyCalls.listMoneyToExplain)),
      providesTags: ['Money'],
    }),
    countMoneyToExplain: build.query({
      ...forStaff(endpointOf(staffMoneyCalls.countMoneyToExplain)),
      providesTags: ['Money'],
    }),
    actOnMoney: build.mutation({
      ...forStaff(endpointOf(staffMoneyCalls.actOnMoney)),
      invalidatesTags: whenChanged('Money', 'Timeline', 'User'),
    }),
    recordChargeback: build.mutation({
      ...forStaff(endpointOf(staffMoneyCalls.recordChargeback)),
      invalidatesTags: whenChanged('Timeline', 'User'),
    }),
  }),
});

export const {
  useListMoneyToExplainQuery,
  useCountMoneyToExplainQuery,
  useActOnMoneyMutation,
  useRecordChargebackMutation,
} = staffMoneyApi;
