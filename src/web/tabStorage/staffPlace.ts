/**
 * Where a member of staff was when a call failed or the session ended. Kept in the tab's session
 * storage, fragment and all, and gone back to after /adept (design section 3).
 */
import type { KeyValueStorage } from '../platform/platform';
import { keepPath, takePath } from './keptPath';

const STORAGE_KEY = 'staffPlace';

/** Remembers a path of the console with its query and fragment. */
export function rememberStaffPlace(storage: KeyValueStorage, path: string): void {
  keepPath(storage, STORAGE_KEY, path);
}

/** The remembered place, once; null when there is none or it does not lead into this product. */
export function takeStaffPlace(storage: KeyValueStorage): string | null {
  return takePath(storage, STORAGE_KEY);
}
