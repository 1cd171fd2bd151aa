/** Polls the state of a device link while the page is focused. */
import type { SerializedError } from '@reduxjs/toolkit';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useEffect, useState } from 'react';
import type { ConnectLinkState } from '../../../shared/connectLinkStates';
import type { CallError } from '../../api/callError';
import { connectApi } from '../../api/endpoints/connect';

/** Polling interval in ms while the customer is probably setting up the device. */
export const POLL_EVERY_MS = 5000;
/**
 * Duration in ms after which the customer has probably left. After this duration, the longer polling interval applies.
 */
const FRESH_FOR_MS = 2 * 60_000;
const LATER_POLL_EVERY_MS = 30_000;

/** States of a device link that can still change without an action on this page. */
const OPEN: readonly ConnectLinkState[] = ['unused', 'full', 'preparing'];

export interface ConnectLinkNews {
  /** State of the device link, or null until the first response. */
  state: ConnectLinkState | null;
  deviceName: string | null;
  /** Whether the VPN panel rejects the access of the device, so that waiting does not help. */
  isRejected: boolean;
  /** Base URL for the device link, or null if the link works with the domain of the page. */
  baseUrl: string | null;
  /** Whether the last request for the link state failed, and no earlier response is available. */
  hasFailed: boolean;
  /** Error of the last request for the link state, or undefined if the request succeeded. */
  error: CallError | SerializedError | undefined;
  retry: () => void;
}

const { getConnectLinkState } = connectApi.endpoints;

/**
 * Polls the state of the device link with this token. The hook sends no request if `token` is null.
 *
 * @example
 * const { state, deviceName } = useConnectLinkNews(token);
 */
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
    isRejected: currentData?.isRejected ?? false,
    baseUrl: currentData?.baseUrl ?? null,
    hasFailed: currentData === undefined && isError,
    error,
    retry: () => {
      if (token !== null) void refetch();
    },
  };
}

/** Returns whether the page received the device link less than two minutes ago. */
function useIsFresh(token: string | null): boolean {
  const [staleToken, setStaleToken] = useState<string | null>(null);
  useEffect(() => {
    if (token === null) return;
    const timer = setTimeout(() => setStaleToken(token), FRESH_FOR_MS);
    return () => clearTimeout(timer);
  }, [token]);
  return token !== staleToken || token === null;
}
