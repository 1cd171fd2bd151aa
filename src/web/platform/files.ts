/** Files that the page gives to the person. */
import type { Files } from './platform';

/** A browser may begin to read a saved file after the click is over, ms. */
const READ_WITHIN_MS = 60_000;

export function createFiles(page: Window): Files {
  return {
    save: (name, content) => {
      const address = URL.createObjectURL(content);
      const link = page.document.createElement('a');
      link.href = address;
      link.download = name;
      link.click();
      page.setTimeout(() => URL.revokeObjectURL(address), READ_WITHIN_MS);
    },
  };
}
