/**
 * Redux slice with the identity of the user of this browser. Only API responses and the actions of this slice change
 * the identity. `persistence.ts` mirrors the slice to browser storage.
 */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { BodyOf } from '../../shared/contract/call';
import type { Contract } from '../../shared/contract/contract';
import { isGiftKey, isStoredEmailSignedIn } from '../../shared/validation';
import { isResponseOf, staffTokensFound } from '../api/answered';
import { isIdentityOf, isVerified } from './identityOwner';
import {
  decodeInto,
  EMPTY_IDENTITY,
  type IdentityState,
  isIdentityField,
  type RawFields,
} from './identityState';

/** Identity of a signed-in user, as stored in the browser. */
export interface Person {
  uid: string | null;
  email: string;
  photoURL: string | null;
  providerId: string | null;
}

/**
 * Returns the user in a sign-in request, with the uid that the server returned. Returns null if the sign-in request has
 * no email address.
 */
function buildPerson(
  { email, uid, photoURL, providerId }: BodyOf<Contract['registerByGoogle']>,
  serverUid: string | null | undefined,
): Person | null {
  if (!email) return null;
  return {
    uid: serverUid ?? uid ?? null,
    email,
    photoURL: photoURL ?? null,
    providerId: providerId ?? null,
  };
}

/** Returns the state after a sign-in. Fields of the previous state are kept only if the same user signs in again. */
function signedIn(state: IdentityState, person: Person, accessToken: string | null): IdentityState {
  const samePerson = isIdentityOf(state, person.email);
  return {
    ...(samePerson ? state : EMPTY_IDENTITY),
    ...person,
    emailFromQuery: null,
    accessToken: accessToken ?? (samePerson && state.refreshToken === null ? state.accessToken : null),
    // Staff and customers share one stored token, so a staff sign-in signs out the customer, and a customer sign-in
    // signs out staff.
    refreshToken: null,
    key: state.key,
    emailForSignIn: state.emailForSignIn,
    mailToken: null,
  };
}

const identitySlice = createSlice({
  name: 'identity',
  initialState: EMPTY_IDENTITY,
  reducers: {
    /** Action: the user signed out. The whole identity is cleared. */
    loggedOut: () => EMPTY_IDENTITY,
    /**
     * Action: the server no longer accepts the token. The email of the ended session is offered for the next sign-in.
     * An email from a URL query is cleared.
     */
    sessionEnded: (state): IdentityState => ({
      ...EMPTY_IDENTITY,
      key: state.key,
      emailForSignIn: isVerified(state) ? state.email : state.emailForSignIn,
      mailToken: state.mailToken,
    }),
    giftKeyStored: (state, action: PayloadAction<string>) => {
      state.key = action.payload;
    },
    /**
     * Action: a link contained a gift key. The gift key from a link must not replace another stored gift key, because
     * anyone can write a link.
     */
    giftKeyFoundInLink: (state, action: PayloadAction<string>) => {
      if (!isGiftKey(state.key)) state.key = action.payload;
    },
    /**
     * Action: the server has accepted or rejected this gift key, so the key is removed. A different stored gift key is
     * kept.
     */
    giftKeyRemoved: (state, action: PayloadAction<string>) => {
      if (state.key === action.payload) state.key = null;
    },
    /** Action: the user typed an email address and requested a sign-in email. */
    emailTyped: (state, action: PayloadAction<string>) => {
      state.emailForSignIn = action.payload;
    },
    /**
     * Action: the URL query of a profile screen contained the data of a user. The action is ignored if an identity or
     * staff tokens are stored. The email address typed for a sign-in is kept, and the user from the URL query counts as
     * unverified.
     */
    identityFilledFromQuery: (state, action: PayloadAction<Person>): IdentityState =>
      isStoredEmailSignedIn(state.email) || state.refreshToken !== null
        ? state
        : {
            ...EMPTY_IDENTITY,
            ...action.payload,
            emailFromQuery: action.payload.email,
            accessToken: state.accessToken,
            key: state.key,
            emailForSignIn: state.emailForSignIn,
            mailToken: state.mailToken,
          },
    /** Action: another tab or the native shell changed these storage keys. */
    storageChanged: (state, action: PayloadAction<RawFields>) => {
      for (const [field, raw] of Object.entries(action.payload)) {
        if (isIdentityField(field)) decodeInto(state, field, raw);
      }
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(staffTokensFound, (state, { payload }) => {
        state.accessToken = payload.accessToken;
        state.refreshToken = payload.refreshToken;
      })
      .addMatcher(isResponseOf('sendEmailLink'), (state, { payload }) => {
        if (payload.success) state.mailToken = payload.mailToken ?? null;
      })
      .addMatcher(isResponseOf('sendGiftEmailLink'), (state, { payload }) => {
        if (payload.success) state.mailToken = payload.mailToken ?? null;
      })
      .addMatcher(isResponseOf('restoreEmailLink'), (state, { payload }) => {
        if (!payload.success || !payload.email) return state;
        return signedIn(
          state,
          { uid: payload.uid ?? null, email: payload.email, photoURL: null, providerId: 'email' },
          payload.accessToken ?? null,
        );
      })
      .addMatcher(isResponseOf('registerByEmail'), (state, { payload }) => {
        if (!payload.success) return;
        state.uid = payload.uid ?? state.uid;
        state.accessToken = payload.accessToken ?? state.accessToken;
        state.expirationDate = payload.expirationDate ?? null;
        state.subscriptionIsActive = payload.subscriptionIsActive ?? null;
        state.firstPaymentActivated = payload.firstPaymentActivated ?? null;
      })
      .addMatcher(isResponseOf('registerByGoogle'), (state, { payload, meta }) => {
        const person = buildPerson(meta.arg.originalArgs.body, payload.uid);
        if (!payload.success || person === null) return state;
        return {
          ...signedIn(state, person, payload.accessToken ?? null),
          expirationDate: payload.expirationDate ?? null,
          subscriptionIsActive: payload.subscriptionIsActive ?? null,
          firstPaymentActivated: payload.firstPaymentActivated ?? null,
        };
      })
      .addMatcher(isResponseOf('activateGift'), (state, { payload, meta }) => {
        const person = buildPerson(meta.arg.originalArgs.body, payload.uid);
        if (!payload.success || person === null) return state;
        return {
          ...signedIn(state, person, payload.accessToken ?? null),
          expirationDate: payload.subExpirationDateTime ?? null,
          subscriptionIsActive: true,
          firstPaymentActivated: false,
        };
      })
      .addMatcher(isResponseOf('getProfile'), (state, { payload, meta }) => {
        const { userInfo } = payload;
        if (!payload.success || !userInfo || !isIdentityOf(state, meta.arg.originalArgs.email)) return;
        state.amount = userInfo.amount ?? null;
        state.currency = userInfo.currency ?? null;
        state.expirationDate = userInfo.expirationDate ?? null;
        state.subscriptionIsActive = userInfo.subscriptionIsActive;
        state.subscriptionStatus = userInfo.subscriptionStatus;
        if (state.accessToken === null) return;
        // A successful response to a request with a token means that the server has compared the email address with the
        // token's account.
        state.emailFromQuery = null;
        // The customer has changed the address in another browser.
        if (userInfo.email && !isIdentityOf(state, userInfo.email)) state.email = userInfo.email;
      })
      .addMatcher(isResponseOf('changeEmail'), (state, { payload }) => {
        if (!payload.success || !payload.email) return;
        state.email = payload.email;
        state.providerId = 'email';
        state.emailForSignIn = payload.email;
      })
      .addMatcher(isResponseOf('getShop'), (state, { payload, meta }) => {
        if (!isIdentityOf(state, meta.arg.originalArgs.email)) return;
        state.firstPaymentActivated = payload.firstPaymentActivated ?? state.firstPaymentActivated;
        state.subscriptionStatus = payload.subscriptionStatus ?? state.subscriptionStatus;
      })
      .addMatcher(isResponseOf('detachDevice'), (state, { payload, meta }) => {
        if (!payload.success || !payload.userInfo || !isIdentityOf(state, meta.arg.originalArgs.email))
          return;
        state.subscriptionIsActive = payload.userInfo.subscriptionIsActive;
      })
      .addMatcher(isResponseOf('cancelSubscription'), (state, { payload, meta }) => {
        if (!payload.success || !payload.userInfo || !isIdentityOf(state, meta.arg.originalArgs.email))
          return;
        state.subscriptionIsActive = payload.userInfo.subscriptionIsActive;
      })
      .addMatcher(isResponseOf('staffLogin'), (_state, { payload }) => ({
        ...EMPTY_IDENTITY,
        accessToken: payload.accessToken,
        refreshToken: payload.refreshToken ?? null,
      }))
      .addMatcher(isResponseOf('staffRefresh'), (state, { payload, meta }) => {
        // Ignore the response if another user has signed in in another tab during the request.
        if (state.refreshToken !== meta.arg.originalArgs.refreshToken) return;
        state.accessToken = payload.accessToken ?? state.accessToken;
        state.refreshToken = payload.refreshToken ?? state.refreshToken;
      });
  },
});

export const {
  loggedOut,
  sessionEnded,
  giftKeyStored,
  giftKeyFoundInLink,
  giftKeyRemoved,
  emailTyped,
  identityFilledFromQuery,
  storageChanged,
} = identitySlice.actions;

/** Returns the identity reducer with `stored` as its initial state. */
export function identityReducerFrom(stored: IdentityState): typeof identitySlice.reducer {
  return Object.assign(
    (state: IdentityState | undefined, action: Parameters<typeof identitySlice.reducer>[1]) =>
      identitySlice.reducer(state ?? stored, action),
    { getInitialState: () => stored },
  );
}
