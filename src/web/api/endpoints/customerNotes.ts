/** What staff note about a customer. */
import * as notes from '../../../shared/contract/customerNotes';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const customerNotesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listNotes: build.query({ ...forStaff(endpointOf(notes.listNotes)), providesTags: ['Notes'] }),
    addNote: build.mutation({
      ...forStaff(endpointOf(notes.addNote)),
      invalidatesTags: whenChanged('Notes', 'Timeline'),
    }),
    changeNote: build.mutation({
      ...forStaff(endpointOf(notes.changeNote)),
      invalidatesTags: whenChanged('Notes', 'Timeline'),
    }),
  }),
});

export const { useListNotesQuery, useAddNoteMutation, useChangeNoteMutation } = customerNotesApi;
