/**
 * What follows from the ways a session ends: a 401 of a customer's call ends it, a 5xx or a lost
 * network never does; and whoever comes next never sees what the cache held for the one before.
 */
import type { UnknownAction } from '@reduxjs/toolkit';
import { api } from '../api/api';
import { isFailedCall, property } from '../api/answered';
import type { FlowListeners } from './flow';
import type { IdentityState } from '../identity/identityState';
import { sessionEnded } from '../identity/identitySlice';
import { selectIsStaff } from '../identity/selectors';

const CUSTOMER_AUDIENCES = new Set<unknown>(['customer', 'customerOrGoogle', 'customerOrStaff']);

export function listenToSession(listeners: FlowListeners): void {
  listeners.startListening({
    predicate: (action, state) =>
      isUnauthorized(action) && isSomebody(state.identity) && !selectIsStaff(state),
    effect: (_action, { dispatch }) => {
      dispatch(sessionEnded());
    },
  });
  listeners.startListening({
    predicate: (_action, state, before) =>
      state.identity.email !== before.identity.email || selectIsStaff(state) !== selectIsStaff(before),
    effect: (_action, { dispatch }) => {
      dispatch(api.util.resetApiState());
    },
  });
}

/** A call of the signed-in customer, made with the token that is stored now, was answered with 401. */
function isUnauthorized(action: UnknownAction): boolean {
  if (!isFailedCall(action) || property(action.payload, 'status') !== 401) return false;
  const meta = property(action.meta, 'baseQueryMeta');
  return property(meta, 'withCurrentToken') === true && CUSTOMER_AUDIENCES.has(property(meta, 'audience'));
}

function isSomebody(identity: IdentityState): boolean {
  return identity.email !== null || identity.accessToken !== null;
}
