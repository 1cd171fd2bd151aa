/**
 * Where a member of staff was when a call failed or the session ended. Kept in the tab's session
 * storage, fragment and all, and gone back to after /adept (design section 3).
 */
import type { KeyValueStorage } from '../platform/platform';

const STORAGE_KEY = 'staffPlace';

/** Remembers a path of the console with its query and fragment. */
export function rememberStaffPlace(storage: KeyValueStorage, path: string): void {
  storage.set(STORAGE_KEY, path);
}

/** The remembered place, once; null when there is none or it does not lead into this product. */
export function takeStaffPlace(storage: KeyValueStorage): string | null {
  const path = storage.get(STORAGE_KEY);
  storage.remove(STORAGE_KEY);
  return path !== null && /^\/(?![/\\])/.test(path) ? path : null;
}
