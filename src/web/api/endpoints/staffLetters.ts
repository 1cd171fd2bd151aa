/** Letters that reached nobody. */
import { staffLettersCalls } from '../../../shared/contract/staffLetters';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const staffLettersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listUndeliveredLetters: build.query({
      ...forStaff(endpointOf(staffLettersCalls.listUndeliveredLetters)),
      providesTags: ['Letters'],
    }),
    sendLetterAgain: build.mutation({
      ...forStaff(endpointOf(staffLettersCalls.sendLetterAgain)),
      invalidatesTags: whenChanged('Letters', 'Timeline'),
    }),
  }),
});

export const { useListUndeliveredLettersQuery, useSendLetterAgainMutation } = staffLettersApi;
