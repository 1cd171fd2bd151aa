/**
 * Reacts to profile responses: dispatches an event if the subscription status changed, logs a warning if the server
 * rejects the profile request, and reports a failed profile request.
 */
import { createAction } from '@reduxjs/toolkit';
import { isFailureOf, isResponseOf, property } from '../../api/answered';
import { logFailure, logWarning } from '../../platform/log';
import type { FlowListeners } from '../flow';
import { reportFailure } from '../reportFailure';

/**
 * Action that is dispatched if the subscription status in a profile response differs from the previously known status.
 */
export const subscriptionStatusChanged = createAction<{ from: string | null; to: string | null }>(
  'identity/subscriptionStatusChanged',
);

const isProfileResponse = isResponseOf('getProfile');

export function listenToProfile(listeners: FlowListeners): void {
  listeners.startListening({
    predicate: isProfileResponse,
    effect: (action, listener) => {
      if (isProfileResponse(action) && !action.payload.success) {
        logWarning('Profile fetch failed');
        return;
      }
      const from = listener.getOriginalState().identity.subscriptionStatus;
      const to = listener.getState().identity.subscriptionStatus;
      if (from !== to) listener.dispatch(subscriptionStatusChanged({ from, to }));
    },
  });
  listeners.startListening({
    predicate: isFailureOf('getProfile'),
    effect: (action, { dispatch }) => {
      const status = property(action.payload, 'status');
      if (status === 401 || status === 'ABORTED' || status === undefined) return;
      const details = { status: typeof status === 'number' || typeof status === 'string' ? status : null };
      logFailure('Profile fetch failed', details);
      void dispatch(reportFailure('profileFetchFailed', details));
    },
  });
}
