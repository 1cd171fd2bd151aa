/** Decides what happens after a failed staff request. */
import type { SerializedError } from '@reduxjs/toolkit';
import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { type CallError, callErrorOf, hasNoResponse } from '../../api/callError';
import { useFollow } from '../../navigation/useFollow';
import { usePlatform } from '../../platform/PlatformContext';
import { writeTabValue } from '../../tabStorage/tabStorage';

/**
 * Statuses that are about this request. The screen shows the error, because a new access token would not change the
 * response.
 */
const RESPONSES_THE_REQUEST = new Set<CallError['status']>([400, 403, 404, 409, 413, 422, 429, 'SCHEMA']);

/**
 * Returns `onFailure(error)`, which redirects to the token refresh (/refresh), stores the current URL for the return,
 * and returns true. Use it for changes and for data that the whole screen needs; a section of a screen shows its own
 * error.
 *
 * `onFailure` returns false without any effect in these cases:
 * - The error is about the request itself, so the screen shows it.
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
      const failure = callErrorOf(error);
      if (place.current === null || hasNoResponse(failure)) return false;
      if (failure.status === 'ABORTED' || RESPONSES_THE_REQUEST.has(failure.status)) return false;
      writeTabValue(sessionStorage, 'staffPlace', place.current);
      return follow({ kind: 'staffCallFailed' }, { replace: true });
    },
    [follow, sessionStorage],
  );
}

/**
 * Returns the error that replaces the content of a screen, or null if there is none. If a refetch got no response, the
 * loaded content stays visible.
 */
export function failureToShow(
  error: CallError | SerializedError | undefined,
  hasContent: boolean,
): CallError | null {
  if (error === undefined) return null;
  const failure = callErrorOf(error);
  return hasContent && hasNoResponse(failure) ? null : failure;
}

/** Like `useStaffFailure`, for a query. Pass its `error` on every render. */
export function useStaffQueryFailure(error: CallError | SerializedError | undefined): void {
  const onFailure = useStaffFailure();
  useEffect(() => {
    if (error !== undefined) onFailure(error);
  }, [error, onFailure]);
}
