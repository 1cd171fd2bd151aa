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
}

export interface WithPayment {
  payment: PaymentState;
}

export const PAYMENT_CHECK_STORAGE_KEY = 'paymentCheck';

const NOTHING: PaymentState = { checkingOrderId: null };

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
  },
  extraReducers: (builder) => {
    builder.addCase(loggedOut, () => NOTHING).addCase(sessionEnded, () => NOTHING);
  },
});

export const { paymentCheckStarted, paymentCheckEnded } = paymentSlice.actions;

/** The reducer of a tab that may have been reloaded during a check. */
export function paymentReducerFrom(storage: KeyValueStorage): typeof paymentSlice.reducer {
  const stored: PaymentState = { checkingOrderId: storage.get(PAYMENT_CHECK_STORAGE_KEY) };
  return Object.assign(
    (state: PaymentState | undefined, action: Parameters<typeof paymentSlice.reducer>[1]) =>
      paymentSlice.reducer(state ?? stored, action),
    { getInitialState: () => stored },
  );
}

/** Keeps the tab's storage in step. */
export function listenToPayment(listeners: FlowListeners, storage: KeyValueStorage): void {
  listeners.startListening({
    predicate: (_action, state, before) => state.payment.checkingOrderId !== before.payment.checkingOrderId,
    effect: (_action, listener) => {
      const { checkingOrderId } = listener.getState().payment;
      if (checkingOrderId === null) storage.remove(PAYMENT_CHECK_STORAGE_KEY);
      else storage.set(PAYMENT_CHECK_STORAGE_KEY, checkingOrderId);
    },
  });
}

/** Whether «checking the payment» is to be shown. */
export const selectIsCheckingPayment = (state: WithPayment) => state.payment.checkingOrderId !== null;
