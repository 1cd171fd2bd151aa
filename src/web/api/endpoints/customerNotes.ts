/** Endpoints of the notes that staff write about a customer. */
import { customerNotesCalls } from '../../../shared/contract/customerNotes';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

export const customerNotesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listNotes: build.query({
      ...forStaff(buildEndpoint(customerNotesCalls.listNotes)),
      providesTags: ['Notes'],
    }),
    addNote: build.mutation({
      ...forStaff(buildEndpoint(customerNotesCalls.addNote)),
      invalidatesTags: whenChanged('Notes', 'Timeline'),
    }),
    changeNote: build.mutation({
      ...forStaff(buildEndpoint(customerNotesCalls.changeNote)),
      invalidatesTags: whenChanged('Notes', 'Timeline'),
    }),
  }),
});

export const { useListNotesQuery, useAddNoteMutation, useChangeNoteMutation } = customerNotesApi;
