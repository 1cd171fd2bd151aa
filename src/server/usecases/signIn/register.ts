/** Registers the owner of a verified identity. */
import type { Deps } from '../../deps';
import type { VerifiedGoogleIdentity } from '../../domain/caller';
import { limitIn } from '../../throttle/limits';
import { rejectTooManyTries } from '../../throttle/throttle';
import { googleIdentity, openAccount } from '../accounts/accounts';
import { recordSignIn } from '../accounts/sessions';
import { readSubscription, type SubscriptionView } from '../billing/subscriptions/readSubscription';
import { createBrowserMark } from './browserMark';
import { type SigningInClient, startSession } from './newBrowser';

/** Returns the subscription of a customer who already has a session, as after sign-in by email. */
export async function registerByEmail(deps: Deps, accountId: number): Promise<SubscriptionView> {
  return readSubscription(deps.db, accountId, deps.clock.now());
}

export interface GoogleSignIn {
  accountId: number;
  /** Uid of the account, which differs from Google's uid. */
  uid: string;
  /** Access token of the customer. */
  accessToken: string;
  /** Mark of the browser in which the customer has signed in. */
  browserMark: string;
}

/**
 * Signs in a verified Google identity, and creates the account at the first sign-in. `gift` says whether the customer signs
 * in to activate a gift. Throws TOO_MANY_REQUESTS if the identity signs in too often.
 */
export async function signInByGoogle(
  deps: Deps,
  identity: VerifiedGoogleIdentity,
  client: SigningInClient,
  gift = false,
): Promise<GoogleSignIn> {
  const limit = limitIn(deps.settings.mode, 'googleSignIns');
  await rejectTooManyTries(deps.db, ['googleSignIns', identity.uid], limit, deps.clock.now());
  return deps.db.transaction(async (tx) => {
    const account = await openAccount(tx, deps, googleIdentity(identity));
    const accessToken = await startSession(tx, deps, account, { client, linkSentAt: null });
    await recordSignIn(tx, deps, account, { provider: identity.providerId, way: 'google', gift });
    const browserMark = createBrowserMark(deps, account);
    return { accountId: account.id, uid: account.uid, accessToken, browserMark };
  });
}

/** Signs in a verified Google identity and returns its subscription. */
export async function registerByGoogle(
  deps: Deps,
  identity: VerifiedGoogleIdentity,
  client: SigningInClient,
): Promise<GoogleSignIn & { subscription: SubscriptionView }> {
  const signedIn = await signInByGoogle(deps, identity, client);
  const subscription = await readSubscription(deps.db, signedIn.accountId, deps.clock.now());
  return { ...signedIn, subscription };
}
