/** Letters that reached nobody. */
import * as letters from '../../../shared/contract/staffLetters';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { renewStaffToken } from './staff';

const extraOptions = { renewToken: renewStaffToken };

export const staffLettersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listUndeliveredLetters: build.query({
      ...endpointOf(letters.listUndeliveredLetters),
      extraOptions,
      providesTags: ['Letters'],
    }),
    sendLetterAgain: build.mutation({
      ...endpointOf(letters.sendLetterAgain),
      extraOptions,
      invalidatesTags: whenChanged('Letters', 'Timeline'),
    }),
  }),
});

export const { useListUndeliveredLettersQuery, useSendLetterAgainMutation } = staffLettersApi;
