/** API calls for the sessions of the customer's account. All of them are additions to the specified API. */
import * as v from 'valibot';
import { calls } from './call';
import { done, instant, maybe } from './fields';

const session = v.object({
  id: v.number(),
  /** Whether this is the session of the call. */
  isCurrent: v.boolean(),
  /** Name of the operating system, such as «Windows» or «iPhone». Null if it is unknown. */
  system: maybe(v.string()),
  /** Name of the browser or application, such as «Chrome». Null if it is unknown. */
  application: maybe(v.string()),
  /** Name of the device whose native application holds the session. Null for a browser. */
  deviceName: maybe(v.string()),
  createdAt: instant,
  /** Time of the last use, recorded at most once an hour. */
  lastUsedAt: instant,
});
export type CustomerSession = v.InferOutput<typeof session>;

export const sessionsCalls = calls({
  listSessions: {
    path: 'account/sessions',
    audience: 'customer',
    kind: 'read',
    body: v.object({}),
    response: v.object({ success: v.boolean(), sessions: v.array(session) }),
    summary:
      'List the browsers and native applications that are signed in: the session of the call, then the last used first.',
  },

  /** Returns `success: false` if the account has no such live session. */
  endSession: {
    path: 'account/endSession',
    audience: 'customer',
    kind: 'change',
    body: v.object({ sessionId: v.number() }),
    response: done,
    summary: 'End one session. The session of a native application ends by detaching its device.',
  },

  endOtherSessions: {
    path: 'account/endOtherSessions',
    audience: 'customer',
    kind: 'change',
    body: v.object({}),
    response: v.object({ success: v.boolean(), ended: v.number() }),
    summary: 'End all sessions of the account but the session of the call.',
  },
});
