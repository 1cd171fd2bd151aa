/**
 * Attribute on elements with the customer's identity. A prerendered page reserves the space of these elements and omits
 * their content.
 */
export const PERSONAL_ATTRIBUTE = 'data-personal';
