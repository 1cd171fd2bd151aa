/**
 * Matchers of finished calls by the row's name. They let the identity slice listen to every
 * endpoint without loading it: the staff endpoints live in a chunk of their own.
 */
import type { UnknownAction } from '@reduxjs/toolkit';
import type { BodyOf, ResponseOf } from '../../shared/contract/call';
import type { CallName, Contract } from '../../shared/contract/contract';

type OwnBearerCall = 'registerByGoogle' | 'activateGift' | 'logOut';

/** The argument with which an endpoint that has a body was called. */
export type ArgumentOf<Name extends CallName> = Name extends OwnBearerCall
  ? { body: BodyOf<Contract[Name]> }
  : BodyOf<Contract[Name]>;

export interface AnsweredAction<Name extends CallName> {
  type: string;
  payload: ResponseOf<Contract[Name]>;
  meta: { arg: { endpointName: Name; originalArgs: ArgumentOf<Name> } };
}

/** True for the action of a call that was answered and whose answer fits the contract. */
export function isAnswerOf<Name extends CallName>(name: Name) {
  return (action: UnknownAction): action is AnsweredAction<Name> & UnknownAction =>
    /^api\/execute(?:Query|Mutation)\/fulfilled$/.test(action.type) && endpointNameOf(action) === name;
}

/** True for the action of a call that failed. */
export function isFailureOf(name: CallName) {
  return (action: UnknownAction): boolean => isFailedCall(action) && endpointNameOf(action) === name;
}

/** True for the action of any call that failed with an answer or without. */
export function isFailedCall(action: UnknownAction): boolean {
  return /^api\/execute(?:Query|Mutation)\/rejected$/.test(action.type);
}

function endpointNameOf(action: UnknownAction): unknown {
  return at(at(at(action, 'meta'), 'arg'), 'endpointName');
}

/** A property of something unknown, or undefined. */
export function at(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
}
