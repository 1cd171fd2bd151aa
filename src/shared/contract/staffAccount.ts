/** What staff do with their own account: sessions, password, second factor. */
import * as v from 'valibot';
import { calls } from './call';
import { done, filledText, instant, maybe, totpCode, typedPassword } from './fields';
import { provisioning } from './staff';

/** Opaque and not secret; the audit log names it too. */
export const staffSessionId = v.pipe(filledText(64), v.regex(/^[\w-]+$/));

/** A session that goes on. */
export const staffSession = v.object({
  id: v.string(),
  ip: v.string(),
  userAgent: v.string(),
  createdAt: instant,
  /** To within the life of an access token, 15 minutes. */
  lastUsedAt: instant,
  expiresAt: instant,
  /** Whether the call was made in it. */
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
    summary: "The caller's own staff account with the sessions that go on.",
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
    summary: "Change the caller's password; their other sessions end.",
  },

  offerOwnSecondFactor: {
    path: 'panel/account/offerSecondFactor',
    audience: 'staff:ownAccount',
    kind: 'change',
    body: v.object({ password: typedPassword }),
    response: provisioning,
    summary: 'A new secret for an authenticator app; it counts from its first code on.',
  },

  confirmOwnSecondFactor: {
    path: 'panel/account/confirmSecondFactor',
    audience: 'staff:ownAccount',
    kind: 'change',
    body: v.object({ code: totpCode }),
    response: done,
    summary: "Turn the caller's second factor on with its first code.",
  },

  removeOwnSecondFactor: {
    path: 'panel/account/removeSecondFactor',
    audience: 'staff:ownAccount',
    kind: 'change',
    body: v.object({ password: typedPassword, code: totpCode }),
    response: done,
    summary: "Remove the caller's second factor by password and code; rejected where it is required.",
  },
});
