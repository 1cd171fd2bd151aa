/** Staff sign-in by username and password, and by a code when the account has a second factor. */
import { staffSessionApi } from '../api/endpoints/staff';
import { callErrorOf, type CallError } from '../api/callError';
import type { Flow } from './flow';

/** Why a sign-in failed, as far as the person can do something about it. */
export type StaffSignInReason =
  | { kind: 'refused' }
  /** Too many tries: the next one makes sense after this many seconds, null when nobody knows. */
  | { kind: 'throttled'; retryAfterSeconds: number | null }
  /** No answer, or one that says that the server is broken. */
  | { kind: 'unreachable' };

export type StaffSignInOutcome =
  | { kind: 'staffSignedIn' }
  /** `message` is the call helper's (spec section 8). */
  | { kind: 'staffSignInFailed'; message: string; reason: StaffSignInReason };

export interface StaffCredentials {
  username: string;
  password: string;
}

export function signInStaff(credentials: StaffCredentials): Flow<StaffSignInOutcome> {
  return async (dispatch) => {
    const { error } = await dispatch(
      staffSessionApi.endpoints.staffLogin.initiate(credentials, { track: false }),
    );
    if (!error) return { kind: 'staffSignedIn' };
    const failure = callErrorOf(error);
    return { kind: 'staffSignInFailed', message: failure.message, reason: reasonOf(failure) };
  };
}

function reasonOf({ status, retryAfterSeconds }: CallError): StaffSignInReason {
  if (status === 429) return { kind: 'throttled', retryAfterSeconds: retryAfterSeconds ?? null };
  return typeof status === 'number' && status < 500 ? { kind: 'refused' } : { kind: 'unreachable' };
}
