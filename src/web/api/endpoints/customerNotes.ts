/** What staff note about a customer. */
import * as notes from '../../../shared/contract/customerNotes';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { renewStaffToken } from './staff';

const extraOptions = { renewToken: renewStaffToken };

export const customerNotesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listNotes: build.query({
      ...endpointOf(notes.listNotes),
      extraOptions,
      providesTags: ['Notes'],
    }),
    addNote: build.mutation({
      ...endpointOf(notes.addNote),
      extraOptions,
      invalidatesTags: whenChanged('Notes', 'Timeline'),
    }),
    changeNote: build.mutation({
      ...endpointOf(notes.changeNote),
      extraOptions,
      invalidatesTags: whenChanged('Notes', 'Timeline'),
    }),
  }),
});

export const { useListNotesQuery, useAddNoteMutation, useChangeNoteMutation } = customerNotesApi;
