/** Staff accounts, for admins. */
import * as v from 'valibot';
import { STAFF_ROLES } from '../staffRoles';
import { calls } from './call';
import { done, instant, maybe, rowId, typedPassword, typedUsername } from './fields';
import { staffSession, staffSessionId } from './staffAccount';

const staffId = rowId;
const role = v.picklist(STAFF_ROLES);
/** Typed by the admin; left out or null: the server generates one. */
const newPassword = maybe(typedPassword);
/** The generated password, told once; null when one was typed. */
const passwordOnce = { password: maybe(v.string()) };

const staffMember = v.object({
  id: v.number(),
  username: v.string(),
  role: v.string(),
  createdAt: instant,
  /** Null when a command or the configuration made it. */
  createdBy: maybe(v.string()),
  disabledAt: maybe(instant),
  hasSecondFactor: v.boolean(),
  lastSignInAt: maybe(instant),
  /** Sessions that go on. */
  sessions: v.number(),
  /** The caller's own account. */
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
    summary: 'All staff accounts, by username.',
  },

  getStaffSessions: {
    path: 'panel/team/sessions',
    audience: 'staff:manageTeam',
    kind: 'read',
    body: v.object({ staffId }),
    response: v.object({ content: v.array(staffSession) }),
    summary: "A staff account's sessions that go on, newest first.",
  },

  createStaff: {
    path: 'panel/team/create',
    audience: 'staff:manageTeam',
    kind: 'change',
    body: v.object({ username: typedUsername, role, password: newPassword }),
    response: v.object({ id: v.number(), username: v.string(), ...passwordOnce }),
    summary: 'Make a staff account with a typed or a generated password.',
  },

  changeStaffRole: {
    path: 'panel/team/changeRole',
    audience: 'staff:manageTeam',
    kind: 'change',
    body: v.object({ staffId, role }),
    response: done,
    summary: "Change a colleague's role; never one's own, and never the last admin's.",
  },

  resetStaffPassword: {
    path: 'panel/team/resetPassword',
    audience: 'staff:manageTeam',
    kind: 'change',
    body: v.object({ staffId, password: newPassword }),
    response: v.object({ ...done.entries, ...passwordOnce }),
    summary: "Give a colleague a new password; the account's sessions end.",
  },

  disableStaff: {
    path: 'panel/team/disable',
    audience: 'staff:manageTeam',
    kind: 'change',
    body: v.object({ staffId }),
    response: done,
    summary: "Disable a colleague's account; its sessions end. The last admin cannot be disabled.",
  },

  enableStaff: {
    path: 'panel/team/enable',
    audience: 'staff:manageTeam',
    kind: 'change',
    body: v.object({ staffId }),
    response: done,
    summary: 'Let a disabled account sign in again.',
  },

  resetStaffSecondFactor: {
    path: 'panel/team/resetSecondFactor',
    audience: 'staff:manageTeam',
    kind: 'change',
    body: v.object({ staffId }),
    response: done,
    summary: "Remove a colleague's second factor; the account's sessions end.",
  },

  revokeStaffSession: {
    path: 'panel/team/revokeSession',
    audience: 'staff:manageTeam',
    kind: 'change',
    body: v.object({ sessionId: staffSessionId }),
    response: done,
    summary: "End anybody's staff session.",
  },
});
