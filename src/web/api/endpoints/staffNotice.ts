/** Endpoints of the maintenance notice. */
import { staffNoticeCalls } from '../../../shared/contract/staffNotice';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

const changesNotice = forStaff({ invalidatesTags: whenChanged('Notice') });

export const staffNoticeApi = api.injectEndpoints({
  endpoints: (build) => ({
    getNotice: build.query({
      ...forStaff(buildEndpoint(staffNoticeCalls.getNotice)),
      providesTags: ['Notice'],
    }),
    setNotice: build.mutation({ ...buildEndpoint(staffNoticeCalls.setNotice), ...changesNotice }),
    endNotice: build.mutation({ ...buildEndpoint(staffNoticeCalls.endNotice), ...changesNotice }),
  }),
});

export const { useGetNoticeQuery, useSetNoticeMutation, useEndNoticeMutation } = staffNoticeApi;
