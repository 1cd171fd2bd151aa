/**
 * What the API layer, which RTK Query types loosely, may ask of its surroundings: the platform in
 * the thunks' extra argument and the stored tokens in the state.
 */
import type { Platform } from '../platform/platform';

/** The platform of a store made by `createStore`. Throws TypeError elsewhere. */
export function platformIn(extra: unknown): Platform {
  if (isPlatform(extra)) return extra;
  throw new TypeError('the store was not made by createStore');
}

function isPlatform(extra: unknown): extra is Platform {
  return typeof extra === 'object' && extra !== null && 'fetch' in extra && 'configuration' in extra;
}

/** The stored bearer token, or null. */
export function bearerIn(state: unknown): string | null {
  return identityField(state, 'accessToken');
}

/** The stored refresh token of staff, or null. */
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
