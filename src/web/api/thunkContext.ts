/**
 * Typed access to the store for the API layer, because RTK Query types the state and the extra argument as unknown.
 * Reads the platform from the thunks' extra argument and the tokens from the state.
 */
import type { Platform } from '../platform/platform';

/** Returns the platform of a store that `createStore` made. Throws `TypeError` if another function created the Redux store. */
export function platformIn(extra: unknown): Platform {
  if (isPlatform(extra)) return extra;
  throw new TypeError('the store was not created by createStore');
}

function isPlatform(extra: unknown): extra is Platform {
  return typeof extra === 'object' && extra !== null && 'fetch' in extra && 'configuration' in extra;
}

/** Returns the stored bearer token, or null. */
export function bearerIn(state: unknown): string | null {
  return identityField(state, 'accessToken');
}

/** Returns the stored refresh token of staff, or null. */
export function refreshTokenIn(state: unknown): string | null {
  return identityField(state, 'refreshToken');
}

function identityField(state: unknown, field: 'accessToken' | 'refreshToken'): string | null {
  const identity = property(state, 'identity');
  const value = property(identity, field);
  return typeof value === 'string' && value !== '' ? value : null;
}

function property(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
}
