/**
 * A change whose answer was lost: it may have been made or not, and only the server knows. It is asked
 * until it answers, at once when the network is back.
 */
import type { SerializedError } from '@reduxjs/toolkit';
import { type CallError, callErrorOf } from '../api/callError';
import type { Connection } from '../platform/platform';
import type { Flow } from './flow';

const LOST_STATUSES: readonly CallError['status'][] = ['NETWORK', 'TIMEOUT', 'UNREADABLE', 502, 503, 504];

/** ms before each further question; the last one repeats. */
const PAUSES_MS: readonly number[] = [1000, 2000, 4000, 8000, 15_000];

/** After this long nobody waits any more, ms. */
const GIVE_UP_AFTER_MS = 10 * 60_000;

/** Whether nothing left this device. */
export function isNotSent(error: CallError | SerializedError | undefined): boolean {
  return error !== undefined && callErrorOf(error).isNotSent === true;
}

/** Whether a change was sent and its answer did not come back. */
export function isResponseLost(error: CallError | SerializedError | undefined): boolean {
  return error !== undefined && !isNotSent(error) && LOST_STATUSES.includes(callErrorOf(error).status);
}

/** Asks again and again while the question or its answer is lost; the last failure when nobody waits any more. */
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

/** Ends early when the network comes back. */
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
