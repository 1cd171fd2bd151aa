/** Describes the client of a sign-in to the use cases. */
import { clientNames } from '../../domain/clientNames';
import type { SigningInClient } from '../../usecases/signIn/newBrowser';

/** Returns the client's names from its User-Agent, which is not stored, and the mark that it sent. */
export function clientOf(
  { userAgent }: { userAgent: string },
  { browserMark }: { browserMark?: string | null | undefined },
): SigningInClient {
  return { names: clientNames(userAgent), browserMark: browserMark ?? null };
}
