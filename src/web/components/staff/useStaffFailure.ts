/** Handles failed staff requests: redirects to the token refresh (/refresh), or lets the screen show the error. */
import type { SerializedError } from '@reduxjs/toolkit';
import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { type CallError, hasNoResponse, toCallError } from '../../api/callError';
import { useFollow } from '../../navigation/useFollow';
import { usePlatform } from '../../platform/PlatformContext';
import { writeTabValue } from '../../tabStorage/tabStorage';

/**
 * Response statuses that concern the request itself. The screen shows an error with such a status, because a new access
 * token would not change the response.
 */
const RESPONSES_THE_REQUEST = new Set<CallError['status']>([400, 403, 404, 409, 413, 422, 429, 'SCHEMA']);

/**
 * Returns `onFailure(error)`, which redirects to the token refresh (/refresh), stores the current URL for the return,
 * and returns true. Use `onFailure` for changes and for data that the whole screen needs. A section of a screen must
 * show its own error instead.
 *
 * `onFailure` returns false without any effect in these cases:
 * - The error concerns the request itself, so the screen shows the error.
 * - No response arrived, because being offline does not mean being signed out.
 * - The request was aborted.
 * - The screen is already unmounted.
 */
export function useStaffFailure(): (error: CallError | SerializedError) => boolean {
  const { sessionStorage } = usePlatform();
  const { pathname, search, hash } = useLocation();
  const follow = useFollow();
  const place = useRef<string | null>(null);

  useEffect(() => {
    place.current = `${pathname}${search}${hash}`;
    return () => {
      place.current = null;
    };
  }, [pathname, search, hash]);

  return useCallback(
    (error) => {
      const failure = toCallError(error);
      if (place.current === null || hasNoResponse(failure)) return false;
      if (failure.status === 'ABORTED' || RESPONSES_THE_REQUEST.has(failure.status)) return false;
      writeTabValue(sessionStorage, 'staffPlace', place.current);
      return follow({ kind: 'staffCallFailed' }, { replace: true });
    },
    [follow, sessionStorage],
  );
}

/**
 * Returns the error that replaces the content of a screen, or null if there is no such error. If a refetch got no
 * response, the loaded content stays visible. A request that was aborted is sent again.
 */
export function failureToShow(
  error: CallError | SerializedError | undefined,
  hasContent: boolean,
): CallError | null {
  if (error === undefined) return null;
  const failure = toCallError(error);
  if (failure.status === 'ABORTED') return null;
  return hasContent && hasNoResponse(failure) ? null : failure;
}

/** Handles the failure of a query as `useStaffFailure` does. Pass the `error` of the query on every render. */
export function useStaffQueryFailure(error: CallError | SerializedError | undefined): void {
  const onFailure = useStaffFailure();
  useEffect(() => {
    if (error !== undefined) onFailure(error);
  }, [error, onFailure]);
}
