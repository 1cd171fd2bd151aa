/** Money to explain, for senior staff. */
import * as money from '../../../shared/contract/staffMoney';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { renewStaffToken } from './staff';

const extraOptions = { renewToken: renewStaffToken };

export const staffMoneyApi = api.injectEndpoints({
  endpoints: (build) => ({
    listMoneyToExplain: build.query({
      ...endpointOf(money.listMoneyToExplain),
      extraOptions,
      providesTags: ['Money'],
    }),
    countMoneyToExplain: build.query({
      ...endpointOf(money.countMoneyToExplain),
      extraOptions,
      providesTags: ['Money'],
    }),
    actOnMoney: build.mutation({
      ...endpointOf(money.actOnMoney),
      extraOptions,
      invalidatesTags: whenChanged('Money', 'Timeline', 'User'),
    }),
    recordChargeback: build.mutation({
      ...endpointOf(money.recordChargeback),
      extraOptions,
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
