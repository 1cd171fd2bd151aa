/** Pushes of staff to a customer's device, whose true outcome is told. */
import type { Push } from '../../../shared/contract/staff';
import { callErrorOf, type CallError } from '../../api/callError';
import { staffApi } from '../../api/endpoints/staff';
import type { Flow } from '../flow';

export type PushOutcome =
  /** The push service took it; its id of the message, if it gave one. */
  | { kind: 'pushAccepted'; messageId: string }
  /** The server or the push service answered why not. */
  | { kind: 'pushRefused'; reason: string; message: string; hasToken: boolean }
  /** No answer about this push. */
  | { kind: 'pushCallFailed'; error: CallError; message: string };

/** Statuses that are an answer about this push. */
const ANSWERS = new Set<CallError['status']>([400, 403, 404, 409, 422, 429]);

/**
 * Sends a push. A refused one is followed by a look at the device: a token that the push service
 * calls unregistered has been cleared by the server.
 */
export function sendPush(input: { userId: number; token: string; push: Push }): Flow<PushOutcome> {
  const { userId, token, push } = input;
  return async (dispatch) => {
    const { data, error } = await dispatch(
      staffApi.endpoints.sendPush.initiate({ query: { token }, body: push }, { track: false }),
    );
    if (error === undefined) {
      return data.success === false
        ? { kind: 'pushRefused', reason: data.message ?? '', message: data.message ?? '', hasToken: true }
        : { kind: 'pushAccepted', messageId: data.message ?? '' };
    }
    const failure = callErrorOf(error);
    const reason = failure.reason ?? failure.message;
    if (failure.code !== 'PUSH_FAILED' && !ANSWERS.has(failure.status)) {
      return { kind: 'pushCallFailed', error: failure, message: reason };
    }
    const { data: user } = await dispatch(
      staffApi.endpoints.getUserById.initiate({ id: userId }, { forceRefetch: true, subscribe: false }),
    );
    const hasToken = user === undefined || user.devices.some((device) => device.firebaseToken === token);
    return { kind: 'pushRefused', reason, message: reason, hasToken };
  };
}
