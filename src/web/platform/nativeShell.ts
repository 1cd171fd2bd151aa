/** The bridge to the native shell. On the plain web there is none, and nothing happens. */
import type { NativeShell } from './platform';

export function createNativeShell(): NativeShell {
  return {
    logOut: () => undefined,
    pay: () => undefined,
    gAuth: () => undefined,
  };
}
