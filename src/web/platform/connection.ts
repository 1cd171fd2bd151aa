/** Adapter of the browser's online status. */
import type { Connection } from './platform';

export function createConnection(page: Window): Connection {
  return {
    isOnline: () => page.navigator.onLine,
    onChange: (listener) => {
      page.addEventListener('online', listener);
      page.addEventListener('offline', listener);
      return () => {
        page.removeEventListener('online', listener);
        page.removeEventListener('offline', listener);
      };
    },
  };
}
