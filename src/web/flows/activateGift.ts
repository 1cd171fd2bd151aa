/** Gifts of a recipient (spec section 4). */
import type { BodyOf } from '../../shared/contract/call';
import type { Contract } from '../../shared/contract/contract';
import { isGiftKey } from '../../shared/validation';
import { callErrorOf, isPassing } from '../api/callError';
import { giftsApi } from '../api/endpoints/gifts';
import { giftKeyRemoved, giftKeyStored } from '../identity/identitySlice';
import { selectCaller, selectPhotoUrl, selectProviderId } from '../identity/selectors';
import type { Flow } from './flow';

export type ActivateGiftOutcome = { kind: 'giftActivated' } | { kind: 'giftFailed' };

export type CheckGiftOutcome = { kind: 'giftReady'; months: number } | { kind: 'giftCheckFailed' };

/** A sign-in made just now, which the server has not seen yet. */
interface FreshSignIn {
  body: Omit<BodyOf<Contract['activateGift']>, 'key'>;
  bearer: string;
}

/**
 * Activates a gift for who is signed in, or for `fresh`. The key leaves the storage once the server
 * has answered; a lost network keeps it for another try.
 */
export function activateGift(key: string, fresh?: FreshSignIn): Flow<ActivateGiftOutcome> {
  return async (dispatch, getState) => {
    const state = getState();
    const stored = {
      ...selectCaller(state),
      photoURL: selectPhotoUrl(state),
      providerId: selectProviderId(state),
    };
    const { data, error } = await dispatch(
      giftsApi.endpoints.activateGift.initiate(
        { body: { ...(fresh?.body ?? stored), key }, bearer: fresh?.bearer },
        { track: false },
      ),
    );
    if (!error || !isPassing(callErrorOf(error))) dispatch(giftKeyRemoved());
    return data?.success ? { kind: 'giftActivated' } : { kind: 'giftFailed' };
  };
}

/** Asks what a gift is worth; a good key is marked as waiting for its activation. */
export function checkGift(key: string): Flow<CheckGiftOutcome> {
  return async (dispatch) => {
    if (!isGiftKey(key)) return { kind: 'giftCheckFailed' };
    const { data } = await dispatch(
      giftsApi.endpoints.checkGift.initiate({ key }, { subscribe: false, forceRefetch: true }),
    );
    if (!data?.months || data.success === false) return { kind: 'giftCheckFailed' };
    dispatch(giftKeyStored(key));
    return { kind: 'giftReady', months: data.months };
  };
}
