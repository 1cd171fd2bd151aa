/** Signs a customer out. */
import type { Deps } from '../../deps';
import { insertAccountEvent } from '../../store/accountEvents';
import { revokeCustomerSession } from '../../store/sessions';

/** Revokes the customer's session and records the sign-out in the timeline. Returns whether the session was live. */
export async function logOut(
  deps: Deps,
  session: { sessionId: number; accountId: number },
): Promise<boolean> {
  const at = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    if (!(await revokeCustomerSession(tx, session.sessionId, at))) return false;
    await insertAccountEvent(
      tx,
      { accountId: session.accountId },
      { at, kind: 'signIn', details: { action: 'signedOut' } },
    );
    return true;
  });
}
