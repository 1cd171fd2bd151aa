/**
 * Paying an order (design section 4). The widget's own word only starts the check: access follows
 * from what the provider tells the server, which is asked until it knows.
 */
import type { Order } from '../../../shared/contract/shop';
import { api } from '../../api/api';
import { callErrorOf, isPassing } from '../../api/callError';
import { profileApi } from '../../api/endpoints/profile';
import { shopApi } from '../../api/endpoints/shop';
import { selectCaller, selectIsVerified } from '../../identity/selectors';
import { giveConsent } from './consent';
import type { Flow } from '../flow';
import { paymentCheckEnded, paymentCheckStarted } from '../paymentSlice';
import { oncePerKey } from '../singleFlight';

export type PaymentOutcome =
  | { kind: 'paid' }
  /** `reasonCode` is the provider's, null when it gave none. */
  | { kind: 'declined'; reasonCode: number | null }
  /** The dialog was closed without a payment. */
  | { kind: 'paymentClosed' }
  /** The provider's dialog could not be opened. */
  | { kind: 'paymentUnavailable' }
  /** The card has had its trial: the full price is left. */
  | { kind: 'trialUsed' }
  /** The order or the offer that the customer agreed to is not in force any more. */
  | { kind: 'termsChanged' }
  /** Nobody who could pay is signed in. */
  | { kind: 'signInNeeded' }
  /** The payment was made, and its confirmation has not come yet: a letter will follow. */
  | { kind: 'paymentLate' };

/** How the check proceeds, ms. */
export interface PaymentCheckTimes {
  firstPauseMs: number;
  longestPauseMs: number;
  /** After this long the confirmation counts as late. */
  giveUpAfterMs: number;
}

export const PAYMENT_CHECK_TIMES: PaymentCheckTimes = {
  firstPauseMs: 500,
  longestPauseMs: 3000,
  giveUpAfterMs: 90_000,
};

/**
 * Records the consent to `wording`, opens the card dialog for `order` and follows the payment to
 * its end.
 */
export function startPayment(
  order: Order,
  wording: string,
  times = PAYMENT_CHECK_TIMES,
): Flow<PaymentOutcome> {
  return async (dispatch, getState, { cardWidget }) => {
    if (!selectIsVerified(getState())) return { kind: 'signInNeeded' };
    const consent = await dispatch(giveConsent(order.id, wording));
    if (consent === 'sessionLost') return { kind: 'signInNeeded' };
    if (consent === 'outdated') return { kind: 'termsChanged' };
    if (consent === 'failed') return { kind: 'paymentUnavailable' };
    const outcome = await cardWidget.open(order);
    switch (outcome.kind) {
      case 'completed':
        dispatch(paymentCheckStarted({ orderId: order.id }));
        return dispatch(followPayment(order.id, times));
      case 'declined':
        return dispatch(settleUnpaid(order.id, { kind: 'declined', reasonCode: outcome.reasonCode }, times));
      case 'closed':
        // The dialog may be closed after the payment but before it said so.
        return dispatch(settleUnpaid(order.id, { kind: 'paymentClosed' }, times));
      case 'unavailable':
        return { kind: 'paymentUnavailable' };
    }
  };
}

/** Goes on with the check that a reload interrupted; null when there is none. */
export function resumePayment(times = PAYMENT_CHECK_TIMES): Flow<PaymentOutcome | null> {
  return async (dispatch, getState) => {
    const { checkingOrderId } = getState().payment;
    return checkingOrderId === null ? null : dispatch(followPayment(checkingOrderId, times));
  };
}

type OrderState =
  { kind: 'open' | 'paid' | 'unknown' | 'trialUsed' } | { kind: 'declined'; reasonCode: number | null };

function readOrder(orderId: string): Flow<OrderState> {
  return async (dispatch) => {
    const { data, error } = await dispatch(
      shopApi.endpoints.getOrder.initiate({ orderId }, { subscribe: false, forceRefetch: true }),
    );
    if (error) return { kind: isPassing(callErrorOf(error)) ? 'open' : 'unknown' };
    if (!data?.success) return { kind: 'unknown' };
    if (data.refusal === 'trialUsed') return { kind: 'trialUsed' };
    if (data.state === 'declined') return { kind: 'declined', reasonCode: data.declineReasonCode ?? null };
    return { kind: data.state ?? 'unknown' };
  };
}

/** The dialog says that nothing was paid; the server may know better, or why. */
function settleUnpaid(
  orderId: string,
  ending: PaymentOutcome,
  times: PaymentCheckTimes,
): Flow<PaymentOutcome> {
  return async (dispatch) => {
    const { kind } = await dispatch(readOrder(orderId));
    if (kind === 'trialUsed') return { kind };
    if (kind !== 'paid') return ending;
    dispatch(paymentCheckStarted({ orderId }));
    return dispatch(followPayment(orderId, times));
  };
}

/** True when the profile says that the subscription is active. */
function isActive(): Flow<boolean> {
  return async (dispatch, getState) => {
    const caller = selectCaller(getState());
    if (caller === null) return false;
    const { data } = await dispatch(
      profileApi.endpoints.getProfile.initiate(caller, { subscribe: false, forceRefetch: true }),
    );
    return data?.userInfo?.subscriptionIsActive ?? false;
  };
}

// A check that ended may be asked for again: the order may be paid by another try.
const checks = oncePerKey<PaymentOutcome>(() => false);

function followPayment(orderId: string, times: PaymentCheckTimes): Flow<PaymentOutcome> {
  return checks(orderId, async (dispatch, getState, platform) => {
    const startedAt = platform.now();
    let pauseMs = times.firstPauseMs;
    let outcome: PaymentOutcome | null = null;
    while (outcome === null) {
      if (selectCaller(getState()) === null) outcome = { kind: 'signInNeeded' };
      else outcome = await dispatch(checkOnce(orderId));
      if (outcome === null && platform.now() - startedAt > times.giveUpAfterMs)
        outcome = { kind: 'paymentLate' };
      if (outcome === null) {
        await pauseFor(pauseMs);
        pauseMs = Math.min(pauseMs * 1.5, times.longestPauseMs);
      }
    }
    dispatch(paymentCheckEnded());
    // The order is spent: whoever comes back to the shop needs another one.
    if (outcome.kind === 'paid') {
      dispatch(api.util.invalidateTags(['Shop']));
      platform.nativeShell.pay({ success: true });
    }
    return outcome;
  });
}

function checkOnce(orderId: string): Flow<PaymentOutcome | null> {
  return async (dispatch) => {
    const order = await dispatch(readOrder(orderId));
    if (order.kind === 'trialUsed') return { kind: 'trialUsed' };
    if (order.kind === 'declined') return { kind: 'declined', reasonCode: order.reasonCode };
    // A server that does not know our orders tells by the profile alone.
    if (order.kind !== 'open' && (await dispatch(isActive()))) return { kind: 'paid' };
    return null;
  };
}

function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
