/**
 * Making a batch of gifts so that a lost answer loses no keys: what was asked for stays in the tab's
 * storage until the server has answered, and the same request asked again has the same keys.
 */
import type { SerializedError } from '@reduxjs/toolkit';
import { callErrorOf, type CallError } from '../../api/callError';
import { staffGiftsApi } from '../../api/endpoints/staffGifts';
import { removeTabValue, writeTabValue, type GiftBatchRequest } from '../../tabStorage/tabStorage';
import type { Flow } from '../flow';

export type MakeGiftBatchOutcome =
  | { kind: 'batchMade'; batchId: number; keys: string[] }
  | { kind: 'batchFailed'; error: CallError | SerializedError };

export function newGiftBatchRequest(batch: Omit<GiftBatchRequest, 'requestKey'>): GiftBatchRequest {
  return { requestKey: crypto.randomUUID(), ...batch };
}

export function makeGiftBatch(batch: GiftBatchRequest): Flow<MakeGiftBatchOutcome> {
  return async (dispatch, _getState, { sessionStorage }) => {
    writeTabValue(sessionStorage, 'giftBatch', batch);
    const { data, error } = await dispatch(
      staffGiftsApi.endpoints.createGiftBatch.initiate(batch, { track: false }),
    );
    if (error === undefined) {
      removeTabValue(sessionStorage, 'giftBatch');
      return { kind: 'batchMade', batchId: data.batchId, keys: data.keys };
    }
    if (isRefusal(callErrorOf(error))) removeTabValue(sessionStorage, 'giftBatch');
    return { kind: 'batchFailed', error };
  };
}

/** The server has answered this request: asking again would be answered the same. */
function isRefusal({ status }: CallError): boolean {
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 401 && status !== 429;
}
