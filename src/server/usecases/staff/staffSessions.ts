/**
 * Staff sign-in, token refresh and sign-out. A staff session is a family of tokens: access tokens, each valid for 15
 * minutes, and single-use refresh tokens.
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
import { forgetTries, giveTryBack, rejectTooManyTries } from '../../throttle/throttle';
import { toNetwork } from '../../throttle/toNetwork';
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

/** Origin of an API request that contains no staff token. */
export interface CallOrigin {
  ip: string;
  userAgent: string;
  requestId: string;
}

/** Returns the hashes of new tokens, as they are stored. An access token expires no later than its session. */
function hashTokens(
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
  /** Device mark that an earlier sign-in on this device returned; omitted if there was no earlier sign-in. */
  deviceMark?: string | null | undefined;
}

const SEPARATOR = '.';

/**
 * Returns the proof that a device mark belongs to a staff account. The proof becomes invalid when the password changes.
 * The marks of releases up to 1.1.0 consist of the proof without a nonce, so all devices have the same mark.
 */
function deriveProof({ settings }: Deps, account: StaffAccountRow, nonce: string | null): string {
  const owner = `${account.id}\n${account.passwordHash}`;
  return deriveSecret('staffDevice', settings.sessionSecret, nonce === null ? owner : `${nonce}\n${owner}`);
}

/** Returns the device mark for a new device on which this staff account has signed in. A device mark gives no access. */
function createDeviceMark(deps: Deps, account: StaffAccountRow): string {
  const nonce = createSecret('staffDevice');
  return [nonce, deriveProof(deps, account, nonce)].join(SEPARATOR);
}

/** Returns the hash that identifies the device with this mark, or null if the mark does not belong to the account. */
function findDevice(deps: Deps, account: StaffAccountRow, mark: string): string | null {
  const [first = '', second, ...rest] = mark.split(SEPARATOR);
  if (rest.length > 0) return null;
  const [nonce, proof] = second === undefined ? [null, first] : [first, second];
  if (sha256(proof) !== sha256(deriveProof(deps, account, nonce))) return null;
  return sha256(first);
}

function signInRejected(): Rejection {
  return new Rejection('SIGN_IN_REJECTED', 'Incorrect username or password.');
}

const listAttemptLimits = (username: string, ip: string) =>
  [
    ['staffSignInFromNetwork', toNetwork(ip)],
    ['staffSignIn', username, toNetwork(ip)],
    ['staffSignInOfUser', username],
  ] as const;

const triesOfDevice = (device: string) => ['staffSignInOfDevice', device] as const;

/** Returns the staff account with this username and password. Throws the same rejections as `signInStaff`. */
async function findByCredentials(
  deps: Deps,
  origin: CallOrigin,
  credentials: StaffCredentials,
): Promise<{ account: StaffAccountRow; staff: StaffOrigin; device: string | null }> {
  const at = deps.clock.now();
  const username = normalizeUsername(credentials.username);
  const [perIp, perUserAndIp, perUser] = listAttemptLimits(username, origin.ip);
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
  const device = deviceMark && account !== null ? findDevice(deps, account, deviceMark) : null;
  if (device !== null) {
    // A known device has its own limit of attempts, so failed attempts on other devices do not lock the staff member
    // out.
    await rejectTooManyTries(deps.db, triesOfDevice(device), LIMITS.staffSignInOfDevice, at, onFirst);
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
  // Only this attempt is removed from the count; the counter of the IP network is not reset. Otherwise an attacker with
  // one staff account could guess the passwords of other accounts indefinitely by signing in between attempts.
  if (device === null) await giveTryBack(deps.db, perIp);
  return { account, staff, device };
}

/**
 * Signs a staff member in. Throws SIGN_IN_REJECTED if the username or password is wrong or the staff account is
 * disabled; the response is the same in all three cases. After a correct password, the sign-in throws TOTP_REQUIRED if
 * the code is missing, TOTP_SETUP_REQUIRED if a second factor must be set up first, and SIGN_IN_CODE_REJECTED for a
 * wrong or used code. Throws TOO_MANY_REQUESTS after too many failed attempts.
 */
export async function signInStaff(
  deps: Deps,
  origin: CallOrigin,
  credentials: StaffCredentials & { code?: string | null | undefined },
): Promise<StaffTokens & { deviceMark: string }> {
  const { account: checked, staff, device } = await findByCredentials(deps, origin, credentials);
  const typist = { staffId: checked.id, device };
  const code = credentials.code ?? null;
  const needsCode = hasSecondFactor(checked) || deps.settings.totpRequired;
  if (needsCode && checked.totpSecret === null) throw setupRequired();
  if (needsCode && code === null) throw hasSecondFactor(checked) ? codeRequired() : setupRequired();
  if (needsCode) await rejectTooManyCodes(deps, typist);
  const tokens = { accessToken: createSecret('staffAccess'), refreshToken: createSecret('staffRefresh') };
  const outcome = await changeAsStaff(deps, staff, async ({ tx, at, audit }) => {
    const account = await lockUnchanged(tx, checked);
    if (account === null) return 'rejected';
    // A second factor was set up while the password was being verified. The next sign-in attempt must include a code of
    // the second factor.
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
    await insertStaffTokens(tx, hashTokens(tokens, session, at));
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
  const [, ...ofUser] = listAttemptLimits(staff.username, origin.ip);
  for (const tries of ofUser) await forgetTries(deps.db, tries);
  if (device !== null) await forgetTries(deps.db, triesOfDevice(device));
  await forgetCodes(deps.db, typist);
  const { deviceMark } = credentials;
  const keepsMark = device !== null && deviceMark?.includes(SEPARATOR) === true;
  return { ...tokens, deviceMark: keepsMark ? deviceMark : createDeviceMark(deps, checked) };
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
 * Starts the setup of a second factor during sign-in, if a second factor is mandatory. After a correct password, the
 * function returns a new TOTP secret but creates no session. The first sign-in with a code of the new TOTP secret
 * activates the secret. Throws the same rejections as `signInStaff`, and CONFLICT if a second factor is already set up
 * or is not mandatory.
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

/**
 * Derives both new tokens from the exchanged refresh token, so that a repeated refresh request gets the same response.
 */
function deriveSuccessor(deps: Deps, refreshToken: string): StaffTokens {
  const key = deps.settings.sessionSecret;
  return {
    accessToken: deriveSecret('staffAccess', key, refreshToken),
    refreshToken: deriveSecret('staffRefresh', key, refreshToken),
  };
}

/** Result of a token refresh. The object form contains the session whose refresh token was reused by another party. */
type RefreshOutcome =
  | 'answered'
  | 'rejected'
  | { family: string; owner: { staffId: number; username: string } };

/** Returns the owner of a staff session as the origin of a request that contains a token of the session. */
function buildOrigin(
  { staffId, username }: { staffId: number; username: string },
  { ip, requestId }: CallOrigin,
): StaffOrigin {
  return { staffId, username, ip, requestId };
}

/**
 * Exchanges a refresh token for new tokens. A repeated request with the same refresh token gets the same response
 * within 10 s. A later repeated request gets the same response only if the new tokens are still unused, because the
 * first response was then lost. Otherwise the refresh token counts as stolen, and the whole session is revoked. Throws
 * INVALID_TOKEN for an unknown, expired or stolen refresh token.
 */
export async function refreshStaff(
  deps: Deps,
  origin: CallOrigin,
  refreshToken: string,
): Promise<StaffTokens> {
  const tokenHash = hashSecret('staffRefresh', refreshToken);
  if (tokenHash === null) throw refreshRejected();
  const at = deps.clock.now();
  const successor = deriveSuccessor(deps, refreshToken);
  const outcome = await deps.db.transaction(async (tx): Promise<RefreshOutcome> => {
    const family = await consumeRefreshToken(tx, tokenHash, at);
    if (family !== null) {
      const session = await findLiveStaffSession(tx, family, at);
      if (session === null) return 'rejected';
      await insertStaffTokens(tx, hashTokens(successor, { family, expiresAt: session.expiresAt }, at));
      return 'answered';
    }
    const used = await findRefreshToken(tx, tokenHash);
    if (used?.usedAt === undefined || used.usedAt === null) return 'rejected';
    const session = await findLiveStaffSession(tx, used.family, at);
    if (session === null) return 'rejected';
    if (at.getTime() - used.usedAt.getTime() < STAFF_REFRESH_GRACE_MS) return 'answered';
    const { expiresAt } = session;
    // The new tokens are unused, so the earlier response was lost and the tokens can be renewed.
    if (await renewUnusedTokens(tx, hashTokens(successor, { family: used.family, expiresAt }, at))) {
      return 'answered';
    }
    return { family: used.family, owner: session };
  });
  if (outcome === 'answered') return successor;
  if (outcome !== 'rejected') {
    const { family, owner } = outcome;
    await changeAsStaff(deps, buildOrigin(owner, origin), async ({ tx, audit }) => {
      await revokeStaffSession(tx, family, at);
      await audit({ action: 'sessionReuseStopped', details: { session: family } });
    });
  }
  throw refreshRejected();
}

/**
 * Revokes the staff session of a refresh token, used or unused. Returns false if the refresh token has no live session.
 */
export async function signOutStaff(deps: Deps, origin: CallOrigin, refreshToken: string): Promise<boolean> {
  const tokenHash = hashSecret('staffRefresh', refreshToken);
  if (tokenHash === null) return false;
  const token = await findRefreshToken(deps.db, tokenHash);
  const owner = token === null ? null : await findStaffSessionOwner(deps.db, token.family);
  if (token === null || owner === null) return false;
  return changeAsStaff(deps, buildOrigin(owner, origin), async ({ tx, at, audit }) => {
    if (!(await revokeStaffSession(tx, token.family, at))) return false;
    await audit({ action: 'signOut', details: { session: token.family } });
    return true;
  });
}
