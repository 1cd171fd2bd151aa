/** What has become of a link, asked again and again while the page is looked at. */
import type { SerializedError } from '@reduxjs/toolkit';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useEffect, useState } from 'react';
import type { ConnectLinkState } from '../../../shared/connectLinkStates';
import type { CallError } from '../../api/callError';
import { connectApi } from '../../api/endpoints/connect';

/** ms between two looks while the person is likely to be at it. */
export const POLL_EVERY_MS = 5000;
/** ms after which they are likely to have gone away, and between two looks from then on. */
const FRESH_FOR_MS = 2 * 60_000;
const LATER_POLL_EVERY_MS = 30_000;

/** What may still become another thing without anybody's doing on this page. */
const OPEN: readonly ConnectLinkState[] = ['unused', 'full', 'preparing'];

export interface ConnectLinkNews {
  /** Null until the first answer. */
  state: ConnectLinkState | null;
  deviceName: string | null;
  /** Nothing has been answered yet, and the last try failed. */
  hasFailed: boolean;
  /** Of the last try. */
  error: CallError | SerializedError | undefined;
  retry: () => void;
}

const { getConnectLinkState } = connectApi.endpoints;

/** `token` null: there is no link yet. */
export function useConnectLinkNews(token: string | null): ConnectLinkNews {
  const arg = token === null ? skipToken : { token };
  const { currentData, error, isError } = getConnectLinkState.useQueryState(arg);
  const state = currentData?.state ?? null;
  const isFresh = useIsFresh(token);
  const isOpen = state === null || OPEN.includes(state);
  const { refetch } = getConnectLinkState.useQuerySubscription(arg, {
    pollingInterval: !isOpen ? 0 : isFresh ? POLL_EVERY_MS : LATER_POLL_EVERY_MS,
    skipPollingIfUnfocused: true,
    refetchOnFocus: isOpen,
    refetchOnReconnect: isOpen,
    refetchOnMountOrArgChange: true,
  });
  return {
    state,
    deviceName: currentData?.deviceName ?? null,
    hasFailed: currentData === undefined && isError,
    error,
    retry: () => {
      if (token !== null) void refetch();
    },
  };
}

/** Whether the link came to the page a short while ago. */
function useIsFresh(token: string | null): boolean {
  const [staleToken, setStaleToken] = useState<string | null>(null);
  useEffect(() => {
    if (token === null) return;
    const timer = setTimeout(() => setStaleToken(token), FRESH_FOR_MS);
    return () => clearTimeout(timer);
  }, [token]);
  return token !== staleToken || token === null;
}
