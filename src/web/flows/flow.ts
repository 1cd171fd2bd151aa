/** The store as flows, hooks and routes see it, and a flow: a thunk over it that resolves to its outcome. */
import type {
  ListenerMiddlewareInstance,
  Store,
  ThunkAction,
  ThunkDispatch,
  UnknownAction,
} from '@reduxjs/toolkit';
import type { WithPersistedIdentity } from '../identity/persistence';
import type { Platform } from '../platform/platform';
import type { WithPayment } from './paymentSlice';

export type FlowState = WithPersistedIdentity & WithPayment;

/** A story of several calls. Never rejects: every way it can end is an outcome. */
export type Flow<Outcome> = ThunkAction<Promise<Outcome>, FlowState, Platform, UnknownAction>;

export type FlowDispatch = ThunkDispatch<FlowState, Platform, UnknownAction>;

/** The page's store, of which nobody below the composition needs more. */
export type FlowStore = Pick<Store<FlowState>, 'getState' | 'subscribe'> & { dispatch: FlowDispatch };

export type FlowListeners = ListenerMiddlewareInstance<FlowState, FlowDispatch>;
