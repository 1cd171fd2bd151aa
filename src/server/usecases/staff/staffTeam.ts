/**
 * Use cases by which admins manage staff accounts, from the console or the command line. Changes are serialized by
 * `lockTeam`, so that two concurrent changes cannot leave the team without an admin.
 */
import {
  isNewStaffUsername,
  type PasswordProblem,
  passwordProblem,
  STAFF_PASSWORD_MIN_LENGTH,
  STAFF_USERNAME_RULE,
} from '../../../shared/newStaffCredentials';
import { hasRight, type StaffRole } from '../../../shared/staffRoles';
import { normalizeUsername } from '../../../shared/staffRules';
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { Rejection } from '../../domain/rejection';
import type { Database } from '../../store/database';
import {
  findStaffAccount,
  insertStaffAccount,
  lockStaffAccount,
  type StaffAccountRow,
  updateStaffPassword,
} from '../../store/staff';
import { removeFactor } from '../../store/staffSecondFactor';
import {
  findStaffAccountById,
  hasOtherAdmin,
  listLiveSessions,
  listStaffAccounts,
  lockTeam,
  revokeLiveSession,
  revokeSessionsExcept,
  type StaffListRow,
  type StaffSessionRow,
  updateStaffDisabled,
  updateStaffRole,
} from '../../store/staffTeam';
import { changeAsStaff, type StaffChange } from '../audit/staffChange';
import { createPassword, hashPassword } from './passwords';

type TeamDeps = Pick<Deps, 'db' | 'clock'>;

const PASSWORD_PROBLEMS: Readonly<Record<PasswordProblem, string>> = {
  tooShort: `Use at least ${STAFF_PASSWORD_MIN_LENGTH} characters.`,
  tooLong: 'Password is too long.',
  tooSimple: 'Avoid repeated characters in the password.',
  holdsUsername: 'Password can’t contain the username.',
};

/** Throws INVALID_REQUEST with a reason if the new password is too weak. */
export function rejectWeakPassword(password: string, username: string, field = 'password'): void {
  const problem = passwordProblem(password, username);
  if (problem !== null) throw new Rejection('INVALID_REQUEST', PASSWORD_PROBLEMS[problem], [field]);
}

/**
 * Runs a change of staff accounts by an active admin, or by the command line if `staffId` is null. Throws FORBIDDEN if
 * the caller is no longer an active admin, and rethrows any error of `work`.
 */
async function changeTeam<Result>(
  deps: TeamDeps,
  by: StaffOrigin,
  work: (change: StaffChange) => Promise<Result>,
): Promise<Result> {
  return changeAsStaff(deps, by, async (change) => {
    const { tx } = change;
    await lockTeam(tx);
    if (by.staffId !== null) {
      const admin = await lockStaffAccount(tx, by.staffId);
      if (!hasRight(admin?.role, 'manageTeam') || admin?.disabledAt !== null) {
        throw new Rejection('FORBIDDEN', 'You no longer have admin access.');
      }
    }
    return work(change);
  });
}

/** Locks and returns the staff account. Throws NOT_FOUND if the staff account does not exist. */
async function lockMember(tx: Database, staffId: number): Promise<StaffAccountRow> {
  const member = await lockStaffAccount(tx, staffId);
  if (member === null) throw noSuchAccount();
  return member;
}

function noSuchAccount(): Rejection {
  return new Rejection('NOT_FOUND', 'Account not found.');
}

function rejectOnOneself(by: StaffOrigin, member: StaffAccountRow, message: string): void {
  if (by.staffId === member.id) throw new Rejection('CONFLICT', message);
}

async function rejectToLoseLastAdmin(tx: Database, member: StaffAccountRow): Promise<void> {
  if (!hasRight(member.role, 'manageTeam') || member.disabledAt !== null) return;
  if (!(await hasOtherAdmin(tx, member.id))) {
    throw new Rejection('CONFLICT', 'You can’t remove the last admin. Add another admin first.');
  }
}

export async function listStaff(deps: TeamDeps): Promise<StaffListRow[]> {
  return listStaffAccounts(deps.db, deps.clock.now());
}

/** Returns the live sessions of a staff account. Throws NOT_FOUND if the staff account does not exist. */
export async function listSessions(deps: TeamDeps, staffId: number): Promise<StaffSessionRow[]> {
  if ((await findStaffAccountById(deps.db, staffId)) === null) throw noSuchAccount();
  return listLiveSessions(deps.db, staffId, deps.clock.now());
}

export interface NewPassword {
  /** Generated password, which is shown once; null if the admin entered the password. */
  password: string | null;
}

/**
 * Creates a staff account with the given password or a generated one. Throws INVALID_REQUEST for an invalid username or
 * password, and CONFLICT if the username is taken.
 */
export async function createStaff(
  deps: TeamDeps,
  by: StaffOrigin,
  account: { username: string; role: StaffRole; password: string | null },
): Promise<NewPassword & { id: number; username: string }> {
  const username = normalizeUsername(account.username);
  if (!isNewStaffUsername(username)) {
    throw new Rejection('INVALID_REQUEST', `Invalid username. Use ${STAFF_USERNAME_RULE}.`, ['username']);
  }
  if (account.password !== null) rejectWeakPassword(account.password, username);
  const password = account.password ?? createPassword();
  const passwordHash = await hashPassword(password);
  const id = await changeTeam(deps, by, async ({ tx, at, audit }) => {
    const { role } = account;
    const isNew = await insertStaffAccount(tx, {
      username,
      passwordHash,
      role,
      createdAt: at,
      createdBy: by.staffId,
    });
    const made = isNew ? await findStaffAccount(tx, username) : null;
    if (made === null) throw new Rejection('CONFLICT', 'This username is taken.', ['username']);
    await audit({ action: 'createStaff', details: { staff: made.username, role } });
    return made.id;
  });
  return { id, username, password: account.password === null ? password : null };
}

/**
 * Changes the role of a staff account. Throws NOT_FOUND if the staff account does not exist, and CONFLICT for the
 * caller's own role or for the last active admin.
 */
export async function changeStaffRole(
  deps: TeamDeps,
  by: StaffOrigin,
  { staffId, role }: { staffId: number; role: StaffRole },
): Promise<void> {
  await changeTeam(deps, by, async ({ tx, audit }) => {
    const member = await lockMember(tx, staffId);
    rejectOnOneself(by, member, 'You can’t change your own role. Ask another admin.');
    if (member.role === role) return;
    if (!hasRight(role, 'manageTeam')) await rejectToLoseLastAdmin(tx, member);
    await updateStaffRole(tx, staffId, role);
    await audit({
      action: 'changeStaffRole',
      details: { staff: member.username, from: member.role, to: role },
    });
  });
}

/**
 * Sets a new password and revokes all sessions of the staff account. Throws INVALID_REQUEST for a weak password,
 * NOT_FOUND for an unknown staff account, and CONFLICT for the caller's own account.
 */
export async function resetStaffPassword(
  deps: TeamDeps,
  by: StaffOrigin,
  { staffId, password: typed }: { staffId: number; password: string | null },
): Promise<NewPassword> {
  const password = typed ?? createPassword();
  const passwordHash = await hashPassword(password);
  await changeTeam(deps, by, async ({ tx, at, audit }) => {
    const member = await lockMember(tx, staffId);
    rejectOnOneself(by, member, 'Change your own password in Account.');
    if (typed !== null) rejectWeakPassword(typed, member.username);
    await updateStaffPassword(tx, staffId, passwordHash);
    const sessionsEnded = await revokeSessionsExcept(tx, staffId, null, at);
    await audit({ action: 'resetStaffPassword', details: { staff: member.username, sessionsEnded } });
  });
  return { password: typed === null ? password : null };
}

/**
 * Disables a staff account and revokes all its sessions. Throws NOT_FOUND for an unknown staff account, and CONFLICT
 * for the caller's own account or the last admin.
 */
export async function disableStaff(deps: TeamDeps, by: StaffOrigin, staffId: number): Promise<void> {
  await changeTeam(deps, by, async ({ tx, at, audit }) => {
    const member = await lockMember(tx, staffId);
    rejectOnOneself(by, member, 'You can’t disable your own account. Ask another admin.');
    if (member.disabledAt !== null) return;
    await rejectToLoseLastAdmin(tx, member);
    await updateStaffDisabled(tx, staffId, at);
    const sessionsEnded = await revokeSessionsExcept(tx, staffId, null, at);
    await audit({ action: 'disableStaff', details: { staff: member.username, sessionsEnded } });
  });
}

/** Enables a disabled staff account. Throws NOT_FOUND if the staff account does not exist. */
export async function enableStaff(deps: TeamDeps, by: StaffOrigin, staffId: number): Promise<void> {
  await changeTeam(deps, by, async ({ tx, audit }) => {
    const member = await lockMember(tx, staffId);
    if (member.disabledAt === null) return;
    await updateStaffDisabled(tx, staffId, null);
    await audit({ action: 'enableStaff', details: { staff: member.username } });
  });
}

/**
 * Removes the second factor of a staff member who lost the phone, and revokes all sessions of the staff account. Throws
 * NOT_FOUND for an unknown staff account, and CONFLICT for the caller's own account.
 */
export async function resetSecondFactor(deps: TeamDeps, by: StaffOrigin, staffId: number): Promise<void> {
  await changeTeam(deps, by, async ({ tx, at, audit }) => {
    const member = await lockMember(tx, staffId);
    rejectOnOneself(by, member, 'Remove your own second factor on your account page.');
    if (!(await removeFactor(tx, staffId))) return;
    const sessionsEnded = await revokeSessionsExcept(tx, staffId, null, at);
    await audit({ action: 'resetSecondFactor', details: { staff: member.username, sessionsEnded } });
  });
}

/** Revokes one session of any staff account. Throws NOT_FOUND if the session has ended or does not exist. */
export async function revokeSessionOfStaff(
  deps: TeamDeps,
  by: StaffOrigin,
  sessionId: string,
): Promise<void> {
  await changeTeam(deps, by, async ({ tx, at, audit }) => {
    const staffId = await revokeLiveSession(tx, sessionId, at);
    if (staffId === null) throw new Rejection('NOT_FOUND', 'This session has already ended.');
    const { username } = await lockMember(tx, staffId);
    await audit({ action: 'revokeSession', details: { staff: username, session: sessionId } });
  });
}
