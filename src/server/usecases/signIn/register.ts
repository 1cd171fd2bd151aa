/** Registration of a signed-in identity. */
import type { Deps } from '../../deps';
import type { VerifiedGoogleIdentity } from '../../domain/caller';
import { googleIdentity, openAccount } from '../accounts/accounts';
import { createCustomerSession, recordSignIn } from '../accounts/sessions';
import { readSubscription, type SubscriptionView } from '../billing/readSubscription';
import { createBrowserMark } from './browserMark';

/** What registering tells a customer who has a session already: the email flow. */
export async function registerByEmail(deps: Deps, accountId: number): Promise<SubscriptionView> {
  return readSubscription(deps.db, accountId, deps.clock.now());
}

export interface GoogleSignIn {
  accountId: number;
  /** Ours, which is not Google's. */
  uid: string;
  /** A customer's access token. */
  accessToken: string;
  /** Marks the browser in which the account has signed in. */
  browserMark: string;
}

/**
 * Signs a verified Google identity in, opening the account of its email at the first time. `gift`:
 * to activate one.
 */
export async function signInByGoogle(
  deps: Deps,
  identity: VerifiedGoogleIdentity,
  gift = false,
): Promise<GoogleSignIn> {
  return deps.db.transaction(async (tx) => {
    const account = await openAccount(tx, deps, googleIdentity(identity));
    const accessToken = await createCustomerSession(tx, deps, account.id);
    await recordSignIn(tx, deps, account, { provider: identity.providerId, way: 'google', gift });
    const browserMark = createBrowserMark(deps, identity.email);
    return { accountId: account.id, uid: account.uid, accessToken, browserMark };
  });
}

/** Signs in and registers the owner of a verified Google identity. */
export async function registerByGoogle(
  deps: Deps,
  identity: VerifiedGoogleIdentity,
): Promise<GoogleSignIn & { subscription: SubscriptionView }> {
  const signedIn = await signInByGoogle(deps, identity);
  const subscription = await readSubscription(deps.db, signedIn.accountId, deps.clock.now());
  return { ...signedIn, subscription };
}
