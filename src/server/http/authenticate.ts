/**
 * Authenticates a request by its bearer token and checks whether the caller may use the API endpoint. A missing or
 * invalid token results in HTTP 401. A valid token of the wrong kind of user, or of a staff role without the required
 * right, results in HTTP 403.
 */
import { type Audience, letsCustomersIn } from '../../shared/contract/call';
import { parseStaffRight } from '../../shared/contract/callers';
import { identifyingText } from '../../shared/identifyingText';
import { hasRight } from '../../shared/staffRoles';
import { normalizeEmail } from '../../shared/validation';
import type { Deps } from '../deps';
import type { Caller, StaffCaller } from '../domain/caller';
import { Rejection } from '../domain/rejection';
import { findCustomerSession, findStaffSession } from '../usecases/accounts/sessions';

const TOKEN_MAX_LENGTH = 8192;

function readBearer(request: Request): string {
  const header = request.headers.get('authorization')?.trim() ?? '';
  if (header === '' || /^bearer$/i.test(header))
    throw new Rejection('NO_TOKEN', 'A bearer token is required.');
  const token = /^bearer +([\w.~+/=-]+)$/i.exec(header)?.[1];
  if (token === undefined || token.length > TOKEN_MAX_LENGTH) throw invalidToken();
  return token;
}

function invalidToken(): Rejection {
  return new Rejection('INVALID_TOKEN', 'Your session expired. Sign in again.');
}

/** Returns whether a token is a signed JWT, as Google identity tokens are. The server's own tokens are opaque. */
function isJwt(token: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
}

async function findGoogleCaller(deps: Deps, token: string, audience: Audience): Promise<Caller | null> {
  try {
    const identity = await deps.googleIdentity.verify(token);
    return identity === null ? null : { kind: 'google', identity };
  } catch (error) {
    if (audience !== 'google' && audience !== 'customerOrGoogle') return null;
    deps.logger.warn(
      { errorType: error instanceof Error ? error.name : typeof error },
      'Google keys cannot be fetched',
    );
    throw new Rejection('PROVIDER_UNAVAILABLE', 'Google sign-in is unavailable right now. Try again later.');
  }
}

async function identify(deps: Deps, token: string, audience: Audience): Promise<Caller | null> {
  if (isJwt(token)) return findGoogleCaller(deps, token, audience);
  return (await findCustomerSession(deps, token)) ?? (await findStaffSession(deps, token));
}

function isAllowed(audience: Exclude<Audience, 'public'>, caller: Caller): boolean {
  switch (caller.kind) {
    case 'customer':
      return letsCustomersIn(audience);
    case 'google':
      return audience === 'google' || audience === 'customerOrGoogle';
    case 'staff': {
      const right = parseStaffRight(audience);
      return right !== null && hasRight(caller.role, right);
    }
    case 'anonymous':
      return false;
  }
}

/**
 * Returns the caller of an API endpoint with this audience. Throws `Rejection` with `NO_TOKEN`, `INVALID_TOKEN`,
 * `FORBIDDEN` or `PROVIDER_UNAVAILABLE`. Calls `onStaffRejected` if the caller is a staff member whose role lacks the
 * required right, or if the endpoint is not for staff.
 */
export async function authenticate(
  deps: Deps,
  audience: Audience,
  request: Request,
  onStaffRejected: (staff: StaffCaller) => Promise<void>,
): Promise<Caller> {
  if (audience === 'public') return { kind: 'anonymous' };
  const caller = await identify(deps, readBearer(request), audience);
  if (caller === null) throw invalidToken();
  if (!isAllowed(audience, caller)) {
    if (caller.kind === 'staff') await onStaffRejected(caller);
    throw new Rejection('FORBIDDEN', 'You don’t have permission to do this.');
  }
  return caller;
}

function namesNobody(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === 'unknown';
}

/**
 * Throws `FORBIDDEN` if a customer sends a `uid` or `email` that differs from the account of the token. Requests of
 * staff members contain the `uid` or `email` of a customer, so such requests are not checked. Addresses are compared in
 * their normal form, because the stored address of an old account may have invisible characters.
 */
export function rejectForeignSubject(caller: Caller, body: unknown): void {
  if (caller.kind !== 'customer' && caller.kind !== 'google') return;
  const owner = caller.kind === 'google' ? caller.identity : caller;
  const { uid, email } = {
    uid: undefined,
    email: undefined,
    ...(body as { uid?: unknown; email?: unknown }),
  };
  // The uid stays the same when the address changes, and other browsers learn the new address from the response.
  const isUid = typeof uid === 'string' && identifyingText(uid) === owner.uid;
  if (caller.kind === 'customer' && caller.hasChangedEmail && isUid) return;
  const isEmail = typeof email === 'string' && normalizeEmail(email) === normalizeEmail(owner.email);
  const isForeign = (!namesNobody(uid) && !isUid) || (!namesNobody(email) && !isEmail);
  if (isForeign) throw new Rejection('FORBIDDEN', 'The account in the body doesn’t match the token.');
}
