/** Endpoints of the maintenance notice. */
import { staffNoticeCalls } from '../../../shared/contract/staffNotice';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

const changesNotice = forStaff({ invalidatesTags: whenChanged('Notice') });

export const staffNoticeApi = api.injectEndpoints({
  endpoints: (build) => ({
    getNotice: build.query({
      ...forStaff(endpointOf(staffNoticeCalls.getNotice)),
      providesTags: ['Notice'],
    }),
    setNotice: build.mutation({ ...endpointOf(staffNoticeCalls.setNotice), ...changesNotice }),
    endNotice: build.mutation({ ...endpointOf(staffNoticeCalls.endNotice), ...changesNotice }),
  }),
});

export const { useGetNoticeQuery, useSetNoticeMutation, useEndNoticeMutation } = staffNoticeApi;
