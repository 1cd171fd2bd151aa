/**
 * Shows a toast when a customer's change fails because of maintenance or an unexpected server error. The toast adds the
 * maintenance notice or the support code to the generic error of the screen. A staff screen reports its own failures in
 * English.
 */
import type { UnknownAction } from '@reduxjs/toolkit';
import { isFailedCall, property } from '../api/answered';
import { type CallError, deriveSupportCode, isUnavailable } from '../api/callError';
import { COMMON_TEXTS } from '../texts/common';
import { toast } from '../toasts/toasts';
import type { FlowListeners } from './flow';

/** Minimum interval between two maintenance toasts, in ms, because several requests usually fail together. */
const SAID_EVERY_MS = 10_000;

export function listenToFailures(listeners: FlowListeners, now: () => number): void {
  let saidAt = -Infinity;
  listeners.startListening({
    predicate: isChangeOfCustomer,
    effect: (action) => {
      const failure = (action as { payload?: unknown }).payload as CallError;
      const code = deriveSupportCode(failure);
      if (code !== null) toast.info(COMMON_TEXTS.supportCodeLong(code));
      if (!isUnavailable(failure) || now() - saidAt < SAID_EVERY_MS) return;
      saidAt = now();
      toast.warning(COMMON_TEXTS.unavailable);
    },
  });
}

function isChangeOfCustomer(action: UnknownAction): boolean {
  if (!isFailedCall(action) || property(action.meta.arg, 'type') !== 'mutation') return false;
  // Check the caller instead of the name of the API call, because staff and customers share some API calls, such as
  // detaching a device.
  return property(property(action.meta, 'baseQueryMeta'), 'caller') === 'customer';
}
