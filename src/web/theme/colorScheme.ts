/**
 * The light and the dark scheme: the system's word, unless the person chose otherwise (the choice
 * is kept by MUI in localStorage, `mui-mode`). The attribute is set on the document before the
 * first paint, so that no one sees the wrong scheme flash by.
 */
export const COLOR_SCHEME_ATTRIBUTE = 'data-color-scheme';

/** MUI's own storage name for the choice. */
const COLOR_SCHEME_STORAGE_KEY = 'mui-mode';

/** The part of a window that tells the scheme. */
export interface SchemeWindow {
  document: Document;
  localStorage: Pick<Storage, 'getItem'>;
  matchMedia: (query: string) => { matches: boolean };
}

/**
 * Sets the scheme on the document. Call it before the first render; afterwards MUI keeps it up to
 * date. Blocked storage means the system's word.
 */
export function applyColorScheme(target: SchemeWindow): void {
  target.document.documentElement.setAttribute(
    COLOR_SCHEME_ATTRIBUTE,
    chosenScheme(target) ?? systemScheme(target),
  );
}

function chosenScheme(target: SchemeWindow): 'light' | 'dark' | null {
  try {
    const chosen = target.localStorage.getItem(COLOR_SCHEME_STORAGE_KEY);
    return chosen === 'light' || chosen === 'dark' ? chosen : null;
  } catch {
    return null;
  }
}

function systemScheme(target: SchemeWindow): 'light' | 'dark' {
  return target.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
