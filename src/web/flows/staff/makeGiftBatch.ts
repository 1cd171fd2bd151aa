/**
 * Making a batch of gifts so that a lost answer loses no keys: what was asked for stays in the tab's
 * storage until the server has answered, and the same request asked again has the same keys.
 */
import type { SerializedError } from '@reduxjs/toolkit';
import * as v from 'valibot';
import { callErrorOf, type CallError } from '../../api/callError';
import { staffGiftsApi } from '../../api/endpoints/staffGifts';
import type { KeyValueStorage } from '../../platform/platform';
import type { Flow } from '../flow';

const request = v.object({ requestKey: v.string(), name: v.string(), months: v.number(), size: v.number() });
export type GiftBatchRequest = v.InferOutput<typeof request>;

export type MakeGiftBatchOutcome =
  | { kind: 'batchMade'; batchId: number; keys: string[] }
  | { kind: 'batchFailed'; error: CallError | SerializedError };

const STORAGE_KEY = 'giftBatchAsked';

export function newGiftBatchRequest(batch: Omit<GiftBatchRequest, 'requestKey'>): GiftBatchRequest {
  return { requestKey: crypto.randomUUID(), ...batch };
}

/** The batch that was asked for and not answered in this tab; null when there is none. */
export function readUnansweredBatch(storage: KeyValueStorage): GiftBatchRequest | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), request), storage.get(STORAGE_KEY));
  return parsed.success ? parsed.output : null;
}

export function forgetUnansweredBatch(storage: KeyValueStorage): void {
  storage.remove(STORAGE_KEY);
}

export function makeGiftBatch(batch: GiftBatchRequest): Flow<MakeGiftBatchOutcome> {
  return async (dispatch, _getState, { sessionStorage }) => {
    sessionStorage.set(STORAGE_KEY, JSON.stringify(batch));
    const { data, error } = await dispatch(
      staffGiftsApi.endpoints.createGiftBatch.initiate(batch, { track: false }),
    );
    if (error === undefined) {
      forgetUnansweredBatch(sessionStorage);
      return { kind: 'batchMade', batchId: data.batchId, keys: data.keys };
    }
    if (isRefusal(callErrorOf(error))) forgetUnansweredBatch(sessionStorage);
    return { kind: 'batchFailed', error };
  };
}

/** The server has answered this request: asking again would be answered the same. */
function isRefusal({ status }: CallError): boolean {
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 401 && status !== 429;
}
