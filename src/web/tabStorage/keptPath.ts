/** A path of ours that is kept in the tab's session storage and gone back to once. */
import type { KeyValueStorage } from '../platform/platform';

/** Anything else would lead out of this product. */
const OWN_PATH = /^\/(?![/\\])/;

export function keepPath(storage: KeyValueStorage, key: string, path: string): void {
  storage.set(key, path);
}

/** The kept path, and never again; null when there is none or it does not lead into this product. */
export function takePath(storage: KeyValueStorage, key: string): string | null {
  const path = storage.get(key);
  storage.remove(key);
  return path !== null && OWN_PATH.test(path) ? path : null;
}
