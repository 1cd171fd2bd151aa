/** Widths of the browser tests' windows, in px: a phone, which most customers use, and a desktop, which staff use. */
export const PHONE_WIDTH = 390;
export const DESKTOP_WIDTH = 1440;
