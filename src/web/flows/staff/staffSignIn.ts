/** Staff sign-in by username and password, and by a code if the account has a second factor. */
import type { Provisioning } from '../../../shared/contract/staff';
import { type CallError, toCallError } from '../../api/callError';
import { staffSessionApi } from '../../api/endpoints/staff';
import type { Flow } from '../flow';

/** Reason of a failed sign-in, as shown to the member of staff. */
export type StaffSignInReason =
  | { kind: 'rejected' }
  /** The password was correct, but the second-factor code was wrong. */
  | { kind: 'codeRejected' }
  /**
   * The server rejected the sign-in because of too many attempts. `retryAfterSeconds` is the time until the next
   * allowed attempt, or null if the server did not send this time.
   */
  | { kind: 'throttled'; retryAfterSeconds: number | null }
  /** No response arrived, or the server responded with a 5xx error. */
  | { kind: 'unreachable' };

interface StaffSignInFailure {
  kind: 'staffSignInFailed';
  /** Error message of the API client. */
  message: string;
  reason: StaffSignInReason;
}

export type StaffSignInOutcome =
  | { kind: 'staffSignedIn' }
  /** The password is correct, and a code of the authenticator app is required. */
  | { kind: 'staffCodeNeeded' }
  /** The password is correct, but a second factor must be set up first with `provisioning`. */
  | { kind: 'staffSetUpNeeded'; provisioning: Provisioning }
  | StaffSignInFailure;

/**
 * Storage key of the mark that identifies a browser in which staff have signed in before. The device mark remains after
 * sign-out.
 */
const DEVICE_MARK = 'staffDevice';

export interface StaffCredentials {
  username: string;
  password: string;
}

export function signInStaff(credentials: StaffCredentials, code?: string): Flow<StaffSignInOutcome> {
  return async (dispatch, _getState, { storage }) => {
    const { staffLogin, offerSecondFactor } = staffSessionApi.endpoints;
    const deviceMark = storage.get(DEVICE_MARK);
    const body = {
      ...credentials,
      ...(code === undefined ? {} : { code }),
      ...(deviceMark === null ? {} : { deviceMark }),
    };
    const { data, error } = await dispatch(staffLogin.initiate(body, { track: false }));
    if (data?.deviceMark) storage.set(DEVICE_MARK, data.deviceMark);
    if (!error) return { kind: 'staffSignedIn' };
    const failure = toCallError(error);
    if (failure.code === 'TOTP_REQUIRED') return { kind: 'staffCodeNeeded' };
    if (failure.code !== 'TOTP_SETUP_REQUIRED') return buildFailure(failure);
    const offered = await dispatch(offerSecondFactor.initiate(credentials, { track: false }));
    return offered.error
      ? buildFailure(toCallError(offered.error))
      : { kind: 'staffSetUpNeeded', provisioning: offered.data };
  };
}

function buildFailure(failure: CallError): StaffSignInFailure {
  return { kind: 'staffSignInFailed', message: failure.message, reason: deriveReason(failure) };
}

function deriveReason({ status, code, retryAfterSeconds }: CallError): StaffSignInReason {
  if (status === 429) return { kind: 'throttled', retryAfterSeconds: retryAfterSeconds ?? null };
  if (code === 'TOTP_REJECTED') return { kind: 'codeRejected' };
  return typeof status === 'number' && status < 500 ? { kind: 'rejected' } : { kind: 'unreachable' };
}
