/** The end of a customer's session. */
import type { Deps } from '../deps';
import { revokeCustomerSession } from '../store/sessions';

/** Revokes the session; true when it was live. */
export async function logOut(deps: Deps, sessionId: number): Promise<boolean> {
  return revokeCustomerSession(deps.db, sessionId, deps.clock.now());
}
