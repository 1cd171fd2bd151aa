/** Types of flows and of the store that flows, hooks and routes use. A flow is a thunk that resolves to its outcome. */
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

/**
 * Thunk that makes several requests. The promise of a flow never rejects, because an error is one of the outcomes of
 * the flow.
 *
 * @example
 * const outcome = await dispatch(detachDevice(deviceId));
 * if (outcome.kind === 'detached') navigate(PATHS.profile);
 */
export type Flow<Outcome> = ThunkAction<Promise<Outcome>, FlowState, Platform, UnknownAction>;

export type FlowDispatch = ThunkDispatch<FlowState, Platform, UnknownAction>;

/** Store of the page, reduced to the members that layers below the composition root need. */
export type FlowStore = Pick<Store<FlowState>, 'getState' | 'subscribe'> & { dispatch: FlowDispatch };

export type FlowListeners = ListenerMiddlewareInstance<FlowState, FlowDispatch>;
