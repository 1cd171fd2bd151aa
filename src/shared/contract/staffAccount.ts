/** API calls for staff to manage their own account: sessions, password and second factor. */
import * as v from 'valibot';
import { calls } from './call';
import { done, filledText, instant, maybe, totpCode, typedPassword } from './fields';
import { provisioning } from './staff';

/** Id of a staff session. The session id is opaque, and it is not a secret, because the audit log contains it too. */
export const staffSessionId = v.pipe(filledText(64), v.regex(/^[\w-]+$/));

/** Active staff session. */
export const staffSession = v.object({
  id: v.string(),
  ip: v.string(),
  userAgent: v.string(),
  createdAt: instant,
  /**
   * Time when the staff session was last used, with a precision of 15 minutes, which is the lifetime of an access
   * token.
   */
  lastUsedAt: instant,
  expiresAt: instant,
  /** Whether the current request was made in this staff session. */
  isCurrent: v.boolean(),
});
export type StaffSession = v.InferOutput<typeof staffSession>;

export const staffAccountCalls = calls({
  getOwnStaffAccount: {
    path: 'panel/account/get',
    audience: 'staff:ownAccount',
    kind: 'read',
    body: v.object({}),
    response: v.object({
      username: v.string(),
      role: v.string(),
      hasSecondFactor: v.boolean(),
      secondFactorRequired: v.boolean(),
      sessions: v.array(staffSession),
    }),
    summary: "Get the caller's own staff account with its active sessions.",
  },

  revokeOwnStaffSession: {
    path: 'panel/account/revokeSession',
    audience: 'staff:ownAccount',
    kind: 'change',
    body: v.object({ sessionId: staffSessionId }),
    response: done,
    summary: "End one of the caller's own sessions.",
  },

  changeOwnStaffPassword: {
    path: 'panel/account/changePassword',
    audience: 'staff:ownAccount',
    kind: 'change',
    body: v.object({ password: typedPassword, newPassword: typedPassword }),
    response: v.object({ ...done.entries, sessionsEnded: maybe(v.number()) }),
    summary: "Change the caller's password and end their other sessions.",
  },

  offerOwnSecondFactor: {
    path: 'panel/account/offerSecondFactor',
    audience: 'staff:ownAccount',
    kind: 'change',
    body: v.object({ password: typedPassword }),
    response: provisioning,
    summary: 'Create a secret for an authenticator app. It becomes active with its first code.',
  },

  confirmOwnSecondFactor: {
    path: 'panel/account/confirmSecondFactor',
    audience: 'staff:ownAccount',
    kind: 'change',
    body: v.object({ code: totpCode }),
    response: done,
    summary: "Turn on the caller's second factor with its first code.",
  },

  removeOwnSecondFactor: {
    path: 'panel/account/removeSecondFactor',
    audience: 'staff:ownAccount',
    kind: 'change',
    body: v.object({ password: typedPassword, code: totpCode }),
    response: done,
    summary:
      "Remove the caller's second factor, with password and code. Rejected if a second factor is required.",
  },
});
