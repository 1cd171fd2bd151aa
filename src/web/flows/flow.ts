/** The types of a flow: a thunk over the store's state that resolves to its outcome. */
import type { ListenerMiddlewareInstance, ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { WithIdentity } from '../identity/selectors';
import type { Platform } from '../platform/platform';
import type { WithPayment } from './payment/paymentSlice';

export type FlowState = WithIdentity & WithPayment;

/** A story of several calls. Never rejects: every way it can end is an outcome. */
export type Flow<Outcome> = ThunkAction<Promise<Outcome>, FlowState, Platform, UnknownAction>;

export type FlowDispatch = ThunkDispatch<FlowState, Platform, UnknownAction>;

export type FlowListeners = ListenerMiddlewareInstance<FlowState, FlowDispatch>;
