/**
 * Action matchers for finished API requests, selected by the name of the API call. With these matchers, the identity
 * slice reacts to staff endpoints without importing them, because staff endpoints are in a separate chunk. The action
 * `staffTokensFound` is declared in this module for the same reason.
 */
import { createAction, isFulfilled, isRejected, type UnknownAction } from '@reduxjs/toolkit';
import type { BodyOf, ResponseOf } from '../../shared/contract/call';
import type { CallName, Contract } from '../../shared/contract/contract';

type OwnBearerCall = 'registerByGoogle' | 'activateGift' | 'logOut';

/** Argument type of the RTK Query endpoint for an API call with a request body. */
type ArgumentOf<Name extends CallName> = Name extends OwnBearerCall
  ? { body: BodyOf<Contract[Name]> }
  : BodyOf<Contract[Name]>;

export interface AnsweredAction<Name extends CallName> {
  type: string;
  payload: ResponseOf<Contract[Name]>;
  meta: { arg: { endpointName: Name; originalArgs: ArgumentOf<Name> } };
}

/**
 * Action dispatched when another tab has already refreshed the staff tokens. The payload contains the tokens that the
 * other tab stored.
 */
export const staffTokensFound = createAction<{ accessToken: string | null; refreshToken: string | null }>(
  'api/staffTokensFound',
);

const isAnswered = isFulfilled();

/** Returns whether the action reports a failed API request, with or without a response. */
export const isFailedCall = isRejected();

/**
 * Returns a matcher for successful responses of the named API call. A matched response has passed schema validation.
 *
 * @example
 * const isProfileResponse = isResponseOf('getProfile');
 * if (isProfileResponse(action)) action.payload.userInfo;
 */
export function isResponseOf<Name extends CallName>(name: Name) {
  return (action: UnknownAction): action is AnsweredAction<Name> & UnknownAction =>
    isAnswered(action) && readEndpointName(action.meta.arg) === name;
}

/** Returns a matcher for failed requests of the named API call. */
export function isFailureOf(name: CallName) {
  return (action: UnknownAction): boolean =>
    isFailedCall(action) && readEndpointName(action.meta.arg) === name;
}

function readEndpointName(argument: unknown): unknown {
  return property(argument, 'endpointName');
}

/** Returns the property of a value of unknown type, or undefined if the value is not an object. */
export function property(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
}
