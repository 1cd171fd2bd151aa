/**
 * Paying an order, from the consent to the server's word. The card dialog's own word only starts the
 * check: access follows from what the provider tells the server, which is polled until it knows.
 */
import type { Order } from '../../../shared/contract/shop';
import type { DeclineReason } from '../../../shared/declines';
import { api } from '../../api/api';
import { callErrorOf, isPassing } from '../../api/callError';
import { profileApi } from '../../api/endpoints/profile';
import { shopApi } from '../../api/endpoints/shop';
import { selectCaller, selectIsVerified } from '../../identity/selectors';
import type { Flow } from '../flow';
import { type Payer, paymentCheckEnded, paymentCheckStarted } from '../paymentSlice';
import { oncePerKey } from '../singleFlight';
import { giveConsent } from './consent';

export type PaymentOutcome =
  | { kind: 'paid' }
  /** The same on the campaign page, where nobody is signed in. */
  | { kind: 'campaignPaid' }
  | { kind: 'declined'; reason: DeclineReason | null }
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
  /** The payment was made, and its confirmation has not come yet: an email will follow. The check stays. */
  | { kind: 'paymentLate' };

export type Payment =
  /** `wording` is what the customer agreed to. */
  { payer: 'account'; order: Order; wording: string } | { payer: 'campaign'; order: Order };

/** How the check proceeds, ms. */
interface PaymentCheckTimes {
  firstPauseMs: number;
  longestPauseMs: number;
  /** After this long the confirmation counts as late. */
  giveUpAfterMs: number;
}

const PAYMENT_CHECK_TIMES: PaymentCheckTimes = {
  firstPauseMs: 500,
  longestPauseMs: 3000,
  giveUpAfterMs: 90_000,
};

/**
 * Opens the card dialog for the order, after the consent where one is due, and follows the payment to
 * its end. The check of a campaign's paid order stays until whoever shows it has left (`paymentCheckEnded`).
 */
export function startPayment(payment: Payment, times = PAYMENT_CHECK_TIMES): Flow<PaymentOutcome> {
  return async (dispatch, _getState, { cardWidget }) => {
    const { payer, order } = payment;
    const hindrance = payment.payer === 'account' ? await dispatch(consentTo(payment)) : null;
    if (hindrance !== null) return dispatch(settle(payer, hindrance));
    const ending = await cardWidget.open(order);
    if (ending.kind === 'unavailable') return dispatch(settle(payer, { kind: 'paymentUnavailable' }));
    // The dialog may be closed, or say no, after a payment that went through; the server may also know why.
    const state = ending.kind === 'completed' ? null : await dispatch(RULES[payer].readOrder(order.id));
    if (state?.kind === 'trialUsed') return dispatch(settle(payer, { kind: 'trialUsed' }));
    // Of an order that cannot be read nobody says that it was not paid.
    if (ending.kind === 'completed' || state?.kind === 'paid' || state?.kind === 'unread') {
      dispatch(paymentCheckStarted({ payer, orderId: order.id }));
      return dispatch(followPayment(payer, order.id, times, ending.kind === 'completed' ? null : ending));
    }
    return dispatch(settle(payer, endOf(ending)));
  };
}

type NotCompleted = { kind: 'closed' } | { kind: 'declined'; reason: DeclineReason | null };

/** What the dialog's word comes to where no payment was made. */
const endOf = (ending: NotCompleted): PaymentOutcome =>
  ending.kind === 'declined' ? ending : { kind: 'paymentClosed' };

/** Goes on with the check that a reload interrupted; null when there is none. */
export function resumePayment(payer: Payer, times = PAYMENT_CHECK_TIMES): Flow<PaymentOutcome | null> {
  return async (dispatch, getState) => {
    const orderId = getState().payment[payer];
    return orderId === null ? null : dispatch(followPayment(payer, orderId, times));
  };
}

/** Records the consent; how the payment ends when it cannot go on, else null. */
function consentTo({ order, wording }: { order: Order; wording: string }): Flow<PaymentOutcome | null> {
  return async (dispatch, getState) => {
    if (!selectIsVerified(getState())) return { kind: 'signInNeeded' };
    switch (await dispatch(giveConsent(order.id, wording))) {
      case 'sessionLost':
        return { kind: 'signInNeeded' };
      case 'outdated':
        return { kind: 'termsChanged' };
      case 'failed':
        return { kind: 'paymentUnavailable' };
      default:
        return null;
    }
  };
}

type OrderState =
  /** unknown: the server knows no such order, or no orders at all; unread: it does not answer. */
  | { kind: 'open' | 'paid' | 'unknown' | 'unread' | 'trialUsed' }
  | { kind: 'declined'; reason: DeclineReason | null };

interface PayerRules {
  paid: PaymentOutcome;
  readOrder: (orderId: string) => Flow<OrderState>;
  /** Whether an order of this state, neither declined nor rejected, is paid for. */
  isPaid: (state: OrderState) => Flow<boolean>;
  /** Whether the offer is fetched anew after this end: an order that was tried stays as it is. */
  needsNewOrder: (outcome: PaymentOutcome) => boolean;
  offer: 'Shop' | 'Campaign';
}

const RULES: Readonly<Record<Payer, PayerRules>> = {
  account: {
    paid: { kind: 'paid' },
    readOrder: (orderId) => async (dispatch) => {
      const { data, error } = await dispatch(
        shopApi.endpoints.getOrder.initiate({ orderId }, { subscribe: false, forceRefetch: true }),
      );
      if (error) return { kind: isPassing(callErrorOf(error)) ? 'unread' : 'unknown' };
      if (!data?.success) return { kind: 'unknown' };
      if (data.rejection === 'trialUsed') return { kind: 'trialUsed' };
      if (data.state === 'declined') return { kind: 'declined', reason: data.declineReason ?? null };
      return { kind: data.state ?? 'unknown' };
    },
    // A server that does not know our orders tells by the profile alone.
    isPaid:
      ({ kind }) =>
      async (dispatch) =>
        kind !== 'open' && kind !== 'unread' && (await dispatch(isActive())),
    needsNewOrder: () => true,
    offer: 'Shop',
  },
  campaign: {
    paid: { kind: 'campaignPaid' },
    readOrder: (orderId) => async (dispatch) => {
      const { data, error } = await dispatch(
        shopApi.endpoints.getCampaignOrderState.initiate(
          { orderId },
          { subscribe: false, forceRefetch: true },
        ),
      );
      if (error) return { kind: callErrorOf(error).status === 404 ? 'unknown' : 'unread' };
      if (!data?.success) return { kind: 'open' };
      if (data.rejection === 'trialUsed') return { kind: 'trialUsed' };
      if (data.state === 'declined') return { kind: 'declined', reason: null };
      return { kind: data.state ?? 'open' };
    },
    // A server that knows no orders hears of the payment by itself: the dialog's word is all there is.
    isPaid:
      ({ kind }) =>
      () =>
        Promise.resolve(kind !== 'open' && kind !== 'unread'),
    needsNewOrder: ({ kind }) => kind === 'declined' || kind === 'trialUsed',
    offer: 'Campaign',
  },
};

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

// A check that ended may be asked for again: the order may be paid by another try, or late.
const checks = oncePerKey<PaymentOutcome>(() => false);

/** `closed`: how the dialog ended without a payment; it counts once the order is read and still open. */
function followPayment(
  payer: Payer,
  orderId: string,
  times: PaymentCheckTimes,
  closed: NotCompleted | null = null,
): Flow<PaymentOutcome> {
  return checks(`${payer} ${orderId}`, async (dispatch, _getState, platform) => {
    const startedAt = platform.now();
    let pauseMs = times.firstPauseMs;
    let outcome = await dispatch(checkOnce(payer, orderId, closed));
    while (outcome === null) {
      if (platform.now() - startedAt > times.giveUpAfterMs) outcome = { kind: 'paymentLate' };
      else {
        await pauseFor(pauseMs);
        pauseMs = Math.min(pauseMs * 1.5, times.longestPauseMs);
        outcome = await dispatch(checkOnce(payer, orderId, closed));
      }
    }
    // A late one stays for a reload, and so does one that nobody's account knows of: neither may meet a
    // second pay button.
    const stays = outcome.kind === 'paymentLate' || outcome.kind === 'campaignPaid';
    if (!stays) dispatch(paymentCheckEnded({ payer }));
    if (outcome === RULES[payer].paid) platform.nativeShell.pay({ success: true });
    return dispatch(settle(payer, outcome));
  });
}

function checkOnce(payer: Payer, orderId: string, closed: NotCompleted | null): Flow<PaymentOutcome | null> {
  return async (dispatch, getState) => {
    const { readOrder, isPaid, paid } = RULES[payer];
    if (payer === 'account' && selectCaller(getState()) === null) return { kind: 'signInNeeded' };
    const state = await dispatch(readOrder(orderId));
    if (state.kind === 'trialUsed') return { kind: 'trialUsed' };
    if (state.kind === 'declined') return state;
    if (state.kind === 'open' && closed !== null) return endOf(closed);
    return (await dispatch(isPaid(state))) ? paid : null;
  };
}

function settle(payer: Payer, outcome: PaymentOutcome): Flow<PaymentOutcome> {
  return (dispatch) => {
    const { needsNewOrder, offer } = RULES[payer];
    if (needsNewOrder(outcome)) dispatch(api.util.invalidateTags([offer]));
    return Promise.resolve(outcome);
  };
}

function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
