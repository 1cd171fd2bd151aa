/** Staff sign-in by username and password, and by a code when the account has a second factor. */
import type { Provisioning } from '../../../shared/contract/staff';
import { type CallError, callErrorOf } from '../../api/callError';
import { staffSessionApi } from '../../api/endpoints/staff';
import type { Flow } from '../flow';

/** Why a sign-in failed, as far as the person can do something about it. */
export type StaffSignInReason =
  | { kind: 'rejected' }
  /** The password was right, the code was not. */
  | { kind: 'codeRejected' }
  /** Too many tries: the next one makes sense after this many seconds, null when nobody knows. */
  | { kind: 'throttled'; retryAfterSeconds: number | null }
  /** No answer, or one that says that the server is broken. */
  | { kind: 'unreachable' };

interface StaffSignInFailure {
  kind: 'staffSignInFailed';
  /** The call helper's. */
  message: string;
  reason: StaffSignInReason;
}

export type StaffSignInOutcome =
  | { kind: 'staffSignedIn' }
  /** The password is right, and a code of the authenticator app is due. */
  | { kind: 'staffCodeNeeded' }
  /** The password is right, and a second factor must be set up with this before anything else. */
  | { kind: 'staffSetUpNeeded'; provisioning: Provisioning }
  | StaffSignInFailure;

/** Tells the server that staff have signed in here before; it stays when they sign out. */
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
    const failure = callErrorOf(error);
    if (failure.code === 'TOTP_REQUIRED') return { kind: 'staffCodeNeeded' };
    if (failure.code !== 'TOTP_SETUP_REQUIRED') return failureOf(failure);
    const offered = await dispatch(offerSecondFactor.initiate(credentials, { track: false }));
    return offered.error
      ? failureOf(callErrorOf(offered.error))
      : { kind: 'staffSetUpNeeded', provisioning: offered.data };
  };
}

function failureOf(failure: CallError): StaffSignInFailure {
  return { kind: 'staffSignInFailed', message: failure.message, reason: reasonOf(failure) };
}

function reasonOf({ status, code, retryAfterSeconds }: CallError): StaffSignInReason {
  if (status === 429) return { kind: 'throttled', retryAfterSeconds: retryAfterSeconds ?? null };
  if (code === 'TOTP_REJECTED') return { kind: 'codeRejected' };
  return typeof status === 'number' && status < 500 ? { kind: 'rejected' } : { kind: 'unreachable' };
}
