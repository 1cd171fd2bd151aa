/** Creates customer and staff sessions, and finds the owner of a bearer token. Durations are in ms. */
import type { CustomerCaller, StaffCaller } from '../../domain/caller';
import { type ClientNames, UNKNOWN_CLIENT } from '../../domain/clientNames';
import type { Clock } from '../../ports/clock';
import { createSecret, hashOwnSecret, hashSecret } from '../../secrets';
import { insertAccountEvent } from '../../store/accountEvents';
import type { Database } from '../../store/database';
import {
  findLiveCustomerSession,
  insertCustomerSession,
  markCustomerSessionUsed,
  type SessionLimits,
  type SignInNotice,
  trimSessions,
} from '../../store/sessions';
import { findLiveStaffAccess, markStaffAccessUsed } from '../../store/staff';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Maximum idle time of a customer session, in ms. */
export const CUSTOMER_IDLE_MS = 30 * DAY;
/** Maximum age of a customer session in ms. Using the session does not extend it beyond this age. */
export const CUSTOMER_ABSOLUTE_MS = 90 * DAY;
/** Maximum idle time of an app session, in ms. An app session also ends when its device is detached. */
export const APP_IDLE_MS = 180 * DAY;
/**
 * Minimum interval between two recorded uses of a session, in ms, so that most requests cause no database write. The
 * idle time of a session is measured from its last recorded use.
 */
export const CUSTOMER_USE_RECORDED_EVERY_MS = HOUR;

/**
 * Maximum number of live sessions of an account in browsers, and in the app of each device. The sessions that were not
 * used for the longest time end. Customers use far fewer browsers, so they do not notice the limit.
 */
export const CUSTOMER_SESSIONS_MAX = 100;
/** Maximum number of ended sessions of an account that stay stored until their retention period is over. */
export const ENDED_SESSIONS_MAX = 1_000;

export const STAFF_ACCESS_MS = 15 * MINUTE;
/** Lifetime of a staff session from the sign-in, in ms. Refreshing the tokens does not extend the session. */
export const STAFF_SESSION_MS = 12 * HOUR;
/**
 * Grace period in ms during which a reused refresh token returns the same new tokens, because two browser tabs may
 * refresh at the same time.
 */
export const STAFF_REFRESH_GRACE_MS = 10_000;

interface Reading {
  db: Database;
  clock: Clock;
}

/** Creates a customer session and returns its access token. The database stores only a hash of the access token. */
export async function createCustomerSession(
  db: Database,
  deps: { clock: Clock },
  accountId: number,
  {
    client = UNKNOWN_CLIENT,
    signInNotice = null,
  }: { client?: ClientNames; signInNotice?: SignInNotice } = {},
): Promise<string> {
  const token = createSecret('customerAccess');
  const at = deps.clock.now();
  await insertCustomerSession(db, {
    tokenHash: hashOwnSecret('customerAccess', token),
    accountId,
    at,
    client,
    signInNotice,
  });
  const limits = { limit: CUSTOMER_SESSIONS_MAX, revokedLimit: ENDED_SESSIONS_MAX };
  await trimSessions(db, accountId, limits, at);
  return token;
}

/** Records a sign-in in the account's timeline, in the caller's transaction. */
export async function recordSignIn(
  tx: Database,
  deps: { clock: Clock },
  account: { id: number; isNew: boolean },
  how: { provider: string; way: 'link' | 'code' | 'google'; gift: boolean },
): Promise<void> {
  await insertAccountEvent(
    tx,
    { accountId: account.id },
    { at: deps.clock.now(), kind: 'signIn', details: { action: 'signedIn', ...how, isNew: account.isNew } },
  );
}

/** Returns the limits within which a customer session is live at `now`. */
export function sessionLimits(now: Date): SessionLimits {
  return {
    createdAfter: new Date(now.getTime() - CUSTOMER_ABSOLUTE_MS),
    usedAfter: new Date(now.getTime() - CUSTOMER_IDLE_MS),
    usedByDeviceAfter: new Date(now.getTime() - APP_IDLE_MS),
  };
}

/**
 * Returns the customer who holds this access token, or null if the token is unknown, expired, revoked or of another kind.
 */
export async function findCustomerSession(deps: Reading, token: string): Promise<CustomerCaller | null> {
  const tokenHash = hashSecret('customerAccess', token);
  if (tokenHash === null) return null;
  const now = deps.clock.now();
  const session = await findLiveCustomerSession(deps.db, tokenHash, sessionLimits(now));
  if (session === null) return null;
  if (now.getTime() - session.lastUsedAt.getTime() >= CUSTOMER_USE_RECORDED_EVERY_MS) {
    await markCustomerSessionUsed(deps.db, session.sessionId, now);
  }
  return {
    kind: 'customer',
    accountId: session.accountId,
    uid: session.uid,
    email: session.email,
    phone: session.phone,
    hasChangedEmail: session.emailChangedAt !== null,
    sessionId: session.sessionId,
    deviceId: session.deviceId,
  };
}

/**
 * Returns the staff member who holds this access token, or null if the token is unknown, expired, revoked or of another
 * kind.
 */
export async function findStaffSession(deps: Reading, token: string): Promise<StaffCaller | null> {
  const tokenHash = hashSecret('staffAccess', token);
  if (tokenHash === null) return null;
  const now = deps.clock.now();
  const found = await findLiveStaffAccess(deps.db, tokenHash, now);
  if (found === null) return null;
  const { wasUsed, ...session } = found;
  if (!wasUsed) await markStaffAccessUsed(deps.db, tokenHash, now);
  return { kind: 'staff', ...session };
}
