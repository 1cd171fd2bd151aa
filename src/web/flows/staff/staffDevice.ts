/** Sends pushes from the staff console to a customer's device and returns the delivery result. */
import type { Push } from '../../../shared/contract/staff';
import { type Answered, type CallError, toCallError } from '../../api/callError';
import { staffApi } from '../../api/endpoints/staff';
import type { Flow } from '../flow';
import { endRead } from '../readAnew';

export type PushOutcome =
  /** The push service accepted the push. `messageId` is the id that the push service assigned, or an empty string. */
  | { kind: 'pushAccepted'; messageId: string }
  /** The server or the push service rejected the push with a reason. */
  | { kind: 'pushRejected'; reason: string; hasToken: boolean };

/** HTTP statuses that mean that the server has rejected the push, in contrast to an outage of the server. */
const RESPONSES = new Set<CallError['status']>([400, 403, 404, 409, 422, 429]);

/**
 * Sends a push to a customer's device. After a rejection the device is refetched, because the server clears a push
 * token that the push service reports as unregistered.
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
    const failure = toCallError(error);
    if (failure.code !== 'PUSH_FAILED' && !RESPONSES.has(failure.status)) return { error };
    await endRead(dispatch(staffApi.util.getRunningQueryThunk('getUserById', { id: userId })));
    const { data: user } = await dispatch(
      staffApi.endpoints.getUserById.initiate({ id: userId }, { forceRefetch: true, subscribe: false }),
    );
    const hasToken = user === undefined || user.devices.some((device) => device.firebaseToken === token);
    return { data: { kind: 'pushRejected', reason: failure.reason ?? failure.message, hasToken } };
  };
}
