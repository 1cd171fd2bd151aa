/** The query that fills a table, as `DataTable` shows it. */
import type { SerializedError } from '@reduxjs/toolkit';
import { type CallError, callErrorOf } from '../../api/callError';
import { useStaffQueryFailure } from './useStaffFailure';

/** For lists that others change: read anew when their screen opens and when its window has the focus again. */
export const ALWAYS_FRESH = { refetchOnMountOrArgChange: true, refetchOnFocus: true } as const;

interface TableQuery {
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
export function useTableQuery({ error, isFetching, refetch }: TableQuery, texts: FailureTexts) {
  useStaffQueryFailure(error);
  return { isFetching, error: failureWords(error, texts), onRetry: () => void refetch() };
}

function failureWords(
  error: TableQuery['error'],
  { loadFailed, forbidden, notFound }: FailureTexts,
): string | null {
  if (error === undefined) return null;
  const { status, reason = loadFailed } = callErrorOf(error);
  const ownWords = status === 403 ? forbidden : status === 404 ? notFound : undefined;
  return ownWords ?? reason;
}
