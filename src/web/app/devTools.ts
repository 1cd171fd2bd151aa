/**
 * Redux DevTools: on where developers work, off in production, and never a place where a token or
 * a person can be read.
 */
import type { Action } from '@reduxjs/toolkit';
import type { ClientConfiguration } from '../../shared/configuration';
import { SECRET_NAMES } from '../../shared/secretNames';

const MASK = '•••';

/** Property names whose values are secrets or personal data, wherever they stand. */
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
  'accountId',
  'cardMask',
  // Of a device's link: whoever has it connects.
  'url',
]);

/** Actions whose whole payload is one private string. */
const PRIVATE_PAYLOADS = new Set([
  'identity/emailTyped',
  'identity/giftKeyStored',
  'identity/giftKeyFoundInLink',
  'identity/giftKeyRemoved',
]);

/** A copy of `value` with secrets and personal data masked, cache keys of calls included. */
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

/** `getProfile({"email":"…"})` names a person too. */
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

/** What `configureStore` takes as `devTools`. */
export function devToolsFor(mode: ClientConfiguration['mode'], isDevelopment: boolean) {
  if (mode !== 'sandbox' && !isDevelopment) return false;
  return {
    name: 'identity and api',
    actionSanitizer: maskedAction,
    stateSanitizer: maskedState,
    // The storage engine's own traffic says nothing to a developer.
    actionsDenylist: ['persist/'],
  };
}
