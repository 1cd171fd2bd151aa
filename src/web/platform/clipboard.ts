/** The system clipboard. */
import type { Clipboard } from './platform';

export function createClipboard(page: Window): Clipboard {
  return {
    copyText: async (text) => {
      try {
        await page.navigator.clipboard.writeText(text);
        return true;
      } catch {
        // Refused by the person, or the page is not served securely.
        return false;
      }
    },
  };
}
