/**
 * Matchers of finished calls by the row's name. They let the identity slice listen to every
 * endpoint without loading it: the staff endpoints live in a chunk of their own, and so does the code that
 * announces `staffTokensFound`.
 */
import { createAction, isFulfilled, isRejected, type UnknownAction } from '@reduxjs/toolkit';
import type { BodyOf, ResponseOf } from '../../shared/contract/call';
import type { CallName, Contract } from '../../shared/contract/contract';

type OwnBearerCall = 'registerByGoogle' | 'activateGift' | 'logOut';

/** The argument with which an endpoint that has a body was called. */
type ArgumentOf<Name extends CallName> = Name extends OwnBearerCall
  ? { body: BodyOf<Contract[Name]> }
  : BodyOf<Contract[Name]>;

export interface AnsweredAction<Name extends CallName> {
  type: string;
  payload: ResponseOf<Contract[Name]>;
  meta: { arg: { endpointName: Name; originalArgs: ArgumentOf<Name> } };
}

/** Another tab has traded the refresh token: these are the tokens that it stored. */
export const staffTokensFound = createAction<{ accessToken: string | null; refreshToken: string | null }>(
  'api/staffTokensFound',
);

const isAnswered = isFulfilled();

/** True for the action of any call that failed with an answer or without. */
export const isFailedCall = isRejected();

/** True for the action of a call that was answered and whose answer fits the contract. */
export function isResponseOf<Name extends CallName>(name: Name) {
  return (action: UnknownAction): action is AnsweredAction<Name> & UnknownAction =>
    isAnswered(action) && endpointNameOf(action.meta.arg) === name;
}

/** True for the action of a call that failed. */
export function isFailureOf(name: CallName) {
  return (action: UnknownAction): boolean => isFailedCall(action) && endpointNameOf(action.meta.arg) === name;
}

function endpointNameOf(argument: unknown): unknown {
  return property(argument, 'endpointName');
}

/** A property of something unknown, or undefined. */
export function property(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
}
