/**
 * Key-value storage of the browser that never throws. If the storage is blocked or full, the affected keys are kept in
 * memory and one warning is logged.
 */
import { logWarning } from './log';
import type { KeyValueStorage } from './platform';

/**
 * Returns whether the browser keeps local storage. It is blocked by a browser setting or in an in-app browser without
 * storage, where the property is null.
 */
export function isStorageAvailable(page: { readonly localStorage: Storage | null }): boolean {
  try {
    return page.localStorage !== null;
  } catch {
    return false;
  }
}

export function createBrowserStorage(page: Window, name: 'localStorage' | 'sessionStorage'): KeyValueStorage {
  /** Values that the browser storage did not accept. Null means that the storage key was removed. */
  const inMemory = new Map<string, string | null>();
  let wasLogged = false;

  const attempt = <Result>(action: (storage: Storage) => Result, otherwise: () => Result): Result => {
    try {
      return action(page[name]);
    } catch {
      if (!wasLogged)
        logWarning('Browser storage is unavailable, so values are kept in memory', { storage: name });
      wasLogged = true;
      return otherwise();
    }
  };

  return {
    get: (key) => {
      const held = inMemory.get(key);
      if (held !== undefined) return held;
      return attempt(
        (storage) => storage.getItem(key),
        () => null,
      );
    },
    set: (key, value) => {
      attempt(
        (storage) => {
          storage.setItem(key, value);
          inMemory.delete(key);
        },
        () => {
          inMemory.set(key, value);
        },
      );
    },
    remove: (key) => {
      attempt(
        (storage) => {
          storage.removeItem(key);
          inMemory.delete(key);
        },
        () => {
          inMemory.set(key, null);
        },
      );
    },
    onForeignChange: (listener) => {
      const onStorage = (event: StorageEvent) => {
        const isOurs = attempt(
          (storage) => event.storageArea === null || event.storageArea === storage,
          () => false,
        );
        if (!isOurs) return;
        if (event.key === null) inMemory.clear();
        else inMemory.delete(event.key);
        listener(event.key, event.newValue);
      };
      // Reread the storage when the user returns to the page, because a native shell writes to the storage of the same
      // document, for which the browser sends no storage event.
      const onReturn = () => listener(null, null);
      page.addEventListener('storage', onStorage);
      page.addEventListener('focus', onReturn);
      page.addEventListener('pageshow', onReturn);
      return () => {
        page.removeEventListener('storage', onStorage);
        page.removeEventListener('focus', onReturn);
        page.removeEventListener('pageshow', onReturn);
      };
    },
  };
}
