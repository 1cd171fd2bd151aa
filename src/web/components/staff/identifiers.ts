/** Rule of the searches for customers by exact identifier. */

/** Minimum length of an identifier that is not a number, in characters. */
const FROM_LENGTH = 3;

/** Returns whether a text may be an identifier. Payments, customers and VPN credentials may have short numbers. */
export const mayBeIdentifier = (text: string): boolean =>
  text.length >= FROM_LENGTH || /^[#№]?\d+$/.test(text);
