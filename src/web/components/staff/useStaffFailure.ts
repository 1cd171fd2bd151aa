/** What a failed staff call leads to. */
import type { SerializedError } from '@reduxjs/toolkit';
import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { type CallError, callErrorOf, hasNoResponse } from '../../api/callError';
import { useFollow } from '../../navigation/useFollow';
import { usePlatform } from '../../platform/PlatformContext';
import { writeTabValue } from '../../tabStorage/tabStorage';

/** Answers to this very request: they are shown in words, and asking with a new token changes nothing. */
const RESPONSES_THE_REQUEST = new Set<CallError['status']>([400, 403, 404, 409, 413, 422, 429, 'SCHEMA']);

/**
 * For what a screen cannot do without, and for changes; a part of a screen fails in its own place.
 * `onFailure(error)` goes to /refresh and returns true, unless one of these holds (then it returns false):
 * the failure answers the request itself, so the screen shows it; no response arrived, because being offline is not
 * being signed out; the call was aborted; the screen is left already. The place is kept.
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
 * Returns the failure that takes the place of a screen's content, or null if there is none. A reread without a
 * response hides nothing: what was read before stays.
 */
export function failureToShow(
  error: CallError | SerializedError | undefined,
  hasContent: boolean,
): CallError | null {
  if (error === undefined) return null;
  const failure = callErrorOf(error);
  return hasContent && hasNoResponse(failure) ? null : failure;
}

/** As `useStaffFailure`, for a query: call with its `error` on every render. */
export function useStaffQueryFailure(error: CallError | SerializedError | undefined): void {
  const onFailure = useStaffFailure();
  useEffect(() => {
    if (error !== undefined) onFailure(error);
  }, [error, onFailure]);
}
