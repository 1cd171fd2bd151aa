/** A customer's timeline: its filter in the address, its pages in the cache. */
import { useSearchParams } from 'react-router-dom';
import { TIMELINE_KINDS, type TimelineEntry, type TimelineKind } from '../../../../shared/contract/timeline';
import { useGetTimelineInfiniteQuery } from '../../../api/endpoints/timeline';
import { isAbsent } from '../../../components/staff/useStaffRights';

/** Query parameter: kinds by commas; left out: all. */
const PARAMETER = 'show';

/** Which kinds are shown, null: all; and how to change it without a new place in the history. */
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
  /** Undefined until the first answer. */
  entries: readonly TimelineEntry[] | undefined;
  hasFailed: boolean;
  /** The server knows no timelines, or lets these staff read none. */
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
