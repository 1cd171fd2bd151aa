/**
 * Staff sign-in, refresh and sign-out. A session is a family of
 * tokens: access tokens of 15 minutes, and refresh tokens of which each is used once.
 */
import { randomUUID } from 'node:crypto';
import { normalizeUsername } from '../../../shared/staffRules';
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { Rejection } from '../../domain/rejection';
import type { Provisioning } from '../../secondFactor/totp';
import { createSecret, deriveSecret, hashOwnSecret, hashSecret, sha256 } from '../../secrets';
import {
  consumeRefreshToken,
  findLiveStaffSession,
  findRefreshToken,
  findStaffAccount,
  findStaffSessionOwner,
  insertStaffSession,
  insertStaffTokens,
  renewUnusedTokens,
  revokeStaffSession,
  type StaffAccountRow,
  type StaffTokenHashes,
} from '../../store/staff';
import { LIMITS } from '../../throttle/limits';
import { networkOf } from '../../throttle/networkOf';
import { forgetTries, giveTryBack, rejectTooManyTries } from '../../throttle/throttle';
import { STAFF_ACCESS_MS, STAFF_REFRESH_GRACE_MS, STAFF_SESSION_MS } from '../accounts/sessions';
import { auditRejection, changeAsStaff } from '../audit/staffChange';
import { lockUnchanged } from './lockUnchanged';
import { passwordMatches } from './passwords';
import {
  acceptCode,
  forgetCodes,
  hasSecondFactor,
  offerSecondFactor,
  rejectTooManyCodes,
} from './staffSecondFactor';

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

/** What of tokens is stored. An access token ends with its session at the latest. */
function hashesOf(
  tokens: StaffTokens,
  session: { family: string; expiresAt: Date },
  at: Date,
): StaffTokenHashes {
  return {
    refresh: hashOwnSecret('staffRefresh', tokens.refreshToken),
    access: hashOwnSecret('staffAccess', tokens.accessToken),
    family: session.family,
    at,
    accessExpiresAt: new Date(Math.min(at.getTime() + STAFF_ACCESS_MS, session.expiresAt.getTime())),
  };
}

export interface StaffCredentials {
  username: string;
  password: string;
  /** What an earlier sign-in on this device was given. */
  deviceMark?: string | null | undefined;
}

/**
 * The mark of a device on which this account has signed in: no secret of the account, and void once its password
 * changes.
 */
function markOf({ settings }: Deps, account: StaffAccountRow): string {
  return deriveSecret('staffDevice', settings.sessionSecret, `${account.id}\n${account.passwordHash}`);
}

function isMarkOf(deps: Deps, account: StaffAccountRow, mark: string): boolean {
  return sha256(markOf(deps, account)) === sha256(mark);
}

function signInRejected(): Rejection {
  return new Rejection('SIGN_IN_REJECTED', 'Incorrect username or password.');
}

const triesOf = (username: string, ip: string) =>
  [
    ['staffSignInFromNetwork', networkOf(ip)],
    ['staffSignIn', username, networkOf(ip)],
    ['staffSignInOfUser', username],
  ] as const;

/** The account whose username and password these are. Throws Rejections as `signInStaff` does. */
async function findByCredentials(
  deps: Deps,
  origin: CallOrigin,
  credentials: StaffCredentials,
): Promise<{ account: StaffAccountRow; staff: StaffOrigin }> {
  const at = deps.clock.now();
  const username = normalizeUsername(credentials.username);
  const [perIp, perUserAndIp, perUser] = triesOf(username, origin.ip);
  const account = await findStaffAccount(deps.db, username);
  const staff: StaffOrigin = {
    staffId: account?.id ?? null,
    username,
    ip: origin.ip,
    requestId: origin.requestId,
  };
  const auditRejected = (because?: 'tooManyTries') =>
    auditRejection(deps, staff, { action: 'signInRejected', ...(because && { details: { because } }) });
  const onFirst = () => auditRejected('tooManyTries');
  const { deviceMark } = credentials;
  const isKnown = Boolean(deviceMark) && account !== null && isMarkOf(deps, account, deviceMark ?? '');
  if (isKnown) {
    // A device that has signed in before: what strangers try elsewhere does not lock it.
    const known = ['staffSignInOfDevice', sha256(deviceMark ?? '')] as const;
    await rejectTooManyTries(deps.db, known, LIMITS.staffSignInOfDevice, at, onFirst);
  } else {
    await rejectTooManyTries(deps.db, perIp, LIMITS.staffSignInFromNetwork, at, onFirst);
    await rejectTooManyTries(deps.db, perUserAndIp, LIMITS.staffSignIn, at, onFirst);
    await rejectTooManyTries(deps.db, perUser, LIMITS.staffSignInOfUser, at, onFirst);
  }
  const matches = await passwordMatches(account?.passwordHash ?? null, credentials.password);
  if (account === null || !matches || account.disabledAt !== null) {
    await auditRejected();
    throw signInRejected();
  }
  // No wrong try; but whoever has one account may not try others without end by signing in between.
  if (!isKnown) await giveTryBack(deps.db, perIp);
  return { account, staff };
}

/**
 * Signs staff in. Throws SIGN_IN_REFUSED, the same whether the username or the
 * password is wrong or the account disabled; after the right password TOTP_REQUIRED when a code
 * is due and none came, TOTP_SETUP_REQUIRED when a second factor must be set up first, TOTP_REFUSED
 * for a wrong or used code; TOO_MANY_REQUESTS after too many failures.
 */
export async function signInStaff(
  deps: Deps,
  origin: CallOrigin,
  credentials: StaffCredentials & { code?: string | null | undefined },
): Promise<StaffTokens & { deviceMark: string }> {
  const { account: checked, staff } = await findByCredentials(deps, origin, credentials);
  const code = credentials.code ?? null;
  const needsCode = hasSecondFactor(checked) || deps.settings.totpRequired;
  if (needsCode && checked.totpSecret === null) throw setupRequired();
  if (needsCode && code === null) throw hasSecondFactor(checked) ? codeRequired() : setupRequired();
  if (needsCode) await rejectTooManyCodes(deps, checked.id);
  const tokens = { accessToken: createSecret('staffAccess'), refreshToken: createSecret('staffRefresh') };
  const outcome = await changeAsStaff(deps, staff, async ({ tx, at, audit }) => {
    const account = await lockUnchanged(tx, checked);
    if (account === null) return 'rejected';
    // A factor that was set up while the password was looked at: the next try asks for its code.
    if (!needsCode && hasSecondFactor(account)) return 'rejected';
    if (needsCode && (code === null || !(await acceptCode(tx, deps, account, code)))) return 'codeRejected';
    const session = { family: randomUUID(), expiresAt: new Date(at.getTime() + STAFF_SESSION_MS) };
    await insertStaffSession(tx, {
      ...session,
      staffId: account.id,
      createdAt: at,
      ip: origin.ip,
      userAgent: origin.userAgent,
    });
    await insertStaffTokens(tx, hashesOf(tokens, session, at));
    const details = { session: session.family };
    if (needsCode && !hasSecondFactor(account)) await audit({ action: 'turnOnSecondFactor', details });
    await audit({ action: 'signIn', details: { ...details, secondFactor: needsCode } });
    return 'signedIn';
  });
  if (outcome !== 'signedIn') {
    const isCode = outcome === 'codeRejected';
    await auditRejection(deps, staff, {
      action: 'signInRejected',
      ...(isCode && { details: { because: 'code' } }),
    });
    throw isCode ? codeRejected() : signInRejected();
  }
  const [, ...ofUser] = triesOf(staff.username, origin.ip);
  for (const tries of ofUser) await forgetTries(deps.db, tries);
  if (credentials.deviceMark) {
    await forgetTries(deps.db, ['staffSignInOfDevice', sha256(credentials.deviceMark)]);
  }
  await forgetCodes(deps.db, checked.id);
  return { ...tokens, deviceMark: markOf(deps, checked) };
}

function codeRequired(): Rejection {
  return new Rejection('TOTP_REQUIRED', 'Enter the code from your authenticator app.');
}

function setupRequired(): Rejection {
  return new Rejection('TOTP_SETUP_REQUIRED', 'Set up two-factor authentication first.');
}

function codeRejected(): Rejection {
  return new Rejection('SIGN_IN_CODE_REJECTED', 'Incorrect or already used code.');
}

/**
 * Begins the set-up of a second factor at the sign-in, where it is required: after the right password
 * it tells a new secret, and no session. The first sign-in with a code of it confirms it. Throws
 * Rejections as `signInStaff`, and CONFLICT when there is nothing to set up here.
 */
export async function offerSecondFactorAtSignIn(
  deps: Deps,
  origin: CallOrigin,
  credentials: StaffCredentials,
): Promise<Provisioning> {
  const { account: checked, staff } = await findByCredentials(deps, origin, credentials);
  return changeAsStaff(deps, staff, async ({ tx, audit }) => {
    const account = await lockUnchanged(tx, checked);
    if (account === null || hasSecondFactor(account) || !deps.settings.totpRequired) {
      throw new Rejection('CONFLICT', 'Two-factor authentication is already set up. Sign in.');
    }
    await audit({ action: 'offerSecondFactor' });
    return offerSecondFactor(tx, deps, account);
  });
}

function refreshRejected(): Rejection {
  return new Rejection('INVALID_TOKEN', 'Your session expired. Sign in again.');
}

/** Both tokens follow from the refresh token that is exchanged, so that a repeated call can be answered alike. */
function successorOf(deps: Deps, refreshToken: string): StaffTokens {
  const key = deps.settings.sessionSecret;
  return {
    accessToken: deriveSecret('staffAccess', key, refreshToken),
    refreshToken: deriveSecret('staffRefresh', key, refreshToken),
  };
}

/** Otherwise the session of a token that somebody else has exchanged. */
type RefreshOutcome =
  | 'answered'
  | 'rejected'
  | { family: string; owner: { staffId: number; username: string } };

/** The owner of a session as whoever calls with its token. */
function originOf(
  { staffId, username }: { staffId: number; username: string },
  { ip, requestId }: CallOrigin,
): StaffOrigin {
  return { staffId, username, ip, requestId };
}

/**
 * Exchanges a refresh token for its successors. The same token gets the same answer within 10 s, and for as long as
 * nobody has used the successors, since then the answer was lost; later it is somebody else's copy, and the
 * whole session ends. Throws INVALID_TOKEN.
 */
export async function refreshStaff(
  deps: Deps,
  origin: CallOrigin,
  refreshToken: string,
): Promise<StaffTokens> {
  const tokenHash = hashSecret('staffRefresh', refreshToken);
  if (tokenHash === null) throw refreshRejected();
  const at = deps.clock.now();
  const successor = successorOf(deps, refreshToken);
  const outcome = await deps.db.transaction(async (tx): Promise<RefreshOutcome> => {
    const family = await consumeRefreshToken(tx, tokenHash, at);
    if (family !== null) {
      const session = await findLiveStaffSession(tx, family, at);
      if (session === null) return 'rejected';
      await insertStaffTokens(tx, hashesOf(successor, { family, expiresAt: session.expiresAt }, at));
      return 'answered';
    }
    const used = await findRefreshToken(tx, tokenHash);
    if (used?.usedAt === undefined || used.usedAt === null) return 'rejected';
    const session = await findLiveStaffSession(tx, used.family, at);
    if (session === null) return 'rejected';
    if (at.getTime() - used.usedAt.getTime() < STAFF_REFRESH_GRACE_MS) return 'answered';
    const { expiresAt } = session;
    // The answer was lost on the way: nobody has had the successor yet.
    if (await renewUnusedTokens(tx, hashesOf(successor, { family: used.family, expiresAt }, at))) {
      return 'answered';
    }
    return { family: used.family, owner: session };
  });
  if (outcome === 'answered') return successor;
  if (outcome !== 'rejected') {
    const { family, owner } = outcome;
    await changeAsStaff(deps, originOf(owner, origin), async ({ tx, audit }) => {
      await revokeStaffSession(tx, family, at);
      await audit({ action: 'sessionReuseStopped', details: { session: family } });
    });
  }
  throw refreshRejected();
}

/** Ends the session of a refresh token, used or not; false when there is none to end. */
export async function signOutStaff(deps: Deps, origin: CallOrigin, refreshToken: string): Promise<boolean> {
  const tokenHash = hashSecret('staffRefresh', refreshToken);
  if (tokenHash === null) return false;
  const token = await findRefreshToken(deps.db, tokenHash);
  const owner = token === null ? null : await findStaffSessionOwner(deps.db, token.family);
  if (token === null || owner === null) return false;
  return changeAsStaff(deps, originOf(owner, origin), async ({ tx, at, audit }) => {
    if (!(await revokeStaffSession(tx, token.family, at))) return false;
    await audit({ action: 'signOut', details: { session: token.family } });
    return true;
  });
}
