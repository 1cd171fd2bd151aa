/**
 * Paying on the campaign page, where nobody is signed in. As for the shop, the widget's word only
 * starts the check: the server is asked about the order until it has heard from the provider.
 */
import type { Order } from '../../../shared/contract/shop';
import { callErrorOf } from '../../api/callError';
import { shopApi } from '../../api/endpoints/shop';
import type { Flow } from '../flow';
import { PAYMENT_CHECK_TIMES, type PaymentOutcome } from './pay';
import { campaignCheckEnded, campaignCheckStarted } from '../paymentSlice';
import { oncePerKey } from '../singleFlight';

export type CampaignOutcome =
  { kind: 'campaignPaid' } | Exclude<PaymentOutcome, { kind: 'paid' | 'signInNeeded' | 'termsChanged' }>;

/** Opens the card dialog for `order` and follows the payment to its end. */
export function startCampaignPayment(order: Order, times = PAYMENT_CHECK_TIMES): Flow<CampaignOutcome> {
  return async (dispatch, _getState, { cardWidget }) => {
    const ending = await cardWidget.open(order);
    if (ending.kind === 'unavailable') return { kind: 'paymentUnavailable' };
    const state = ending.kind === 'completed' ? null : await dispatch(readState(order.id));
    if (state === 'trialUsed') return { kind: 'trialUsed' };
    // A dialog may also be closed, or say no, after a payment that went through.
    if (ending.kind === 'completed' || state === 'paid') {
      dispatch(campaignCheckStarted({ orderId: order.id }));
      return dispatch(followCampaignPayment(order.id, times));
    }
    return ending.kind === 'declined'
      ? { kind: 'declined', reasonCode: ending.reasonCode }
      : { kind: 'paymentClosed' };
  };
}

/** Goes on with the check that a reload interrupted; null when there is none. */
export function resumeCampaignPayment(times = PAYMENT_CHECK_TIMES): Flow<CampaignOutcome | null> {
  return async (dispatch, getState) => {
    const { checkingCampaignOrderId } = getState().payment;
    return checkingCampaignOrderId === null
      ? null
      : dispatch(followCampaignPayment(checkingCampaignOrderId, times));
  };
}

type OrderState = 'open' | 'paid' | 'declined' | 'trialUsed' | 'unknown' | null;

/** unknown: the server knows no orders at all; null: it could not be asked or knows no such order. */
function readState(orderId: string): Flow<OrderState> {
  return async (dispatch) => {
    const { data, error } = await dispatch(
      shopApi.endpoints.getCampaignOrderState.initiate({ orderId }, { subscribe: false, forceRefetch: true }),
    );
    if (error) return callErrorOf(error).status === 404 ? 'unknown' : null;
    if (!data?.success) return null;
    return data.refusal ?? data.state ?? null;
  };
}

// A check that ended may be asked for again: a late payment may have come.
const checks = oncePerKey<CampaignOutcome>(() => false);

function followCampaignPayment(orderId: string, times: typeof PAYMENT_CHECK_TIMES): Flow<CampaignOutcome> {
  return checks(orderId, async (dispatch, _getState, platform) => {
    const startedAt = platform.now();
    let pauseMs = times.firstPauseMs;
    let outcome: CampaignOutcome | null = null;
    while (outcome === null) {
      const state = await dispatch(readState(orderId));
      // A server that knows no orders hears of the payment by itself: the dialog's word is all there is.
      if (state === 'paid' || state === 'unknown') outcome = { kind: 'campaignPaid' };
      else if (state === 'trialUsed') outcome = { kind: 'trialUsed' };
      else if (state === 'declined') outcome = { kind: 'declined', reasonCode: null };
      else if (platform.now() - startedAt > times.giveUpAfterMs) outcome = { kind: 'paymentLate' };
      else {
        await pauseFor(pauseMs);
        pauseMs = Math.min(pauseMs * 1.5, times.longestPauseMs);
      }
    }
    // A late one stays for a reload: it must not meet a second pay button.
    if (outcome.kind !== 'paymentLate') dispatch(campaignCheckEnded());
    if (outcome.kind === 'campaignPaid') platform.nativeShell.pay({ success: true });
    return outcome;
  });
}

function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
