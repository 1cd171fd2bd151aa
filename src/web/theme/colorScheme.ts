/**
 * The light and the dark scheme: the system's word, unless the person chose otherwise (the choice
 * is kept by MUI in localStorage). The attribute is set on the document before the first paint
 * (`beforeApplication`), so that no one sees the wrong scheme flash by; afterwards MUI keeps it up to date.
 */
export const COLOR_SCHEME_ATTRIBUTE = 'data-color-scheme';

/** MUI's own storage name for the choice. */
export const COLOR_SCHEME_STORAGE_KEY = 'mui-mode';
