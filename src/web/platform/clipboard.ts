/** Adapter of the system clipboard. */
import type { Clipboard } from './platform';

export function createClipboard(page: Window): Clipboard {
  return {
    copyText: async (text) => {
      try {
        const { clipboard } = page.navigator;
        if (typeof text === 'string') await clipboard.writeText(text);
        else if (typeof ClipboardItem === 'function') {
          const blob = text.then((content) => new Blob([content], { type: 'text/plain' }));
          await clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
        } else await clipboard.writeText(await text);
        return true;
      } catch {
        // The user denied access, the page is not served over HTTPS, or there is no text.
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
