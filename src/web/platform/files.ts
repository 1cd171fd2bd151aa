/** Adapter for downloading files that the page creates. */
import type { Files } from './platform';

/**
 * Time until the object URL is revoked, in ms. A browser may start reading the file after the click handler has
 * finished.
 */
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
