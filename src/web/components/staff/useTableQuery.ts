/** Connects a query to a `DataTable`. */
import type { SerializedError } from '@reduxjs/toolkit';
import type { CallError } from '../../api/callError';
import { failureToShow, useStaffQueryFailure } from './useStaffFailure';

/**
 * Query options of lists that other agents change. The list is refetched when the screen opens and when the window
 * regains focus.
 */
export const ALWAYS_FRESH = { refetchOnMountOrArgChange: true, refetchOnFocus: true } as const;

interface TableQuery {
  /** Data that stays visible during a refetch, or undefined if there is no data yet. */
  currentData?: unknown;
  error?: CallError | SerializedError | undefined;
  isFetching: boolean;
  refetch: () => unknown;
}

interface FailureTexts {
  loadFailed: string;
  /** Message that is shown if the agent's role may not read the data. */
  forbidden?: string;
  /** Message that is shown if no entry with the requested id exists. */
  notFound?: string;
}

/**
 * Returns props to spread into a `DataTable`. The hook redirects to the token refresh (/refresh) on an error that does
 * not concern the request itself.
 *
 * @example
 * <DataTable {...useTableQuery(query, { loadFailed: TEXTS.loadFailed })} rows={query.currentData} />
 */
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
