/**
 * Language of the current page: Russian, except for the staff console. The language is written to the `lang` attribute
 * for screen readers. Texts that do not belong to a screen use this language.
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

/** Hook that sets the page language to English while the calling screen is mounted. */
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
