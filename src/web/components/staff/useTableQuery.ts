/** The query that fills a table, as `DataTable` shows it. */
import type { SerializedError } from '@reduxjs/toolkit';
import type { CallError } from '../../api/callError';
import { failureToShow, useStaffQueryFailure } from './useStaffFailure';

/** For lists that others change: read anew when their screen opens and when its window has the focus again. */
export const ALWAYS_FRESH = { refetchOnMountOrArgChange: true, refetchOnFocus: true } as const;

interface TableQuery {
  /** What is shown meanwhile; left out: nothing. */
  currentData?: unknown;
  error?: CallError | SerializedError | undefined;
  isFetching: boolean;
  refetch: () => unknown;
}

interface FailureTexts {
  loadFailed: string;
  /** Said to staff whose role may not read it. */
  forbidden?: string;
  /** Said where there is nothing of that id. */
  notFound?: string;
}

/** Spread into a `DataTable`. A failure that does not answer the request itself leads to /refresh. */
export function useTableQuery({ currentData, error, isFetching, refetch }: TableQuery, texts: FailureTexts) {
  useStaffQueryFailure(error);
  const failure = failureToShow(error, currentData !== undefined);
  return { isFetching, error: failureWords(failure, texts), onRetry: () => void refetch() };
}

function failureWords(
  failure: CallError | null,
  { loadFailed, forbidden, notFound }: FailureTexts,
): string | null {
  if (failure === null) return null;
  const { status, reason = loadFailed } = failure;
  const ownWords = status === 403 ? forbidden : status === 404 ? notFound : undefined;
  return ownWords ?? reason;
}
