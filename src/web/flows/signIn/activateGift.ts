/** Gifts of a recipient. */
import type { SerializedError } from '@reduxjs/toolkit';
import type { BodyOf } from '../../../shared/contract/call';
import type { Contract } from '../../../shared/contract/contract';
import { isGiftKey } from '../../../shared/validation';
import { type CallError, callErrorOf } from '../../api/callError';
import { giftsApi } from '../../api/endpoints/gifts';
import { giftKeyRemoved, giftKeyStored } from '../../identity/identitySlice';
import { selectCaller, selectGiftKey, selectPhotoUrl, selectProviderId } from '../../identity/selectors';
import { readTabValue, removeTabValue } from '../../tabStorage/tabStorage';
import { GIFT_TOASTS } from '../../texts/gift';
import { toast } from '../../toasts/toasts';
import type { Flow } from '../flow';
import { isResponseLost, untilAnswered } from '../lostResponse';
import { oncePerKey } from '../singleFlight';

export type ActivateGiftOutcome =
  | { kind: 'giftActivated' }
  | { kind: 'giftFailed' }
  /** The server no longer knows the session: the key waits for the next sign-in. */
  | { kind: 'sessionLost' };

export type CheckGiftOutcome = { kind: 'giftReady'; months: number } | { kind: 'giftCheckFailed' };

/** A sign-in made just now, which the server has not seen yet. */
interface FreshSignIn {
  body: Omit<BodyOf<Contract['activateGift']>, 'key'>;
  bearer: string;
}

/** Statuses that say nothing about the gift itself. */
const UNDECIDED_STATUSES: readonly CallError['status'][] = [
  'NETWORK',
  'TIMEOUT',
  'ABORTED',
  'UNREADABLE',
  401,
  403,
  408,
  429,
];

function isUndecided(error: CallError | SerializedError): boolean {
  const { status } = callErrorOf(error);
  return UNDECIDED_STATUSES.includes(status) || (typeof status === 'number' && status >= 500);
}

/**
 * Activates a gift for who is signed in, or for `fresh`. The key leaves the storage once the server
 * has decided about it; no network or a lost session keeps it for another try. An answer that was lost is asked
 * for again. How it ended has been shown when this resolves.
 */
export function activateGift(key: string, fresh?: FreshSignIn): Flow<ActivateGiftOutcome> {
  return async (dispatch, getState) => {
    const state = getState();
    const stored = {
      ...selectCaller(state),
      photoURL: selectPhotoUrl(state),
      providerId: selectProviderId(state),
    };
    const ask = () =>
      dispatch(
        giftsApi.endpoints.activateGift.initiate(
          { body: { ...(fresh?.body ?? stored), key }, bearer: fresh?.bearer },
          { track: false },
        ),
      );
    let { data, error } = await ask();
    if (isResponseLost(error)) {
      // Whoever activated it just now is answered again as at first.
      const asking = toast.loading(GIFT_TOASTS.unknownOutcome);
      ({ data, error } = await dispatch(untilAnswered<Awaited<ReturnType<typeof ask>>>(ask)));
      asking.dismiss();
    }
    const mayTryAgain = error !== undefined && isUndecided(error);
    if (!mayTryAgain) dispatch(giftKeyRemoved(key));
    if (data?.success) {
      toast.success(GIFT_TOASTS.activated);
      return { kind: 'giftActivated' };
    }
    toast.error(mayTryAgain ? GIFT_TOASTS.activationFailed : GIFT_TOASTS.unknown);
    const isSessionLost = !fresh && error !== undefined && callErrorOf(error).status === 401;
    return { kind: isSessionLost ? 'sessionLost' : 'giftFailed' };
  };
}

/**
 * Asks what a gift is worth; a good key is marked as waiting for its activation. Why not has been
 * shown when this resolves.
 */
export function checkGift(key: string): Flow<CheckGiftOutcome> {
  return async (dispatch, _getState, { sessionStorage }) => {
    const { data, error } = isGiftKey(key)
      ? await dispatch(
          giftsApi.endpoints.checkGift.initiate({ key }, { subscribe: false, forceRefetch: true }),
        )
      : { data: { success: false, months: null } };
    if (error && isUndecided(error)) {
      toast.error(GIFT_TOASTS.checkFailed);
      return { kind: 'giftCheckFailed' };
    }
    if (readTabValue(sessionStorage, 'giftLink') === key) removeTabValue(sessionStorage, 'giftLink');
    if (!data?.months || data.success === false) {
      dispatch(giftKeyRemoved(key));
      toast.error(GIFT_TOASTS.unknown);
      return { kind: 'giftCheckFailed' };
    }
    dispatch(giftKeyStored(key));
    return { kind: 'giftReady', months: data.months };
  };
}

// One check at a time, whichever key it is of: a check moves its key to another place.
const checks = oncePerKey<CheckGiftOutcome>(() => false);

/** /gift: checks the gift of the opened link, or else the one that is waiting already. */
export function checkOpenedGift(): Flow<CheckGiftOutcome> {
  return checks('opened', (dispatch, getState, { sessionStorage }) => {
    const key = readTabValue(sessionStorage, 'giftLink') ?? selectGiftKey(getState()) ?? '';
    return dispatch(checkGift(key));
  });
}
