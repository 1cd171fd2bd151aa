/** Finds or creates the account of a sign-in identity whose email is verified. */
import { randomBytes } from 'node:crypto';
import { isSafePhotoUrl } from '../../../shared/photoUrl';
import type { VerifiedGoogleIdentity } from '../../domain/caller';
import type { Clock } from '../../ports/clock';
import { adoptAccountEvents } from '../../store/accountEvents';
import {
  type AccountRow,
  findAccountByEmail,
  findOrInsertAccount,
  hasIdentity,
  linkIdentity,
  updateAccountPhoto,
} from '../../store/accounts';
import type { Database } from '../../store/database';

/** `providerId` of customers who sign in with an emailed link or code. */
export const EMAIL_PROVIDER = 'email';

/** Returns a new uid: an opaque string of 28 characters. */
export function createUid(): string {
  return randomBytes(21).toString('base64url');
}

export interface VerifiedIdentity {
  /** Verified email, in normal form. */
  email: string;
  providerId: string;
  /** User id at the sign-in provider. */
  subject: string;
  photoUrl: string | null;
}

export function emailIdentity(email: string): VerifiedIdentity {
  return { email, providerId: EMAIL_PROVIDER, subject: email, photoUrl: null };
}

export function googleIdentity(identity: VerifiedGoogleIdentity): VerifiedIdentity {
  return {
    email: identity.email,
    providerId: identity.providerId,
    subject: identity.uid,
    photoUrl: identity.photoUrl,
  };
}

export interface OpenedAccount extends AccountRow {
  isNew: boolean;
  /** Whether this is the first sign-in to the account. A payment or staff may have created the account earlier. */
  isFirstSignIn: boolean;
}

/**
 * Returns the account with this verified email, and creates the account at the first sign-in. The subscription is tied
 * to the email alone, so a customer may sign in with an emailed link today and with Google tomorrow. This function can
 * be called with a database connection or inside a transaction.
 */
export async function openAccount(
  db: Database,
  deps: { clock: Clock },
  identity: VerifiedIdentity,
): Promise<OpenedAccount> {
  const now = deps.clock.now();
  const photoUrl = identity.photoUrl !== null && isSafePhotoUrl(identity.photoUrl) ? identity.photoUrl : null;
  const account = await findOrInsertAccount(db, {
    uid: createUid(),
    email: identity.email,
    photoUrl,
    providerId: identity.providerId,
    createdAt: now,
  });
  const isFirstSignIn = account.isNew || !(await hasIdentity(db, account.id));
  await linkIdentity(db, {
    provider: identity.providerId,
    subject: identity.subject,
    accountId: account.id,
    at: now,
  });
  // The identity row now references the account row and thereby locks it. Staff may have changed the email just before
  // that, so the owner of the email is checked again.
  const owner = await findAccountByEmail(db, identity.email);
  if (owner?.id !== account.id) return openAccount(db, deps, identity);
  await adoptAccountEvents(db, identity.email, account.id);
  if (photoUrl === null || photoUrl === account.photoUrl) return { ...account, isFirstSignIn };
  await updateAccountPhoto(db, account.id, photoUrl);
  return { ...account, photoUrl, isFirstSignIn };
}
