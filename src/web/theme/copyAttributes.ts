/** Attributes of a button that can copy text before hydration. */

/** Attribute with the text that the button copies. */
export const COPY_ATTRIBUTE = 'data-copy';
/** Attribute that is set after the text was copied before hydration. */
export const COPIED_ATTRIBUTE = 'data-copied';
