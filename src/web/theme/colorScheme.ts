/**
 * Light and dark colour scheme. Follows the system setting unless the user chose a scheme, which MUI stores in
 * localStorage. The script `beforeApplication` sets the attribute on the document before the first paint, so that the
 * wrong scheme never appears. Afterwards MUI updates it.
 */
export const COLOR_SCHEME_ATTRIBUTE = 'data-color-scheme';

/** Storage key of MUI for the chosen scheme. */
export const COLOR_SCHEME_STORAGE_KEY = 'mui-mode';
