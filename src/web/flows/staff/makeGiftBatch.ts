/**
 * Making a batch of gifts so that a lost answer loses no keys: what was asked for stays in the tab's
 * storage until the server has answered, and the same request asked again has the same keys.
 */
import type { ResponseOf } from '../../../shared/contract/call';
import type { Contract } from '../../../shared/contract/contract';
import { type Answered, type CallError, callErrorOf } from '../../api/callError';
import { staffGiftsApi } from '../../api/endpoints/staffGifts';
import { type GiftBatchRequest, removeTabValue, writeTabValue } from '../../tabStorage/tabStorage';
import type { Flow } from '../flow';

export function newGiftBatchRequest(batch: Omit<GiftBatchRequest, 'requestKey'>): GiftBatchRequest {
  return { requestKey: crypto.randomUUID(), ...batch };
}

export function makeGiftBatch(
  batch: GiftBatchRequest,
): Flow<Answered<ResponseOf<Contract['createGiftBatch']>>> {
  return async (dispatch, _getState, { sessionStorage }) => {
    writeTabValue(sessionStorage, 'giftBatch', batch);
    const response = await dispatch(
      staffGiftsApi.endpoints.createGiftBatch.initiate(batch, { track: false }),
    );
    if (response.error === undefined || isRejection(callErrorOf(response.error)))
      removeTabValue(sessionStorage, 'giftBatch');
    return response;
  };
}

/** The server has rejected this request, so another attempt would be rejected too; or nothing has left this device. */
function isRejection({ status, isNotSent }: CallError): boolean {
  if (isNotSent === true) return true;
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 401 && status !== 429;
}
