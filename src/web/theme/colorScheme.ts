/**
 * The light and the dark scheme: the system's word, unless the person chose otherwise. The attribute is
 * set on the document before the first paint (`beforeApplication`), so that no one sees the wrong scheme
 * flash by; afterwards it follows the choice, other tabs and the system.
 */
import { useSyncExternalStore } from 'react';
import type { KeyValueStorage } from '../platform/platform';

export const COLOR_SCHEME_ATTRIBUTE = 'data-color-scheme';

/** MUI's own name, under which the choices of earlier versions stand. */
export const COLOR_SCHEME_STORAGE_KEY = 'mui-mode';

export type ColorSchemeMode = 'system' | 'light' | 'dark';

const DARK_SYSTEM = '(prefers-color-scheme: dark)';

/** Those who show the choice. A browser tells other tabs only. */
const listeners = new Set<() => void>();

function chosenMode(storage: KeyValueStorage): ColorSchemeMode {
  const stored = storage.get(COLOR_SCHEME_STORAGE_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function showScheme(storage: KeyValueStorage): void {
  const mode = chosenMode(storage);
  const system = window.matchMedia(DARK_SYSTEM).matches ? 'dark' : 'light';
  document.documentElement.setAttribute(COLOR_SCHEME_ATTRIBUTE, mode === 'system' ? system : mode);
}

/** Keeps the document in the scheme of the choice, from now on. Returns what ends it. */
export function followColorScheme(storage: KeyValueStorage): () => void {
  const show = () => showScheme(storage);
  const system = window.matchMedia(DARK_SYSTEM);
  show();
  listeners.add(show);
  system.addEventListener('change', show);
  const stopListening = storage.onForeignChange(() => {
    for (const listener of listeners) listener();
  });
  return () => {
    listeners.delete(show);
    system.removeEventListener('change', show);
    stopListening();
  };
}

/** The choice, and what makes another one. */
export function useColorSchemeMode(storage: KeyValueStorage) {
  const mode = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => chosenMode(storage),
    () => 'system' as const,
  );
  const setMode = (next: ColorSchemeMode) => {
    storage.set(COLOR_SCHEME_STORAGE_KEY, next);
    for (const listener of listeners) listener();
  };
  return { mode, setMode };
}
