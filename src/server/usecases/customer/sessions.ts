/** Lists and ends the sessions of an account on behalf of its customer. */
import type { Deps } from '../../deps';
import type { CustomerCaller } from '../../domain/caller';
import { insertAccountEvent } from '../../store/accountEvents';
import { type ListedSession, listLiveSessions, revokeCustomerSession } from '../../store/sessions';
import { sessionLimits } from '../accounts/sessions';
import { detachDevice } from './detachDevice';

/** Returns the live sessions of the customer's account: the caller's session, then the others, the last used first. */
export async function listSessions(
  deps: Deps,
  { accountId, sessionId }: CustomerCaller,
): Promise<ListedSession[]> {
  const sessions = await listLiveSessions(deps.db, accountId, sessionLimits(deps.clock.now()));
  const isOwn = ({ id }: ListedSession) => id === sessionId;
  return [...sessions.filter(isOwn), ...sessions.filter((session) => !isOwn(session))];
}

/** Ends one customer session. To end the session of a native application, its device is detached. */
async function end(deps: Deps, accountId: number, { id, device }: ListedSession): Promise<boolean> {
  if (device !== null) return detachDevice(deps, { accountId, deviceId: device.deviceId, staff: null });
  const at = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    if (!(await revokeCustomerSession(tx, id, at))) return false;
    await insertAccountEvent(tx, { accountId }, { at, kind: 'signIn', details: { action: 'signedOut' } });
    return true;
  });
}

/**
 * Ends a session of the customer's account. Returns false, and changes nothing, if the account has no such live
 * session.
 */
export async function endSession(deps: Deps, caller: CustomerCaller, sessionId: number): Promise<boolean> {
  const session = (await listSessions(deps, caller)).find(({ id }) => id === sessionId);
  return session !== undefined && end(deps, caller.accountId, session);
}

/**
 * Ends all sessions of the account except the current session, and returns the number of ended sessions. Sessions of
 * the current device stay live, because all sessions of a device end together.
 */
export async function endOtherSessions(deps: Deps, caller: CustomerCaller): Promise<number> {
  const sessions = await listSessions(deps, caller);
  const own = sessions.find(({ id }) => id === caller.sessionId)?.device?.deviceId;
  let ended = 0;
  for (const session of sessions) {
    if (session.id === caller.sessionId) continue;
    if (session.device !== null && session.device.deviceId === own) continue;
    if (await end(deps, caller.accountId, session)) ended += 1;
  }
  return ended;
}
