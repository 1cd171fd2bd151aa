/**
 * The key of an opened gift link until it is checked. It leaves the address bar at once, and a
 * reload of the tab still finds it.
 */
import type { KeyValueStorage } from '../platform/platform';

const STORAGE_KEY = 'giftLink';

export function keepGiftLink(storage: KeyValueStorage, key: string): void {
  storage.set(STORAGE_KEY, key);
}

/** Null when no link was opened in this tab, or its gift is known already. */
export function readGiftLink(storage: KeyValueStorage): string | null {
  return storage.get(STORAGE_KEY);
}

export function forgetGiftLink(storage: KeyValueStorage): void {
  storage.remove(STORAGE_KEY);
}
