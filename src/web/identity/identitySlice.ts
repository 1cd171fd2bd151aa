/**
 * The identity of who uses this browser. Written by the answers of the calls and by the few events
 * below, by nothing else; `persistence.ts` mirrors it to the browser's storage.
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

/** Who signed in, as far as the browser knows. */
export interface Person {
  uid: string | null;
  email: string;
  photoURL: string | null;
  providerId: string | null;
}

/** Whom a sign-in call named, under the uid that the server knows; null when it named nobody. */
function personOf(
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

/** What a sign-in keeps of the browser's former state. */
function signedIn(state: IdentityState, person: Person, accessToken: string | null): IdentityState {
  const samePerson = isIdentityOf(state, person.email);
  return {
    ...(samePerson ? state : EMPTY_IDENTITY),
    ...person,
    emailFromQuery: null,
    accessToken: accessToken ?? (samePerson && state.refreshToken === null ? state.accessToken : null),
    // Staff and customer share one token: signing in on one side signs the other out.
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
    /** The person left on purpose: nothing of theirs stays. */
    loggedOut: () => EMPTY_IDENTITY,
    /**
     * The server no longer accepts the token. The email of the ended session is offered for the next sign-in;
     * an email from a URL query is forgotten.
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
    /** A link contained a gift key. It does not replace another gift that waits, because anybody can write a link. */
    giftKeyFoundInLink: (state, action: PayloadAction<string>) => {
      if (!isGiftKey(state.key)) state.key = action.payload;
    },
    /** The server has decided about this gift key. Another gift that waits is kept. */
    giftKeyRemoved: (state, action: PayloadAction<string>) => {
      if (state.key === action.payload) state.key = null;
    },
    /** An address was typed and a link is asked for. */
    emailTyped: (state, action: PayloadAction<string>) => {
      state.emailForSignIn = action.payload;
    },
    /**
     * The query of a profile screen named a person. Ignored if an identity or staff tokens are stored. What was typed
     * for a sign-in stays, and the person counts as unverified.
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
    /** Another tab or the native shell changed these keys of the storage. */
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
        const person = personOf(meta.arg.originalArgs.body, payload.uid);
        if (!payload.success || person === null) return state;
        return {
          ...signedIn(state, person, payload.accessToken ?? null),
          expirationDate: payload.expirationDate ?? null,
          subscriptionIsActive: payload.subscriptionIsActive ?? null,
          firstPaymentActivated: payload.firstPaymentActivated ?? null,
        };
      })
      .addMatcher(isResponseOf('activateGift'), (state, { payload, meta }) => {
        const person = personOf(meta.arg.originalArgs.body, payload.uid);
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
        // The server has compared the email with the token's account.
        if (state.accessToken !== null) state.emailFromQuery = null;
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
        // Another tab may have signed in as somebody else meanwhile.
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

/** The reducer of an identity that starts as `stored`. */
export function identityReducerFrom(stored: IdentityState): typeof identitySlice.reducer {
  return Object.assign(
    (state: IdentityState | undefined, action: Parameters<typeof identitySlice.reducer>[1]) =>
      identitySlice.reducer(state ?? stored, action),
    { getInitialState: () => stored },
  );
}
