/** Attributes of a button that copies a text before the application is there. */

/** The text that the button copies. */
export const COPY_ATTRIBUTE = 'data-copy';
/** Set once the text was copied without the application. */
export const COPIED_ATTRIBUTE = 'data-copied';
