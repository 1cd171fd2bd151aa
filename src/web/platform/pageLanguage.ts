/**
 * The language of the page that is shown: Russian, but for the console. It stands in the document, where
 * screen readers look, and words that belong to no screen follow it.
 */
import { useEffect, useSyncExternalStore } from 'react';

export type PageLanguage = 'ru' | 'en';

const USUAL: PageLanguage = 'ru';

let current: PageLanguage = USUAL;
const listeners = new Set<() => void>();

function set(language: PageLanguage): void {
  current = language;
  document.documentElement.lang = language;
  listeners.forEach((listener) => listener());
}

/** While the screen that calls it is shown, the page is in English. */
export function useEnglishPage(): void {
  useEffect(() => {
    set('en');
    return () => set(USUAL);
  }, []);
}

export function usePageLanguage(): PageLanguage {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
    () => USUAL,
  );
}
