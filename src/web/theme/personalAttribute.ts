/**
 * Attribute on elements with the customer's identity. A prerendered page reserves their space and omits their content.
 */
export const PERSONAL_ATTRIBUTE = 'data-personal';
