/** Pushes of staff to a customer's device, with their true outcome. */
import type { Push } from '../../../shared/contract/staff';
import { type Answered, type CallError, callErrorOf } from '../../api/callError';
import { staffApi } from '../../api/endpoints/staff';
import type { Flow } from '../flow';

export type PushOutcome =
  /** The push service took it; its id of the message, if it gave one. */
  | { kind: 'pushAccepted'; messageId: string }
  /** The server or the push service answered why not. */
  | { kind: 'pushRejected'; reason: string; hasToken: boolean };

/** Statuses that are an answer about this push. */
const RESPONSES = new Set<CallError['status']>([400, 403, 404, 409, 422, 429]);

/**
 * Sends a push. A rejected one is followed by reading the device again: a token that the push service
 * calls unregistered has been cleared by the server.
 */
export function sendPush(input: { userId: number; token: string; push: Push }): Flow<Answered<PushOutcome>> {
  const { userId, token, push } = input;
  return async (dispatch) => {
    const { data, error } = await dispatch(
      staffApi.endpoints.sendPush.initiate({ query: { token }, body: push }, { track: false }),
    );
    if (error === undefined) {
      const message = data.message ?? '';
      return {
        data:
          data.success === false
            ? { kind: 'pushRejected', reason: message, hasToken: true }
            : { kind: 'pushAccepted', messageId: message },
      };
    }
    const failure = callErrorOf(error);
    if (failure.code !== 'PUSH_FAILED' && !RESPONSES.has(failure.status)) return { error };
    const { data: user } = await dispatch(
      staffApi.endpoints.getUserById.initiate({ id: userId }, { forceRefetch: true, subscribe: false }),
    );
    const hasToken = user === undefined || user.devices.some((device) => device.firebaseToken === token);
    return { data: { kind: 'pushRejected', reason: failure.reason ?? failure.message, hasToken } };
  };
}
