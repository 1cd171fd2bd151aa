/** API calls for admins to manage staff accounts. */
import * as v from 'valibot';
import { STAFF_ROLES } from '../staffRoles';
import { calls } from './call';
import { done, instant, maybe, rowId, typedPassword, typedUsername } from './fields';
import { staffSession, staffSessionId } from './staffAccount';

const staffId = rowId;
const role = v.picklist(STAFF_ROLES);
/** Password that the admin typed. If the password is omitted or null, the server generates a password. */
const newPassword = maybe(typedPassword);
/** Generated password, which is returned only once. Null if the admin typed a password. */
const passwordOnce = { password: maybe(v.string()) };

const staffMember = v.object({
  id: v.number(),
  username: v.string(),
  role: v.string(),
  createdAt: instant,
  /** Username of the creator. Null if the account was created from the command line or by the configuration. */
  createdBy: maybe(v.string()),
  disabledAt: maybe(instant),
  hasSecondFactor: v.boolean(),
  lastSignInAt: maybe(instant),
  /** Number of active sessions of the staff member. */
  sessions: v.number(),
  /** Whether this staff account belongs to the caller. */
  isOwn: v.boolean(),
});
export type StaffMember = v.InferOutput<typeof staffMember>;

export const staffTeamCalls = calls({
  listStaff: {
    path: 'panel/team/list',
    audience: 'staff:manageTeam',
    kind: 'read',
    body: v.object({}),
    response: v.object({ content: v.array(staffMember) }),
    summary: 'List all staff accounts by username.',
  },

  getStaffSessions: {
    path: 'panel/team/sessions',
    audience: 'staff:manageTeam',
    kind: 'read',
    body: v.object({ staffId }),
    response: v.object({ content: v.array(staffSession) }),
    summary: 'List the active sessions of a staff account, newest first.',
  },

  createStaff: {
    path: 'panel/team/create',
    audience: 'staff:manageTeam',
    kind: 'change',
    body: v.object({ username: typedUsername, role, password: newPassword }),
    response: v.object({ id: v.number(), username: v.string(), ...passwordOnce }),
    summary: 'Create a staff account with a typed or a generated password.',
  },

  changeStaffRole: {
    path: 'panel/team/changeRole',
    audience: 'staff:manageTeam',
    kind: 'change',
    body: v.object({ staffId, role }),
    response: done,
    summary:
      "Change the role of another staff account. Rejected for one's own account and for the last admin.",
  },

  resetStaffPassword: {
    path: 'panel/team/resetPassword',
    audience: 'staff:manageTeam',
    kind: 'change',
    body: v.object({ staffId, password: newPassword }),
    response: v.object({ ...done.entries, ...passwordOnce }),
    summary: "Set a new password for another staff account and end the account's sessions.",
  },

  disableStaff: {
    path: 'panel/team/disable',
    audience: 'staff:manageTeam',
    kind: 'change',
    body: v.object({ staffId }),
    response: done,
    summary: 'Disable another staff account and end its sessions. The last admin cannot be disabled.',
  },

  enableStaff: {
    path: 'panel/team/enable',
    audience: 'staff:manageTeam',
    kind: 'change',
    body: v.object({ staffId }),
    response: done,
    summary: 'Enable a disabled staff account, so that it can sign in again.',
  },

  resetStaffSecondFactor: {
    path: 'panel/team/resetSecondFactor',
    audience: 'staff:manageTeam',
    kind: 'change',
    body: v.object({ staffId }),
    response: done,
    summary: "Remove the second factor of another staff account and end the account's sessions.",
  },

  revokeStaffSession: {
    path: 'panel/team/revokeSession',
    audience: 'staff:manageTeam',
    kind: 'change',
    body: v.object({ sessionId: staffSessionId }),
    response: done,
    summary: 'End a session of any staff account.',
  },
});
