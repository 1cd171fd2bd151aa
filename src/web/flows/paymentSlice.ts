/**
 * State of pending payment checks. A payment check is pending if the card dialog reported an order as paid and the
 * server has not confirmed the payment yet. Pending payment checks are stored in the tab's session storage, so that the
 * payment check continues after a reload.
 */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { isResponseOf } from '../api/answered';
import { loggedOut, sessionEnded } from '../identity/identitySlice';
import type { KeyValueStorage } from '../platform/platform';
import { readTabValue } from '../tabStorage/tabStorage';

/**
 * Kind of payer: a signed-in customer in the shop or on the page that changes the card, or a visitor of the campaign page,
 * which needs no sign-in.
 */
export const PAYERS = ['account', 'cardChange', 'campaign'] as const;
export type Payer = (typeof PAYERS)[number];

/** Id of the order whose payment is being checked, per kind of payer. */
type PaymentState = Readonly<Record<Payer, string | null>>;

export interface WithPayment {
  payment: PaymentState;
}

/** Keys of the tab storage under which the order ids are stored. */
export const CHECK_TAB_VALUES = {
  account: 'paymentCheck',
  cardChange: 'cardChangeCheck',
  campaign: 'campaignCheck',
} as const;

const NOTHING: PaymentState = { account: null, cardChange: null, campaign: null };

const paymentSlice = createSlice({
  name: 'payment',
  initialState: NOTHING,
  reducers: {
    paymentCheckStarted: (state, { payload }: PayloadAction<{ payer: Payer; orderId: string }>) => {
      state[payload.payer] = payload.orderId;
    },
    paymentCheckEnded: (state, { payload }: PayloadAction<{ payer: Payer }>) => {
      state[payload.payer] = null;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(loggedOut, () => NOTHING)
      .addCase(sessionEnded, (state) => {
        state.account = null;
        state.cardChange = null;
      })
      // A staff sign-in signs out the customer.
      .addMatcher(isResponseOf('staffLogin'), () => NOTHING);
  },
});

export const { paymentCheckStarted, paymentCheckEnded } = paymentSlice.actions;

/**
 * Returns the reducer with the initial state from the tab's session storage, because the tab may have been reloaded
 * during a payment check.
 */
export function paymentReducerFrom(storage: KeyValueStorage): typeof paymentSlice.reducer {
  const stored: PaymentState = {
    account: readTabValue(storage, CHECK_TAB_VALUES.account),
    cardChange: readTabValue(storage, CHECK_TAB_VALUES.cardChange),
    campaign: readTabValue(storage, CHECK_TAB_VALUES.campaign),
  };
  return Object.assign(
    (state: PaymentState | undefined, action: Parameters<typeof paymentSlice.reducer>[1]) =>
      paymentSlice.reducer(state ?? stored, action),
    { getInitialState: () => stored },
  );
}

/** Returns the id of the order whose payment is being checked, or null if no check is pending. */
export const selectCheckedOrder = (state: WithPayment, payer: Payer) => state.payment[payer];

/** Returns whether the screen must show the customer that the payment is being checked. */
export const selectIsCheckingPayment = (state: WithPayment) => state.payment.account !== null;
