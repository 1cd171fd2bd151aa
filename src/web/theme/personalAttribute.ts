/**
 * Attribute on the element with the customer's email address. A prerendered page reserves the space of this element, and
 * the inline script writes the stored address into it. The value of the attribute is the address that the script has
 * written, or empty if the element is still hidden.
 */
export const PERSONAL_ATTRIBUTE = 'data-personal';
