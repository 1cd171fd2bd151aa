/** Adapter of the system clipboard. */
import type { Clipboard } from './platform';

export function createClipboard(page: Window): Clipboard {
  return {
    copyText: async (text) => {
      try {
        await page.navigator.clipboard.writeText(text);
        return true;
      } catch {
        // The user denied access, or the page is not served over HTTPS.
        return false;
      }
    },
    copyImage: async (image) => {
      try {
        await page.navigator.clipboard.write([new ClipboardItem({ 'image/png': image })]);
        return true;
      } catch {
        return false;
      }
    },
  };
}
