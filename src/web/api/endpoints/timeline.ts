/** Endpoints of a customer's timeline and of resending the sign-in email. */
import { timelineCalls, type TimelineKind, type TimelinePage } from '../../../shared/contract/timeline';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { whenChanged } from '../tags';
import { forStaff } from './staff';

const timeline = forStaff(buildEndpoint(timelineCalls.getTimeline));

export interface TimelineArg {
  userId: number;
  /** Kinds of timeline entries to return, or null for all kinds. */
  kinds: TimelineKind[] | null;
}

export const timelineApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTimeline: build.infiniteQuery<TimelinePage, TimelineArg, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      query: ({ queryArg: { userId, kinds }, pageParam }) =>
        timeline.query({
          userId,
          ...(kinds === null ? {} : { kinds }),
          ...(pageParam === null ? {} : { before: pageParam }),
        }),
      responseSchema: timeline.responseSchema,
      extraOptions: timeline.extraOptions,
      providesTags: (_answer, _error, { userId }) => [{ type: 'Timeline', id: userId }],
    }),
    resendSignInEmail: build.mutation({
      ...forStaff(buildEndpoint(timelineCalls.resendSignInEmail)),
      invalidatesTags: whenChanged('Timeline'),
    }),
  }),
});

export const { useGetTimelineInfiniteQuery, useResendSignInEmailMutation } = timelineApi;
