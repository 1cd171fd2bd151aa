/**
 * The payments that the card dialog called complete and the server has not confirmed yet. The tab
 * remembers them, so that a reload goes on with «checking the payment».
 */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { isResponseOf } from '../api/answered';
import { loggedOut, sessionEnded } from '../identity/identitySlice';
import type { KeyValueStorage } from '../platform/platform';
import { readTabValue } from '../tabStorage/tabStorage';

/** Who pays: a signed-in customer, or somebody on the campaign page, where nobody is signed in. */
export type Payer = 'account' | 'campaign';

/** The order of each payer whose payment is being checked. */
type PaymentState = Readonly<Record<Payer, string | null>>;

export interface WithPayment {
  payment: PaymentState;
}

/** The tab's value that holds a payer's order. */
export const CHECK_TAB_VALUES = { account: 'paymentCheck', campaign: 'campaignCheck' } as const;

const NOTHING: PaymentState = { account: null, campaign: null };

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
      })
      // Staff who sign in sign the customer out.
      .addMatcher(isResponseOf('staffLogin'), () => NOTHING);
  },
});

export const { paymentCheckStarted, paymentCheckEnded } = paymentSlice.actions;

/** The reducer of a tab that may have been reloaded during a check. */
export function paymentReducerFrom(storage: KeyValueStorage): typeof paymentSlice.reducer {
  const stored: PaymentState = {
    account: readTabValue(storage, CHECK_TAB_VALUES.account),
    campaign: readTabValue(storage, CHECK_TAB_VALUES.campaign),
  };
  return Object.assign(
    (state: PaymentState | undefined, action: Parameters<typeof paymentSlice.reducer>[1]) =>
      paymentSlice.reducer(state ?? stored, action),
    { getInitialState: () => stored },
  );
}

/** The order of `payer` whose payment is being checked; null: none. */
export const selectCheckedOrder = (state: WithPayment, payer: Payer) => state.payment[payer];

/** Whether «checking the payment» of the customer is to be shown. */
export const selectIsCheckingPayment = (state: WithPayment) => state.payment.account !== null;
