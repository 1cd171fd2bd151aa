/**
 * Toasts about a failed change that a customer made, beside the screen's own words, which are the same for every
 * failure: that the server is under maintenance, or the code by which support finds the error. A change that staff
 * made is reported by their screen alone, in English.
 */
import type { UnknownAction } from '@reduxjs/toolkit';
import { isFailedCall, property } from '../api/answered';
import { type CallError, isUnavailable, supportCodeOf } from '../api/callError';
import { COMMON_TEXTS } from '../texts/common';
import { toast } from '../toasts/toasts';
import type { FlowListeners } from './flow';

/** Several calls fail together: it is said once in so many ms. */
const SAID_EVERY_MS = 10_000;

export function listenToFailures(listeners: FlowListeners, now: () => number): void {
  let saidAt = -Infinity;
  listeners.startListening({
    predicate: isChangeOfCustomer,
    effect: (action) => {
      const failure = (action as { payload?: unknown }).payload as CallError;
      const code = supportCodeOf(failure);
      if (code !== null) toast.info(COMMON_TEXTS.supportCodeLong(code));
      if (!isUnavailable(failure) || now() - saidAt < SAID_EVERY_MS) return;
      saidAt = now();
      toast.warning(COMMON_TEXTS.unavailable);
    },
  });
}

function isChangeOfCustomer(action: UnknownAction): boolean {
  if (!isFailedCall(action) || property(action.meta.arg, 'type') !== 'mutation') return false;
  // By who made the call: staff detach devices and sign in by calls that are not theirs alone.
  return property(property(action.meta, 'baseQueryMeta'), 'caller') === 'customer';
}
