/**
 * Reacts to the end of a session. A 401 response to a customer's request ends the session, but a 5xx response or a
 * network failure does not. When the signed-in user changes, the cache and the tab storage of the previous user are
 * cleared.
 */
import type { UnknownAction } from '@reduxjs/toolkit';
import { letsCustomersIn } from '../../shared/contract/call';
import { normalizeUsername } from '../../shared/staffRules';
import { isFailedCall, isResponseOf, property } from '../api/answered';
import { api } from '../api/api';
import { sessionEnded } from '../identity/identitySlice';
import type { IdentityState } from '../identity/identityState';
import { selectIsNamedByQuery, selectIsSignedIn, selectIsStaff } from '../identity/selectors';
import type { KeyValueStorage } from '../platform/platform';
import { clearTabStorage, openTabForStaff, removeTabValue } from '../tabStorage/tabStorage';
import { FLOW_TEXTS } from '../texts/flows';
import { toast } from '../toasts/toasts';
import type { FlowListeners } from './flow';

const isStaffLogin = isResponseOf('staffLogin');
const isStaffMe = isResponseOf('getStaffMe');

export function listenToSession(listeners: FlowListeners, tab: KeyValueStorage): void {
  listeners.startListening({
    predicate: (action, state) =>
      (isRejected(action, 401) || (isRejected(action, 403) && selectIsNamedByQuery(state))) &&
      isSomebody(state.identity) &&
      !selectIsStaff(state),
    effect: (_action, { dispatch, getOriginalState }) => {
      dispatch(sessionEnded());
      // Show no message about an ended session to a user who was identified only by the URL query, because this user
      // had no session.
      if (!selectIsNamedByQuery(getOriginalState())) toast.info(FLOW_TEXTS.sessionEnded);
    },
  });
  listeners.startListening({
    predicate: (_action, state, before) =>
      state.identity.email !== before.identity.email || selectIsStaff(state) !== selectIsStaff(before),
    effect: (_action, listener) => {
      const before = listener.getOriginalState();
      const now = listener.getState();
      // Staff and customers share one stored token, so a staff sign-in signs out the customer, and a customer sign-in
      // signs out staff.
      if (selectIsStaff(before) && selectIsSignedIn(now)) clearTabStorage('staff', tab);
      if (selectIsSignedIn(before) && selectIsStaff(now)) {
        clearTabStorage('customer', tab);
        clearTabStorage('visitor', tab);
      }
      listener.dispatch(api.util.resetApiState());
    },
  });
  listeners.startListening({
    predicate: (action) => isStaffLogin(action) || isStaffMe(action),
    effect: (action) => {
      if (isStaffLogin(action)) {
        openTabForStaff(tab, normalizeUsername(action.meta.arg.originalArgs.username));
        // Reset the counter of token renewals, because the counted renewals belong to the previous session.
        removeTabValue(tab, 'staffRefreshes');
      }
      if (isStaffMe(action)) openTabForStaff(tab, normalizeUsername(action.payload.username));
    },
  });
}

/**
 * Returns whether a customer's request got the given HTTP status. Only requests with the currently stored token count.
 */
function isRejected(action: UnknownAction, status: 401 | 403): boolean {
  if (!isFailedCall(action) || property(action.payload, 'status') !== status) return false;
  const meta = property(action.meta, 'baseQueryMeta');
  const audience = property(meta, 'audience');
  return (
    property(meta, 'withCurrentToken') === true && typeof audience === 'string' && letsCustomersIn(audience)
  );
}

function isSomebody(identity: IdentityState): boolean {
  return identity.email !== null || identity.accessToken !== null;
}
