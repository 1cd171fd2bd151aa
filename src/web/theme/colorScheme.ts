/**
 * Light and dark colour scheme. The colour scheme follows the system setting unless the user has chosen a scheme, which
 * MUI stores in localStorage. The script `beforeApplication` sets the colour scheme attribute on the document before
 * the first paint, so that the wrong scheme never appears. After the first paint, MUI updates the attribute.
 */
export const COLOR_SCHEME_ATTRIBUTE = 'data-color-scheme';

/** Storage key of MUI for the chosen scheme. */
export const COLOR_SCHEME_STORAGE_KEY = 'mui-mode';
