/** Google sign-in. While it is switched off (`google.enabled`), nobody signs in by it. */
import type { Google } from './platform';

export function createGoogle(): Google {
  return {
    preload: () => undefined,
    signIn: () => Promise.resolve(null),
    signOut: () => Promise.resolve(),
  };
}
