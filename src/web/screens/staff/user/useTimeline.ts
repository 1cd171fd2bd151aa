/**
 * Provides a customer's timeline. The URL contains the filter of the timeline, and the query cache contains the pages
 * of the timeline.
 */
import { useSearchParams } from 'react-router-dom';
import { TIMELINE_KINDS, type TimelineEntry, type TimelineKind } from '../../../../shared/contract/timeline';
import { useGetTimelineInfiniteQuery } from '../../../api/endpoints/timeline';
import { isAbsent } from '../../../components/staff/useStaffRights';

/** Query parameter with comma-separated kinds of timeline entries. If the parameter is omitted, all kinds are shown. */
const PARAMETER = 'show';

/**
 * Returns the shown kinds of timeline entries, or null for all kinds, and a setter that replaces the current history
 * entry.
 */
export function useTimelineFilter(): [TimelineKind[] | null, (kinds: readonly TimelineKind[]) => void] {
  const [query, setQuery] = useSearchParams();
  const named = (query.get(PARAMETER) ?? '').split(',');
  const kinds = TIMELINE_KINDS.filter((kind) => named.includes(kind));
  const choose = (chosen: readonly TimelineKind[]) => {
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (chosen.length === 0 || chosen.length === TIMELINE_KINDS.length) next.delete(PARAMETER);
        else next.set(PARAMETER, TIMELINE_KINDS.filter((kind) => chosen.includes(kind)).join(','));
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [kinds.length === 0 ? null : kinds, choose];
}

export interface Timeline {
  /** Timeline entries, newest first, or undefined until the first response. */
  entries: readonly TimelineEntry[] | undefined;
  hasFailed: boolean;
  /**
   * Whether the timeline is unavailable, because the server does not support timelines or the agent's role may not read
   * them.
   */
  isAbsent: boolean;
  isFetching: boolean;
  hasEarlier: boolean;
  isLoadingEarlier: boolean;
  loadEarlier: () => void;
  refetch: () => void;
}

export function useTimeline(userId: number, kinds: TimelineKind[] | null): Timeline {
  const { currentData, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useGetTimelineInfiniteQuery({ userId, kinds }, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  return {
    entries: currentData?.pages.flatMap((page) => page.entries),
    hasFailed: error !== undefined,
    isAbsent: isAbsent(error),
    isFetching,
    hasEarlier: hasNextPage,
    isLoadingEarlier: isFetchingNextPage,
    loadEarlier: () => void fetchNextPage(),
    refetch: () => void refetch(),
  };
}
