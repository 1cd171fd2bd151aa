/**
 * Configuration of Redux DevTools. Redux DevTools are enabled in the sandbox and in development, and disabled in
 * production. Tokens and personal data are always masked.
 */
import type { Action } from '@reduxjs/toolkit';
import type { ClientConfiguration } from '../../shared/configuration';
import { SECRET_NAMES } from '../../shared/secretNames';

const MASK = '•••';

/** Names of properties whose values are secrets or personal data, at any depth. */
const PRIVATE_NAMES = new Set([
  ...SECRET_NAMES,
  'uid',
  'email',
  'emailForSignIn',
  'emailFromQuery',
  'emailPart',
  'photoURL',
  'username',
  'receiptEmail',
  'receiptPhone',
  'phone',
  'accountId',
  'cardMask',
  // The URL of a device link is a secret, because anyone who has it can connect.
  'url',
  // Files of a data export.
  'html',
  'json',
]);

/** Action types whose whole payload is a secret or personal data. */
const PRIVATE_PAYLOADS = new Set([
  'identity/emailTyped',
  'identity/giftKeyStored',
  'identity/giftKeyFoundInLink',
  'identity/giftKeyRemoved',
]);

/**
 * Returns a copy of `value` in which secrets and personal data are masked, including the arguments in RTK Query cache
 * keys.
 */
function masked(value: unknown): unknown {
  if (typeof value === 'string') return maskedCacheKey(value);
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [name, held] of Object.entries(value)) {
    const shown = PRIVATE_NAMES.has(name) && isHeld(held) ? MASK : masked(held);
    copy[freeName(copy, maskedCacheKey(name))] = shown;
  }
  return copy;
}

function isHeld(value: unknown): boolean {
  return typeof value === 'string' ? value !== '' : typeof value === 'number';
}

/** An RTK Query cache key such as `getProfile({"email":"…"})` contains personal data too. */
function maskedCacheKey(text: string): string {
  return text.replace(/^(\w+)\([\s\S]+\)$/, `$1(${MASK})`);
}

function freeName(taken: Record<string, unknown>, name: string): string {
  let free = name;
  for (let count = 2; Object.hasOwn(taken, free); count += 1) free = `${name} ${count}`;
  return free;
}

function maskedAction<A extends Action>(action: A): A {
  const shown: unknown = masked(action);
  const payload = PRIVATE_PAYLOADS.has(action.type) ? { payload: MASK } : {};
  return { ...action, ...(typeof shown === 'object' ? shown : {}), ...payload };
}

function maskedState<S>(state: S): S {
  const shown: unknown = masked(state);
  return { ...state, ...(typeof shown === 'object' ? shown : {}) };
}

/** Returns the `devTools` option of `configureStore`. */
export function devToolsFor(mode: ClientConfiguration['mode'], isDevelopment: boolean) {
  if (mode !== 'sandbox' && !isDevelopment) return false;
  return {
    name: 'identity and api',
    actionSanitizer: maskedAction,
    stateSanitizer: maskedState,
    // The internal actions of redux-persist are omitted, because they do not help a developer.
    actionsDenylist: ['persist/'],
  };
}
