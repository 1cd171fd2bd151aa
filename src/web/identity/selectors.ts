/** Selectors of the identity for screens, guards and flows. */
import { createSelector } from '@reduxjs/toolkit';
import { isGiftKey, isStoredEmailSignedIn } from '../../shared/validation';
import { isNamedByQuery, isVerified } from './identityOwner';
import type { IdentityState } from './identityState';

export interface WithIdentity {
  identity: IdentityState;
}

export const selectEmail = (state: WithIdentity) => state.identity.email;
export const selectUid = (state: WithIdentity) => state.identity.uid;
export const selectPhotoUrl = (state: WithIdentity) => state.identity.photoURL;
export const selectProviderId = (state: WithIdentity) => state.identity.providerId;
export const selectSubscriptionIsActive = (state: WithIdentity) => state.identity.subscriptionIsActive;
export const selectFirstPaymentActivated = (state: WithIdentity) => state.identity.firstPaymentActivated;
export const selectEmailForSignIn = (state: WithIdentity) => state.identity.emailForSignIn;
export const selectMailToken = (state: WithIdentity) => state.identity.mailToken;

/** Returns the stored gift key without checking its length, unlike `selectHasGift`. */
export const selectGiftKey = (state: WithIdentity) => state.identity.key;

/** Returns whether the stored gift key is long enough to count as a gift. */
export const selectHasGift = (state: WithIdentity) => isGiftKey(state.identity.key);

/** Returns whether a customer is signed in according to the data in this browser. */
export const selectIsSignedIn = (state: WithIdentity) => isStoredEmailSignedIn(state.identity.email);

/** Returns whether the server has verified the customer. An identity from a URL query is not verified. */
export const selectIsVerified = (state: WithIdentity) => isVerified(state.identity);

/** Returns the email of the verified customer, or null. */
export const selectVerifiedEmail = (state: WithIdentity) =>
  isVerified(state.identity) ? state.identity.email : null;

/** Returns whether the stored email came from a URL query and is not verified. */
export const selectIsNamedByQuery = (state: WithIdentity) => isNamedByQuery(state.identity);

/**
 * Returns the photo URL to display. The photo of an unverified user is not loaded, because a link could contain any
 * photo URL.
 */
export const selectShownPhotoUrl = (state: WithIdentity) =>
  selectIsVerified(state) ? selectPhotoUrl(state) : null;

/** Returns whether a member of staff is signed in. */
export const selectIsStaff = (state: WithIdentity) =>
  state.identity.accessToken !== null && state.identity.refreshToken !== null;

/** Returns the last known state of the subscription. */
export const selectKnownSubscription = createSelector(
  [
    ({ identity }: WithIdentity) => identity.amount,
    ({ identity }: WithIdentity) => identity.currency,
    ({ identity }: WithIdentity) => identity.expirationDate,
    selectSubscriptionIsActive,
    ({ identity }: WithIdentity) => identity.subscriptionStatus,
  ],
  (amount, currency, expirationDate, subscriptionIsActive, subscriptionStatus) => ({
    amount,
    currency,
    expirationDate,
    subscriptionIsActive,
    subscriptionStatus,
  }),
);

/**
 * Returns the uid and email that the request bodies of `getProfile`, `getShop` and `detachDevice` contain. Returns null
 * if no customer is signed in.
 */
export const selectCaller = createSelector(
  [selectEmail, selectUid, selectIsSignedIn],
  (email, uid, isSignedIn) => (isSignedIn && email !== null ? { uid: uid ?? 'unknown', email } : null),
);
