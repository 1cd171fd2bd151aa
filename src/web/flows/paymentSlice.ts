/**
 * The payment that the widget called complete and the server has not confirmed yet. Kept in the
 * tab's session storage, so that a reload goes on with «checking the payment».
 */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { loggedOut, sessionEnded } from '../identity/identitySlice';
import type { KeyValueStorage } from '../platform/platform';
import type { FlowListeners } from './flow';

export interface PaymentState {
  /** The order whose payment is being checked. */
  checkingOrderId: string | null;
  /** The same for an order of the campaign page, which nobody needs to be signed in for. */
  checkingCampaignOrderId: string | null;
}

export interface WithPayment {
  payment: PaymentState;
}

export const PAYMENT_CHECK_STORAGE_KEY = 'paymentCheck';
export const CAMPAIGN_CHECK_STORAGE_KEY = 'campaignCheck';

const STORAGE_KEYS = {
  checkingOrderId: PAYMENT_CHECK_STORAGE_KEY,
  checkingCampaignOrderId: CAMPAIGN_CHECK_STORAGE_KEY,
} as const;

const NOTHING: PaymentState = { checkingOrderId: null, checkingCampaignOrderId: null };

const paymentSlice = createSlice({
  name: 'payment',
  initialState: NOTHING,
  reducers: {
    paymentCheckStarted: (state, action: PayloadAction<{ orderId: string }>) => {
      state.checkingOrderId = action.payload.orderId;
    },
    paymentCheckEnded: (state) => {
      state.checkingOrderId = null;
    },
    campaignCheckStarted: (state, action: PayloadAction<{ orderId: string }>) => {
      state.checkingCampaignOrderId = action.payload.orderId;
    },
    campaignCheckEnded: (state) => {
      state.checkingCampaignOrderId = null;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(loggedOut, () => NOTHING)
      .addCase(sessionEnded, (state) => {
        state.checkingOrderId = null;
      });
  },
});

export const { paymentCheckStarted, paymentCheckEnded, campaignCheckStarted, campaignCheckEnded } =
  paymentSlice.actions;

/** The reducer of a tab that may have been reloaded during a check. */
export function paymentReducerFrom(storage: KeyValueStorage): typeof paymentSlice.reducer {
  const stored: PaymentState = {
    checkingOrderId: storage.get(STORAGE_KEYS.checkingOrderId),
    checkingCampaignOrderId: storage.get(STORAGE_KEYS.checkingCampaignOrderId),
  };
  return Object.assign(
    (state: PaymentState | undefined, action: Parameters<typeof paymentSlice.reducer>[1]) =>
      paymentSlice.reducer(state ?? stored, action),
    { getInitialState: () => stored },
  );
}

/** Keeps the tab's storage in step. */
export function listenToPayment(listeners: FlowListeners, storage: KeyValueStorage): void {
  listeners.startListening({
    predicate: (_action, state, before) => state.payment !== before.payment,
    effect: (_action, listener) => {
      const { payment } = listener.getState();
      for (const field of ['checkingOrderId', 'checkingCampaignOrderId'] as const) {
        const orderId = payment[field];
        if (orderId === null) storage.remove(STORAGE_KEYS[field]);
        else storage.set(STORAGE_KEYS[field], orderId);
      }
    },
  });
}

/** Whether «checking the payment» is to be shown. */
export const selectIsCheckingPayment = (state: WithPayment) => state.payment.checkingOrderId !== null;
