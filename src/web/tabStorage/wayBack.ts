/**
 * Where a customer wanted to go when the sign-in came between. Kept in the tab's session storage,
 * since the way leads over /wait and /confirm.
 */
import type { KeyValueStorage } from '../platform/platform';
import { keepPath, takePath } from './keptPath';

const STORAGE_KEY = 'wayBack';

/** Remembers a path of ours with its query. */
export function rememberWayBack(storage: KeyValueStorage, path: string): void {
  keepPath(storage, STORAGE_KEY, path);
}

/** The remembered path, once; null when there is none or it does not lead into this product. */
export function takeWayBack(storage: KeyValueStorage): string | null {
  return takePath(storage, STORAGE_KEY);
}
