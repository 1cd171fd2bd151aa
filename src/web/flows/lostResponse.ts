/**
 * Handling of changes whose response was lost. Only the server knows whether a change without a response was made, so a
 * query for the current data is repeated until a response arrives. The query is also repeated immediately when the
 * network connection is restored.
 */
import type { SerializedError } from '@reduxjs/toolkit';
import { type CallError, toCallError } from '../api/callError';
import type { Connection } from '../platform/platform';
import type { Flow } from './flow';

const LOST_STATUSES: readonly CallError['status'][] = ['NETWORK', 'TIMEOUT', 'UNREADABLE', 502, 503, 504];

/** Pauses between attempts to get a response, in ms. After the last pause in the list, the same pause is used again. */
const PAUSES_MS: readonly number[] = [1000, 2000, 4000, 8000, 15_000];

/** Time in ms after which no further attempt to get a response is made. */
const GIVE_UP_AFTER_MS = 10 * 60_000;

/** Returns whether the device was offline, so that the request was not sent. */
export function isNotSent(error: CallError | SerializedError | undefined): boolean {
  return error !== undefined && toCallError(error).isNotSent === true;
}

/** Returns whether a change was sent and its response was lost. */
export function isResponseLost(error: CallError | SerializedError | undefined): boolean {
  return error !== undefined && !isNotSent(error) && LOST_STATUSES.includes(toCallError(error).status);
}

/**
 * Repeats a request until a response arrives. Returns the last failure if no response arrives within 10 minutes.
 *
 * @example
 * const { data } = await dispatch(untilAnswered(() => dispatch(getOrder.initiate({ orderId }))));
 */
export function untilAnswered<ResponseBody extends { error?: CallError | SerializedError | undefined }>(
  ask: () => Promise<ResponseBody>,
): Flow<ResponseBody> {
  return async (_dispatch, _getState, { connection, now }) => {
    const startedAt = now();
    for (let tries = 0; ; tries += 1) {
      const response = await ask();
      if (!isResponseLost(response.error) && !isNotSent(response.error)) return response;
      if (now() - startedAt > GIVE_UP_AFTER_MS) return response;
      await pauseFor(PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 0, connection);
    }
  };
}

/** Returns a promise that resolves after the pause, or earlier if the network connection is restored. */
function pauseFor(ms: number, connection: Connection): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    const stopListening = connection.onChange(() => {
      if (connection.isOnline()) end();
    });
    function end(): void {
      clearTimeout(timer);
      stopListening();
      resolve();
    }
  });
}
