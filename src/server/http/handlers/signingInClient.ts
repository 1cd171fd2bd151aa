/** What the handlers of all sign-ins share: the description of the client, and the response for a changed address. */
import type { Deps } from '../../deps';
import { AddressReserved } from '../../domain/addressReserved';
import { clientNames } from '../../domain/clientNames';
import { deriveRestoreToken } from '../../usecases/accounts/restoreToken';
import type { SigningInClient } from '../../usecases/signIn/newBrowser';

/**
 * Returns the names of the client's operating system and application, and the browser mark that the client sent. The
 * User-Agent itself is not stored.
 */
export function buildClient(
  { userAgent }: { userAgent: string },
  { browserMark }: { browserMark?: string | null | undefined },
): SigningInClient {
  return { names: clientNames(userAgent), browserMark: browserMark ?? null };
}

/**
 * Runs a sign-in. If its address was changed recently, returns the response that leads to the way back. The customer has just
 * proven that the mailbox is theirs.
 */
export async function unlessAddressChanged<Response>(
  deps: Deps,
  signIn: () => Promise<Response>,
): Promise<Response | { success: false; reason: string; restoreToken: string }> {
  try {
    return await signIn();
  } catch (error) {
    if (!(error instanceof AddressReserved)) throw error;
    return { success: false, reason: 'addressChanged', restoreToken: deriveRestoreToken(deps, error.change) };
  }
}
