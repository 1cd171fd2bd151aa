/** Use cases for the caller's own staff account: sessions, password and second factor. */
import type { StaffRole } from '../../../shared/staffRoles';
import type { Deps } from '../../deps';
import type { StaffCaller, StaffOrigin } from '../../domain/caller';
import { Rejection } from '../../domain/rejection';
import type { Provisioning } from '../../secondFactor/totp';
import type { Database } from '../../store/database';
import { lockStaffAccount, type StaffAccountRow, updateStaffPassword } from '../../store/staff';
import { removeFactor } from '../../store/staffSecondFactor';
import {
  findStaffAccountById,
  listLiveSessions,
  revokeLiveSession,
  revokeSessionsExcept,
  type StaffSessionRow,
} from '../../store/staffTeam';
import { LIMITS } from '../../throttle/limits';
import { forgetTries, rejectTooManyTries } from '../../throttle/throttle';
import { auditRejection, changeAsStaff } from '../audit/staffChange';
import { lockUnchanged } from './lockUnchanged';
import { hashPassword, passwordMatches } from './passwords';
import {
  acceptCode,
  type CodeTypist,
  forgetCodes,
  hasSecondFactor,
  offerSecondFactor,
  rejectTooManyCodes,
} from './staffSecondFactor';
import { rejectWeakPassword } from './staffTeam';

export interface OwnAccount {
  hasSecondFactor: boolean;
  sessions: StaffSessionRow[];
}

export async function readOwnAccount(deps: Deps, caller: StaffCaller): Promise<OwnAccount> {
  const account = await findStaffAccountById(deps.db, caller.staffId);
  return {
    hasSecondFactor: account !== null && hasSecondFactor(account),
    sessions: await listLiveSessions(deps.db, caller.staffId, deps.clock.now()),
  };
}

export interface StaffMe {
  username: string;
  role: StaffRole;
  totpEnabled: boolean;
}

/**
 * Returns the username, role and second-factor state of the signed-in staff member. This read is not audited, because
 * it shows no customer data. Throws NOT_FOUND if the staff account does not exist.
 */
export async function readStaffMe(deps: Pick<Deps, 'db'>, caller: StaffCaller): Promise<StaffMe> {
  const account = await findStaffAccountById(deps.db, caller.staffId);
  if (account === null) throw new Rejection('NOT_FOUND', 'Account not found.');
  return { username: account.username, role: account.role, totpEnabled: hasSecondFactor(account) };
}

/** Records a wrong password or code in the audit log, so that guessing in an unattended browser leaves a trace. */
function auditRejected(deps: Deps, by: StaffOrigin, credential: 'password' | 'code'): Promise<void> {
  return auditRejection(deps, by, { action: 'ownCredentialRejected', details: { credential } });
}

/**
 * Verifies the caller's current password and returns the staff account. Throws PASSWORD_REJECTED for a wrong password
 * and writes an audit entry. Throws TOO_MANY_REQUESTS after too many attempts.
 */
async function rejectWrongPassword(
  deps: Deps,
  by: StaffOrigin,
  caller: StaffCaller,
  password: string,
): Promise<StaffAccountRow> {
  const tries = ['ownStaffPassword', String(caller.staffId)] as const;
  await rejectTooManyTries(deps.db, tries, LIMITS.ownStaffPassword, deps.clock.now());
  const account = await findStaffAccountById(deps.db, caller.staffId);
  if (account === null || !(await passwordMatches(account.passwordHash, password))) {
    await auditRejected(deps, by, 'password');
    throw new Rejection('PASSWORD_REJECTED', 'Incorrect current password.', ['password']);
  }
  await forgetTries(deps.db, tries);
  return account;
}

/** Locks and returns the caller's staff account. Throws CONFLICT if the password was changed after it was verified. */
async function lockOwn(tx: Database, checked: StaffAccountRow): Promise<StaffAccountRow> {
  const account = await lockUnchanged(tx, checked);
  if (account === null) {
    throw new Rejection('CONFLICT', 'Your account was changed meanwhile. Reload the page.');
  }
  return account;
}

/** Revokes one of the caller's own sessions. Throws NOT_FOUND if the session belongs to another account or has ended. */
export async function revokeOwnSession(
  deps: Deps,
  by: StaffOrigin,
  caller: StaffCaller,
  sessionId: string,
): Promise<void> {
  await changeAsStaff(deps, by, async ({ tx, at, audit }) => {
    const staffId = await revokeLiveSession(tx, sessionId, at);
    if (staffId !== caller.staffId) {
      throw new Rejection('NOT_FOUND', 'This session has already ended.');
    }
    await audit({ action: 'revokeSession', details: { staff: caller.username, session: sessionId } });
  });
}

/**
 * Changes the caller's password and revokes the caller's other sessions; the current session stays valid. Throws
 * INVALID_REQUEST for a weak password, PASSWORD_REJECTED for a wrong current password, and TOO_MANY_REQUESTS.
 */
export async function changeOwnPassword(
  deps: Deps,
  by: StaffOrigin,
  caller: StaffCaller,
  passwords: { password: string; newPassword: string },
): Promise<{ sessionsEnded: number }> {
  rejectWeakPassword(passwords.newPassword, caller.username, 'newPassword');
  const checked = await rejectWrongPassword(deps, by, caller, passwords.password);
  if (passwords.newPassword === passwords.password) {
    throw new Rejection('INVALID_REQUEST', 'Choose a different password.', ['newPassword']);
  }
  const passwordHash = await hashPassword(passwords.newPassword);
  return changeAsStaff(deps, by, async ({ tx, at, audit }) => {
    await lockOwn(tx, checked);
    await updateStaffPassword(tx, caller.staffId, passwordHash);
    const sessionsEnded = await revokeSessionsExcept(tx, caller.staffId, caller.sessionFamily, at);
    await audit({ action: 'changeOwnPassword', details: { sessionsEnded } });
    return { sessionsEnded };
  });
}

/**
 * Creates a new TOTP secret, which becomes active when its first code is accepted. Throws CONFLICT if a second factor
 * is already active, PASSWORD_REJECTED for a wrong password, and TOO_MANY_REQUESTS after too many attempts.
 */
export async function offerOwnSecondFactor(
  deps: Deps,
  by: StaffOrigin,
  caller: StaffCaller,
  password: string,
): Promise<Provisioning> {
  const checked = await rejectWrongPassword(deps, by, caller, password);
  return changeAsStaff(deps, by, async ({ tx, audit }) => {
    const account = await lockOwn(tx, checked);
    if (hasSecondFactor(account)) {
      throw new Rejection('CONFLICT', 'Two-factor authentication is already enabled. Disable it first.');
    }
    await audit({ action: 'offerSecondFactor' });
    return offerSecondFactor(tx, deps, account);
  });
}

/** Returns the typist of codes in the caller's session, which has its own limit. */
const buildTypist = ({ staffId, sessionFamily }: StaffCaller): CodeTypist => ({
  staffId,
  device: sessionFamily,
});

async function rejectCode(deps: Deps, by: StaffOrigin): Promise<never> {
  await auditRejected(deps, by, 'code');
  throw new Rejection('TOTP_REJECTED', 'Incorrect or already used code.', ['code']);
}

/**
 * Activates the second factor with its first code and revokes the caller's other sessions. Throws CONFLICT if no TOTP
 * secret is waiting for confirmation, TOTP_REJECTED for a wrong code, and TOO_MANY_REQUESTS after too many attempts.
 */
export async function confirmOwnSecondFactor(
  deps: Deps,
  by: StaffOrigin,
  caller: StaffCaller,
  code: string,
): Promise<void> {
  await rejectTooManyCodes(deps, buildTypist(caller));
  const isRight = await changeAsStaff(deps, by, async ({ tx, at, audit }) => {
    const account = await lockStaffAccount(tx, caller.staffId);
    if (account?.totpSecret === undefined || account.totpSecret === null || hasSecondFactor(account)) {
      throw new Rejection('CONFLICT', 'Setup expired. Start again.');
    }
    if (!(await acceptCode(tx, deps, account, code))) return false;
    const sessionsEnded = await revokeSessionsExcept(tx, caller.staffId, caller.sessionFamily, at);
    await audit({ action: 'turnOnSecondFactor', details: { sessionsEnded } });
    return true;
  });
  if (!isRight) await rejectCode(deps, by);
  await forgetCodes(deps.db, buildTypist(caller));
}

/**
 * Removes the caller's second factor after checking password and code. Throws CONFLICT if a second factor is mandatory
 * or not active, PASSWORD_REJECTED for a wrong password, TOTP_REJECTED for a wrong code, and TOO_MANY_REQUESTS after
 * too many attempts.
 */
export async function removeOwnSecondFactor(
  deps: Deps,
  by: StaffOrigin,
  caller: StaffCaller,
  proof: { password: string; code: string },
): Promise<void> {
  if (deps.settings.totpRequired) {
    throw new Rejection(
      'CONFLICT',
      'Two-factor authentication is required. If you lose your app, ask an admin to reset it.',
    );
  }
  const checked = await rejectWrongPassword(deps, by, caller, proof.password);
  await rejectTooManyCodes(deps, buildTypist(caller));
  const isRight = await changeAsStaff(deps, by, async ({ tx, audit }) => {
    const account = await lockOwn(tx, checked);
    if (!hasSecondFactor(account))
      throw new Rejection('CONFLICT', 'Two-factor authentication isn’t enabled.');
    if (!(await acceptCode(tx, deps, account, proof.code))) return false;
    await removeFactor(tx, caller.staffId);
    await audit({ action: 'turnOffSecondFactor' });
    return true;
  });
  if (!isRight) await rejectCode(deps, by);
  await forgetCodes(deps.db, buildTypist(caller));
}
