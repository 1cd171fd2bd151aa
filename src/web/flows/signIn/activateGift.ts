/** Checks and activates gifts for their recipients. */
import type { SerializedError } from '@reduxjs/toolkit';
import type { BodyOf } from '../../../shared/contract/call';
import type { Contract } from '../../../shared/contract/contract';
import { hasOnlyKeyCharacters, typedGiftKey } from '../../../shared/giftKeys';
import { identifyingText } from '../../../shared/identifyingText';
import { isGiftKey } from '../../../shared/validation';
import { type CallError, toCallError } from '../../api/callError';
import { giftsApi } from '../../api/endpoints/gifts';
import { giftKeyRemoved, giftKeyStored } from '../../identity/identitySlice';
import { selectCaller, selectGiftKey, selectPhotoUrl, selectProviderId } from '../../identity/selectors';
import { readTabValue, removeTabValue } from '../../tabStorage/tabStorage';
import { GIFT_TOASTS } from '../../texts/gift';
import { toast } from '../../toasts/toasts';
import type { Flow } from '../flow';
import { isResponseLost, untilAnswered } from '../lostResponse';
import { oncePerKey } from '../singleFlight';
import { type AddressChanged, addressChangedIn } from './addressChanged';
import { browserMarkIn } from './browserMark';

export type ActivateGiftOutcome =
  | AddressChanged
  | { kind: 'giftActivated' }
  | { kind: 'giftFailed' }
  /** The session is no longer valid. The gift key stays stored for the next sign-in. */
  | { kind: 'sessionLost' };

export type CheckGiftOutcome = { kind: 'giftReady'; months: number } | { kind: 'giftCheckFailed' };

/** Google sign-in that is not yet registered on the server. */
interface FreshSignIn {
  body: Omit<BodyOf<Contract['activateGift']>, 'key'>;
  bearer: string;
}

/** HTTP statuses and errors that do not show whether the gift is valid. */
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
  const { status } = toCallError(error);
  return UNDECIDED_STATUSES.includes(status) || (typeof status === 'number' && status >= 500);
}

/**
 * Activates a gift for the signed-in customer, or for `fresh`. The stored gift key is removed when the server has
 * accepted or rejected the key. After a network failure or a lost session, the gift key stays stored for another
 * attempt. A request whose response was lost is repeated. A toast shows the result before the promise resolves.
 */
export function activateGift(key: string, fresh?: FreshSignIn): Flow<ActivateGiftOutcome> {
  return async (dispatch, getState, { storage }) => {
    const state = getState();
    const stored = {
      ...selectCaller(state),
      photoURL: selectPhotoUrl(state),
      providerId: selectProviderId(state),
    };
    const ask = () =>
      dispatch(
        giftsApi.endpoints.activateGift.initiate(
          { body: { ...(fresh?.body ?? stored), key, ...browserMarkIn(storage) }, bearer: fresh?.bearer },
          { track: false },
        ),
      );
    let { data, error } = await ask();
    if (isResponseLost(error)) {
      // The activation of a gift is idempotent. If the recipient has just activated the gift, a repeated request
      // returns the same response.
      const asking = toast.loading(GIFT_TOASTS.unknownOutcome);
      ({ data, error } = await dispatch(untilAnswered<Awaited<ReturnType<typeof ask>>>(ask)));
      asking.dismiss();
    }
    // The gift key stays stored for the sign-in with the present address.
    const changed = addressChangedIn(data);
    if (changed !== null) return changed;
    const mayTryAgain = error !== undefined && isUndecided(error);
    if (!mayTryAgain) dispatch(giftKeyRemoved(key));
    if (data?.success) {
      toast.success(GIFT_TOASTS.activated);
      return { kind: 'giftActivated' };
    }
    toast.error(mayTryAgain ? GIFT_TOASTS.activationFailed : GIFT_TOASTS.unknown);
    const isSessionLost = !fresh && error !== undefined && toCallError(error).status === 401;
    return { kind: isSessionLost ? 'sessionLost' : 'giftFailed' };
  };
}

/** Returns why the server knows no gift with this key. */
export const giftFault = (key: string): string =>
  hasOnlyKeyCharacters(key) ? GIFT_TOASTS.unknown : GIFT_TOASTS.unreadable;

/**
 * Checks a gift and returns its number of months. `text` is a gift key, or the text that a link contains instead. Stores the
 * key of a valid gift for activation. If the check fails, a toast shows the reason before the promise resolves.
 * `onCorrect` is the action of this toast if the key is wrong.
 */
export function checkGift(text: string, onCorrect?: (text: string) => void): Flow<CheckGiftOutcome> {
  return async (dispatch, _getState, { sessionStorage }) => {
    const key = typedGiftKey(text);
    const { data, error } = isGiftKey(key)
      ? await dispatch(
          giftsApi.endpoints.checkGift.initiate({ key }, { subscribe: false, forceRefetch: true }),
        )
      : { data: { success: false, months: null } };
    if (error && isUndecided(error)) {
      toast.error(GIFT_TOASTS.checkFailed);
      return { kind: 'giftCheckFailed' };
    }
    if (readTabValue(sessionStorage, 'giftLink') === text) removeTabValue(sessionStorage, 'giftLink');
    if (!data?.months || data.success === false) {
      dispatch(giftKeyRemoved(key));
      const action =
        onCorrect === undefined || identifyingText(text) === ''
          ? undefined
          : { label: GIFT_TOASTS.correct, onPress: () => onCorrect(text) };
      toast.error(giftFault(key), action);
      return { kind: 'giftCheckFailed' };
    }
    dispatch(giftKeyStored(key));
    return { kind: 'giftReady', months: data.months };
  };
}

// Only one gift check runs at a time, even for different gift keys, because a check moves the gift key between the
// tab's session storage and the identity.
const checks = oncePerKey<CheckGiftOutcome>(() => false);

/**
 * Checks the gift of the opened link, or the stored gift if no link was opened. The route `/gift` uses this flow.
 * `onCorrect` is called with the text of the link if the customer wants to correct a wrong key.
 */
export function checkOpenedGift(onCorrect: (text: string) => void): Flow<CheckGiftOutcome> {
  return checks('opened', (dispatch, getState, { sessionStorage }) => {
    const text = readTabValue(sessionStorage, 'giftLink') ?? selectGiftKey(getState()) ?? '';
    return dispatch(checkGift(text, onCorrect));
  });
}
