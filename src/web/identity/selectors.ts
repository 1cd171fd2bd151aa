/** What screens, guards and flows may ask of the identity. */
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

/** The stored gift key as it is, however short; see `selectHasGift`. */
export const selectGiftKey = (state: WithIdentity) => state.identity.key;

/** Whether the stored key counts as a gift. */
export const selectHasGift = (state: WithIdentity) => isGiftKey(state.identity.key);

/** Whether a customer is signed in as far as the browser knows. */
export const selectIsSignedIn = (state: WithIdentity) => isStoredEmailSignedIn(state.identity.email);

/** Whether the server has verified the customer. An identity from a URL query is not verified. */
export const selectIsVerified = (state: WithIdentity) => isVerified(state.identity);

/** The email of the verified customer, or null. */
export const selectVerifiedEmail = (state: WithIdentity) =>
  isVerified(state.identity) ? state.identity.email : null;

/** Whether the stored email came from a URL query and is not verified. */
export const selectIsNamedByQuery = (state: WithIdentity) => isNamedByQuery(state.identity);

/** The picture to be shown. One that a link named makes the browser call nobody: the server has not vouched for it. */
export const selectShownPhotoUrl = (state: WithIdentity) =>
  selectIsVerified(state) ? selectPhotoUrl(state) : null;

/** Whether staff is signed in. */
export const selectIsStaff = (state: WithIdentity) =>
  state.identity.accessToken !== null && state.identity.refreshToken !== null;

/** The subscription as it was when it was heard of last. */
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

/** Who calls about the account: the body of profile, getShop and detach; null while nobody is signed in. */
export const selectCaller = createSelector(
  [selectEmail, selectUid, selectIsSignedIn],
  (email, uid, isSignedIn) => (isSignedIn && email !== null ? { uid: uid ?? 'unknown', email } : null),
);
