/** Sessions: who holds a bearer token. Times in ms. */
import type { CustomerCaller, StaffCaller } from '../../domain/caller';
import type { Clock } from '../../ports/clock';
import { createSecret, hashOwnSecret, hashSecret } from '../../secrets';
import { insertAccountEvent } from '../../store/accountEvents';
import type { Database } from '../../store/database';
import {
  findLiveCustomerSession,
  insertCustomerSession,
  markCustomerSessionUsed,
} from '../../store/sessions';
import { findLiveStaffAccess, markStaffAccessUsed } from '../../store/staff';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A customer session ends when it was not used for this long, */
export const CUSTOMER_IDLE_MS = 30 * DAY;
/** and at this age however it was used. */
export const CUSTOMER_ABSOLUTE_MS = 90 * DAY;
/** The session of an application ends with its device, or when it was not used for this long. */
export const APP_IDLE_MS = 180 * DAY;
/** Use is written down at most this often, so that reads stay reads; idle time counts from what is written. */
export const CUSTOMER_USE_RECORDED_EVERY_MS = HOUR;

export const STAFF_ACCESS_MS = 15 * MINUTE;
/** From the sign-in: refreshing does not prolong it. */
export const STAFF_SESSION_MS = 12 * HOUR;
/** A refresh token that comes again within this time gets the same successor: two tabs may race. */
export const STAFF_REFRESH_GRACE_MS = 10_000;

interface Reading {
  db: Database;
  clock: Clock;
}

/** Begins a session of a customer and returns its access token, which is not stored. */
export async function createCustomerSession(
  db: Database,
  deps: { clock: Clock },
  accountId: number,
): Promise<string> {
  const token = createSecret('customerAccess');
  await insertCustomerSession(db, {
    tokenHash: hashOwnSecret('customerAccess', token),
    accountId,
    at: deps.clock.now(),
  });
  return token;
}

/** Writes a sign-in into the account's timeline, in its transaction. */
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

/** The customer who holds this access token; null when it is unknown, ended or of another purpose. */
export async function findCustomerSession(deps: Reading, token: string): Promise<CustomerCaller | null> {
  const tokenHash = hashSecret('customerAccess', token);
  if (tokenHash === null) return null;
  const now = deps.clock.now();
  const session = await findLiveCustomerSession(deps.db, tokenHash, {
    createdAfter: new Date(now.getTime() - CUSTOMER_ABSOLUTE_MS),
    usedAfter: new Date(now.getTime() - CUSTOMER_IDLE_MS),
    usedByDeviceAfter: new Date(now.getTime() - APP_IDLE_MS),
  });
  if (session === null) return null;
  if (now.getTime() - session.lastUsedAt.getTime() >= CUSTOMER_USE_RECORDED_EVERY_MS) {
    await markCustomerSessionUsed(deps.db, session.sessionId, now);
  }
  return {
    kind: 'customer',
    accountId: session.accountId,
    uid: session.uid,
    email: session.email,
    sessionId: session.sessionId,
    deviceId: session.deviceId,
  };
}

/** The member of staff who holds this access token; null when it is unknown, ended or of another purpose. */
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
