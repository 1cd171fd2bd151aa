/** The steps of changing the account's email address, and of taking the change back. */
import type { SerializedError } from '@reduxjs/toolkit';
import { type Answered, type CallError, toCallError } from '../../api/callError';
import { emailChangeApi } from '../../api/endpoints/emailChange';
import type { Flow } from '../flow';

/** Reason of a rejected step, as the contract names it. */
interface Rejected {
  kind: 'rejected';
  reason: string;
  triesLeft: number | null;
  /** Time from which the address can be changed again, if that is the reason. */
  until: string | null;
}

export type StepOutcome =
  | { kind: 'stepDone'; requestToken: string; until: string | null }
  | Rejected
  /** The request failed. */
  | { kind: 'stepFailed'; error: CallError | SerializedError }
  /** The server implements only the specification and does not know the call. */
  | { kind: 'unavailable' };

const UNKNOWN_CALL = [404, 405];

interface StepResponse {
  success: boolean;
  requestToken?: string | null | undefined;
  reason?: string | null | undefined;
  triesLeft?: number | null | undefined;
  until?: string | null | undefined;
}

function deriveOutcome({ data, error }: Answered<StepResponse>): StepOutcome {
  if (error !== undefined) {
    const { status } = toCallError(error);
    return UNKNOWN_CALL.some((known) => known === status)
      ? { kind: 'unavailable' }
      : { kind: 'stepFailed', error };
  }
  const until = data.until ?? null;
  if (data.success) return { kind: 'stepDone', requestToken: data.requestToken ?? '', until };
  return { kind: 'rejected', reason: data.reason ?? 'invalid', triesLeft: data.triesLeft ?? null, until };
}

const { endpoints } = emailChangeApi;
const UNTRACKED = { track: false } as const;

/** Sends a code to the present address. */
export function sendCodeToPresent(): Flow<StepOutcome> {
  return async (dispatch) =>
    deriveOutcome(await dispatch(endpoints.sendCodeToPresentEmail.initiate({}, UNTRACKED)));
}

/** Verifies the code that was sent to the present address. */
export function confirmPresent(typed: { requestToken: string; code: string }): Flow<StepOutcome> {
  return async (dispatch) =>
    deriveOutcome(await dispatch(endpoints.confirmPresentEmail.initiate(typed, UNTRACKED)));
}

/** Sends a code to the new address. `requestToken` is the confirmation of the present address. */
export function sendCodeToNew(typed: { requestToken: string; newEmail: string }): Flow<StepOutcome> {
  return async (dispatch) =>
    deriveOutcome(await dispatch(endpoints.sendCodeToNewEmail.initiate(typed, UNTRACKED)));
}

/** Changes the address. The identity of this browser follows. */
export function changeEmail(typed: {
  requestToken: string;
  newRequestToken: string;
  code: string;
}): Flow<StepOutcome> {
  return async (dispatch) => deriveOutcome(await dispatch(endpoints.changeEmail.initiate(typed, UNTRACKED)));
}

/** Sends a code to the former address. */
export function sendCodeToFormer(restoreToken: string): Flow<StepOutcome> {
  return async (dispatch) =>
    deriveOutcome(await dispatch(endpoints.sendCodeToFormerEmail.initiate({ restoreToken }, UNTRACKED)));
}

/** Takes the change back. */
export function restoreFormer(typed: {
  restoreToken: string;
  requestToken: string;
  code: string;
}): Flow<StepOutcome> {
  return async (dispatch) =>
    deriveOutcome(await dispatch(endpoints.restoreFormerEmail.initiate(typed, UNTRACKED)));
}
