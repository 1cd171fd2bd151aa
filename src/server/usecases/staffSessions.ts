/**
 * Staff sign-in, refresh and sign-out (spec section 4, design section 3). A session is a family of
 * tokens: access tokens of 15 minutes, and refresh tokens of which each is used once.
 */
import { randomUUID } from 'node:crypto';
import type { Deps } from '../deps';
import { Refusal } from '../refusal';
import { createSecret, deriveSecret, hashOwnSecret, hashSecret } from '../secrets';
import { writeAudit, type StaffOrigin } from '../store/audit';
import type { Database } from '../store/database';
import {
  findLiveStaffSession,
  findRefreshToken,
  findStaffAccount,
  findStaffSessionOwner,
  insertStaffSession,
  insertStaffTokens,
  revokeStaffSession,
  useRefreshToken,
} from '../store/staff';
import { forgetTries, refuseTooManyTries, type ThrottleLimit } from '../throttle/throttle';
import { passwordMatches } from './passwords';
import { STAFF_ACCESS_MS, STAFF_REFRESH_GRACE_MS, STAFF_SESSION_MS } from './sessions';
import { normalizeUsername } from './staffAccounts';

const MINUTE = 60_000;

/** Failed sign-ins of one username from one network address; a success forgets them. */
export const SIGN_INS_PER_USER_AND_IP: ThrottleLimit = { tries: 10, windowMs: 15 * MINUTE };
/** Failed sign-ins of one username from anywhere. */
export const SIGN_INS_PER_USER: ThrottleLimit = { tries: 100, windowMs: 15 * MINUTE };

export interface StaffTokens {
  accessToken: string;
  refreshToken: string;
}

/** Where a call without a staff token comes from. */
export interface CallOrigin {
  ip: string;
  userAgent: string;
  requestId: string;
}

async function storeTokens(
  tx: Database,
  tokens: StaffTokens,
  session: { family: string; expiresAt: Date },
  at: Date,
): Promise<void> {
  await insertStaffTokens(tx, {
    refresh: hashOwnSecret('staffRefresh', tokens.refreshToken),
    access: hashOwnSecret('staffAccess', tokens.accessToken),
    family: session.family,
    at,
    accessExpiresAt: new Date(Math.min(at.getTime() + STAFF_ACCESS_MS, session.expiresAt.getTime())),
  });
}

/**
 * Signs staff in. Throws Refusals: 401 SIGN_IN_REFUSED, the same whether the username or the
 * password is wrong or the account disabled; 429 after too many failures.
 */
export async function signInStaff(
  deps: Deps,
  origin: CallOrigin,
  credentials: { username: string; password: string },
): Promise<StaffTokens> {
  const at = deps.clock.now();
  const username = normalizeUsername(credentials.username);
  const perUserAndIp = ['staffSignIn', username, origin.ip] as const;
  const perUser = ['staffSignIn', username] as const;
  await refuseTooManyTries(deps.db, perUserAndIp, SIGN_INS_PER_USER_AND_IP, at);
  await refuseTooManyTries(deps.db, perUser, SIGN_INS_PER_USER, at);
  const account = await findStaffAccount(deps.db, username);
  const matches = await passwordMatches(account?.passwordHash ?? null, credentials.password);
  const staff: StaffOrigin = {
    staffId: account?.id ?? null,
    username,
    ip: origin.ip,
    requestId: origin.requestId,
  };
  if (account === null || !matches || account.disabledAt !== null) {
    await writeAudit(deps.db, staff, { at, action: 'signInRefused' });
    throw new Refusal(401, 'SIGN_IN_REFUSED', 'The username or the password is wrong.');
  }
  const tokens = { accessToken: createSecret('staffAccess'), refreshToken: createSecret('staffRefresh') };
  const session = { family: randomUUID(), expiresAt: new Date(at.getTime() + STAFF_SESSION_MS) };
  await deps.db.transaction(async (tx) => {
    await insertStaffSession(tx, {
      ...session,
      staffId: account.id,
      createdAt: at,
      ip: origin.ip,
      userAgent: origin.userAgent,
    });
    await storeTokens(tx, tokens, session, at);
    await writeAudit(tx, staff, { at, action: 'signIn', details: { session: session.family } });
  });
  await forgetTries(deps.db, perUserAndIp);
  await forgetTries(deps.db, perUser);
  return tokens;
}

function refreshRefused(): Refusal {
  return new Refusal(401, 'INVALID_TOKEN', 'The refresh token is expired, used or unknown.');
}

/** Both tokens follow from the refresh token that is exchanged, so that a repeated call can be answered alike. */
function successorOf(deps: Deps, refreshToken: string): StaffTokens {
  const key = deps.settings.sessionSecret;
  return {
    accessToken: deriveSecret('staffAccess', key, refreshToken),
    refreshToken: deriveSecret('staffRefresh', key, refreshToken),
  };
}

/**
 * Exchanges a refresh token for its successors. The same token within 10 s gets the same answer;
 * later it is somebody else's copy, and the whole session ends. Throws a Refusal 401.
 */
export async function refreshStaff(
  deps: Deps,
  origin: CallOrigin,
  refreshToken: string,
): Promise<StaffTokens> {
  const tokenHash = hashSecret('staffRefresh', refreshToken);
  if (tokenHash === null) throw refreshRefused();
  const at = deps.clock.now();
  const successor = successorOf(deps, refreshToken);
  const outcome = await deps.db.transaction(async (tx): Promise<'answered' | 'refused'> => {
    const family = await useRefreshToken(tx, tokenHash, at);
    if (family !== null) {
      const session = await findLiveStaffSession(tx, family, at);
      if (session === null) return 'refused';
      await storeTokens(tx, successor, { family, expiresAt: session.expiresAt }, at);
      return 'answered';
    }
    const used = await findRefreshToken(tx, tokenHash);
    if (used?.usedAt === undefined || used.usedAt === null) return 'refused';
    const session = await findLiveStaffSession(tx, used.family, at);
    if (session === null) return 'refused';
    if (at.getTime() - used.usedAt.getTime() < STAFF_REFRESH_GRACE_MS) return 'answered';
    await revokeStaffSession(tx, used.family, at);
    await writeAudit(
      tx,
      { staffId: session.staffId, username: session.username, ip: origin.ip, requestId: origin.requestId },
      { at, action: 'sessionReuseStopped', details: { session: used.family } },
    );
    return 'refused';
  });
  if (outcome === 'refused') throw refreshRefused();
  return successor;
}

/** Ends the session of a refresh token, used or not; false when there is none to end. */
export async function signOutStaff(deps: Deps, origin: CallOrigin, refreshToken: string): Promise<boolean> {
  const tokenHash = hashSecret('staffRefresh', refreshToken);
  if (tokenHash === null) return false;
  const at = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const token = await findRefreshToken(tx, tokenHash);
    if (token === null) return false;
    const owner = await findStaffSessionOwner(tx, token.family);
    if (owner === null || !(await revokeStaffSession(tx, token.family, at))) return false;
    await writeAudit(
      tx,
      { ...owner, ip: origin.ip, requestId: origin.requestId },
      { at, action: 'signOut', details: { session: token.family } },
    );
    return true;
  });
}
