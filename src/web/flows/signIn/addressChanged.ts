/** Recognizes a sign-in with a former address of an account. */

/** The account of this address was moved to another one, and the change can still be taken back. */
export interface AddressChanged {
  kind: 'addressChanged';
  restoreToken: string;
}

/** Returns the outcome of a sign-in with a former address, or null for any other response. */
export function addressChangedIn(
  data: { reason?: string | null | undefined; restoreToken?: string | null | undefined } | undefined,
): AddressChanged | null {
  if (data?.reason !== 'addressChanged' || !data.restoreToken) return null;
  return { kind: 'addressChanged', restoreToken: data.restoreToken };
}
