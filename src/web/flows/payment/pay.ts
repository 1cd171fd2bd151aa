/**
 * Payment of an order, from the consent to the server's confirmation. The result of the card dialog only starts the
 * payment check. Access depends on the notification that the card provider sends to the server, so the server is polled
 * until the payment is settled.
 */
import { type Order, ORDER_REJECTIONS, type OrderRejection } from '../../../shared/contract/shop';
import type { DeclineReason } from '../../../shared/declines';
import { api } from '../../api/api';
import { isPassing, toCallError } from '../../api/callError';
import { profileApi } from '../../api/endpoints/profile';
import { shopApi } from '../../api/endpoints/shop';
import type { Tag } from '../../api/tags';
import { selectCaller, selectIsVerified } from '../../identity/selectors';
import { loadPaymentChunk } from '../../platform/chunks';
import type { Flow } from '../flow';
import { type Payer, paymentCheckEnded, paymentCheckStarted } from '../paymentSlice';
import { oncePerKey } from '../singleFlight';
import { giveConsent } from './consent';
import type { TypedPhone } from './savePhone';

export type PaymentOutcome =
  | { kind: 'paid' }
  /** The new card paid, and the server has replaced the card of the renewal. */
  | { kind: 'cardChanged' }
  /** A campaign order is paid. The campaign page needs no sign-in. */
  | { kind: 'campaignPaid' }
  | { kind: 'declined'; reason: DeclineReason | null }
  /** The customer closed the card dialog without a payment. */
  | { kind: 'paymentClosed' }
  /** The provider's card dialog could not be opened. */
  | { kind: 'paymentUnavailable' }
  /** The server can open no payment at the moment. Nothing was charged. */
  | { kind: 'paymentsPaused' }
  /** Too many payments were opened one after another. Nothing was charged. */
  | { kind: 'paymentsTooMany' }
  /** No email can be sent to the email address of the subscription. Nothing was charged. */
  | { kind: 'addressUnsupported' }
  /** The card was already used for a trial, so only the full price is offered. */
  | { kind: 'trialUsed' }
  /** Too many trials were started with similar cards, so only the full price is offered. */
  | { kind: 'trialLimit' }
  /** The payment should have verified a card, but was made without one. A card or the full price is offered. */
  | { kind: 'cardNeeded' }
  /** The order, or the version of the public offer that the customer agreed to, is no longer valid. */
  | { kind: 'termsChanged' }
  /** The customer must sign in before paying. */
  | { kind: 'signInNeeded' }
  /**
   * The payment was made, but the server's confirmation is late. The customer will get an email when the payment is
   * confirmed. The pending payment check stays stored.
   */
  | { kind: 'paymentLate' };

export type Payment =
  /**
   * Order to pay and its payer. `wording` is the text that the customer agreed to, and `phone` the number for the receipt,
   * omitted if the page does not ask for it.
   */
  | { payer: 'account' | 'cardChange'; order: Order; wording: string; phone?: TypedPhone | undefined }
  /** Campaign order. `email` is the email address that the payer typed, omitted if the card dialog asks for it. */
  | { payer: 'campaign'; order: Order; email?: string | undefined; phone?: TypedPhone | undefined };

/** Timing of the payment check, in ms. */
interface PaymentCheckTimes {
  firstPauseMs: number;
  longestPauseMs: number;
  /** Time in ms after which the payment confirmation counts as late. */
  giveUpAfterMs: number;
}

const PAYMENT_CHECK_TIMES: PaymentCheckTimes = {
  firstPauseMs: 500,
  longestPauseMs: 3000,
  giveUpAfterMs: 90_000,
};

/**
 * Opens the card dialog for the order and follows the payment until it is settled. A signed-in customer's consent is
 * recorded first. The stored payment check of a paid campaign order remains until the screen with the payment result
 * dispatches `paymentCheckEnded`.
 */
export function startPayment(payment: Payment, times = PAYMENT_CHECK_TIMES): Flow<PaymentOutcome> {
  return async (dispatch, _getState, { cardWidget }) => {
    const { payer, phone } = payment;
    const order = phone === undefined ? payment.order : { ...payment.order, receiptPhone: phone.number };
    const hindrance =
      (phone === undefined ? null : await dispatch(phone.save(payer, payment.order))) ??
      (payment.payer === 'campaign' ? null : await dispatch(consentTo(payment)));
    if (hindrance !== null) return dispatch(settle(payer, hindrance));
    const email = payment.payer === 'campaign' ? (payment.email ?? '') : null;
    const ending = await cardWidget.open(order, async () => {
      const openPayment = await loadPaymentChunk(async () => (await import('./openPayment')).openPayment);
      return dispatch(openPayment(order.id, email));
    });
    if (ending.kind === 'unavailable') return dispatch(settle(payer, { kind: 'paymentUnavailable' }));
    if (
      ending.kind === 'paymentsPaused' ||
      ending.kind === 'paymentsTooMany' ||
      ending.kind === 'addressUnsupported'
    )
      return dispatch(settle(payer, ending));
    // Read the order even if the card dialog was closed or reported a decline, because the payment may have succeeded.
    // The order may also contain the reason why the payment failed.
    const state = ending.kind === 'completed' ? null : await dispatch(RULES[payer].readOrder(order.id));
    if (state !== null && isRejected(state)) return dispatch(settle(payer, state));
    // Continue the payment check if the order cannot be read, because the order may be paid.
    if (ending.kind === 'completed' || state?.kind === 'paid' || state?.kind === 'unread') {
      dispatch(paymentCheckStarted({ payer, orderId: order.id }));
      return dispatch(followPayment(payer, order.id, times, ending.kind === 'completed' ? null : ending));
    }
    // Some payment widgets do not report why a payment was declined.
    const isUnexplained = ending.kind === 'declined' && ending.reason === null;
    return dispatch(settle(payer, isUnexplained && state?.kind === 'declined' ? state : toOutcome(ending)));
  };
}

type NotCompleted =
  | { kind: 'closed' }
  | { kind: 'termsChanged' }
  | { kind: 'declined'; reason: DeclineReason | null };

/** Returns the payment outcome for a card dialog that ended without a payment. */
const toOutcome = (ending: NotCompleted): PaymentOutcome =>
  ending.kind === 'closed' ? { kind: 'paymentClosed' } : ending;

/** Resumes the payment check that a page reload interrupted. Returns null if no check is pending. */
export function resumePayment(payer: Payer, times = PAYMENT_CHECK_TIMES): Flow<PaymentOutcome | null> {
  return async (dispatch, getState) => {
    const orderId = getState().payment[payer];
    return orderId === null ? null : dispatch(followPayment(payer, orderId, times));
  };
}

/**
 * Records the customer's consent to the charges. Returns null if the payment can continue, or the outcome of the
 * payment if it cannot continue.
 */
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
  /**
   * State of an order. `unknown` means that the server has no such order or no order endpoint. `unread` means that the
   * server is unresponsive.
   */
  | { kind: 'open' | 'paid' | 'unknown' | 'unread' }
  | Rejected
  | { kind: 'declined'; reason: DeclineReason | null };

type Rejected = { kind: OrderRejection };

const isRejected = (state: { kind: string }): state is Rejected =>
  ORDER_REJECTIONS.some((rejection) => rejection === state.kind);

interface PayerRules {
  paid: PaymentOutcome;
  readOrder: (orderId: string) => Flow<OrderState>;
  /**
   * Returns whether an order in this state counts as paid. The function is not called for declined or rejected orders.
   */
  isPaid: (state: OrderState) => Flow<boolean>;
  /**
   * Returns whether the offer is refetched after this outcome. A new offer is needed if a payment of the order was
   * attempted, because such an order cannot be paid again.
   */
  needsNewOrder: (outcome: PaymentOutcome) => boolean;
  /** Cached responses that a payment may change. */
  tags: readonly Tag[];
}

/** Reads an order of the signed-in customer. */
const readOwnOrder: PayerRules['readOrder'] = (orderId) => async (dispatch) => {
  const { data, error } = await dispatch(
    shopApi.endpoints.getOrder.initiate({ orderId }, { subscribe: false, forceRefetch: true }),
  );
  if (error) return { kind: isPassing(toCallError(error)) ? 'unread' : 'unknown' };
  if (!data?.success) return { kind: 'unknown' };
  if (data.rejection) return { kind: data.rejection };
  if (data.state === 'declined') return { kind: 'declined', reason: data.declineReason ?? null };
  return { kind: data.state ?? 'unknown' };
};

const RULES: Readonly<Record<Payer, PayerRules>> = {
  account: {
    paid: { kind: 'paid' },
    readOrder: readOwnOrder,
    // A server without order endpoints reports a payment only in the profile.
    isPaid:
      ({ kind }) =>
      async (dispatch) =>
        kind !== 'open' && kind !== 'unread' && (await dispatch(isActive())),
    needsNewOrder: () => true,
    tags: ['Shop'],
  },
  cardChange: {
    paid: { kind: 'cardChanged' },
    readOrder: readOwnOrder,
    // The subscription is active before the payment too, so only the state of the order counts.
    isPaid:
      ({ kind }) =>
      () =>
        Promise.resolve(kind === 'paid'),
    needsNewOrder: () => true,
    tags: ['CardChange', 'Profile'],
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
      if (error) return { kind: toCallError(error).status === 404 ? 'unknown' : 'unread' };
      if (!data?.success) return { kind: 'open' };
      if (data.rejection) return { kind: data.rejection };
      if (data.state === 'declined') return { kind: 'declined', reason: data.declineReason ?? null };
      return { kind: data.state ?? 'open' };
    },
    // Use the result of the card dialog for a server without order endpoints, because such a server cannot report the
    // state of an order.
    isPaid:
      ({ kind }) =>
      () =>
        Promise.resolve(kind !== 'open' && kind !== 'unread'),
    needsNewOrder: (outcome) => outcome.kind === 'declined' || isRejected(outcome),
    tags: ['Campaign'],
  },
};

/** Fetches the profile and returns whether the subscription is active. */
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

// A finished payment check may be started again, because a second attempt may pay the order, or the payment may be
// confirmed late.
const checks = oncePerKey<PaymentOutcome>(() => false);

/**
 * Polls the order until the payment is settled. `closed` is the result of a card dialog that ended without a payment.
 * If the order is unpaid, `closed` becomes the outcome of the payment.
 */
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
    // Keep the stored payment check of a late payment and of a paid campaign order, so that the customer sees no second
    // payment button after a reload.
    const stays = outcome.kind === 'paymentLate' || outcome.kind === 'campaignPaid';
    if (!stays) dispatch(paymentCheckEnded({ payer }));
    if (outcome === RULES[payer].paid && payer !== 'cardChange') platform.nativeShell.pay({ success: true });
    return dispatch(settle(payer, outcome));
  });
}

function checkOnce(payer: Payer, orderId: string, closed: NotCompleted | null): Flow<PaymentOutcome | null> {
  return async (dispatch, getState) => {
    const { readOrder, isPaid, paid } = RULES[payer];
    if (payer !== 'campaign' && selectCaller(getState()) === null) return { kind: 'signInNeeded' };
    const state = await dispatch(readOrder(orderId));
    if (isRejected(state) || state.kind === 'declined') return state;
    if (state.kind === 'open' && closed !== null) return toOutcome(closed);
    return (await dispatch(isPaid(state))) ? paid : null;
  };
}

function settle(payer: Payer, outcome: PaymentOutcome): Flow<PaymentOutcome> {
  return (dispatch) => {
    const { needsNewOrder, tags } = RULES[payer];
    if (needsNewOrder(outcome)) dispatch(api.util.invalidateTags([...tags]));
    return Promise.resolve(outcome);
  };
}

function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
