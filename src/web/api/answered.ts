/**
 * Action matchers for finished requests, selected by contract row name. With them the identity slice can react to every
 * endpoint without importing it, because staff endpoints are in a separate chunk. The action `staffTokensFound` is here
 * for the same reason.
 */
import { createAction, isFulfilled, isRejected, type UnknownAction } from '@reduxjs/toolkit';
import type { BodyOf, ResponseOf } from '../../shared/contract/call';
import type { CallName, Contract } from '../../shared/contract/contract';

type OwnBearerCall = 'registerByGoogle' | 'activateGift' | 'logOut';

/** Argument type of the endpoint of a contract row that has a body. */
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
 * tab stored.
 */
export const staffTokensFound = createAction<{ accessToken: string | null; refreshToken: string | null }>(
  'api/staffTokensFound',
);

const isAnswered = isFulfilled();

/** Returns whether the action belongs to a failed request, with or without a response. */
export const isFailedCall = isRejected();

/**
 * Returns a matcher for a successful response of the named contract row, after the response passed schema validation.
 *
 * @example
 * const isProfileResponse = isResponseOf('getProfile');
 * if (isProfileResponse(action)) action.payload.userInfo;
 */
export function isResponseOf<Name extends CallName>(name: Name) {
  return (action: UnknownAction): action is AnsweredAction<Name> & UnknownAction =>
    isAnswered(action) && endpointNameOf(action.meta.arg) === name;
}

/** Returns a matcher for the failed request of the named contract row. */
export function isFailureOf(name: CallName) {
  return (action: UnknownAction): boolean => isFailedCall(action) && endpointNameOf(action.meta.arg) === name;
}

function endpointNameOf(argument: unknown): unknown {
  return property(argument, 'endpointName');
}

/** Returns the property of a value of unknown type, or undefined if the value is not an object. */
export function property(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
}
