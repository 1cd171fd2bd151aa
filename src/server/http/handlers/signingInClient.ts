/** Describes the client of a sign-in to the use cases. */
import { clientNames } from '../../domain/clientNames';
import type { SigningInClient } from '../../usecases/signIn/newBrowser';

/**
 * Returns the names of the client's operating system and application, and the browser mark that the client sent. The
 * User-Agent itself is not stored.
 */
export function clientOf(
  { userAgent }: { userAgent: string },
  { browserMark }: { browserMark?: string | null | undefined },
): SigningInClient {
  return { names: clientNames(userAgent), browserMark: browserMark ?? null };
}
