/** Widths of the browser tests' windows, in px: a phone, which most customers use, and a desktop, which staff use. */
export const PHONE_WIDTH = 390;
export const DESKTOP_WIDTH = 1440;

/** Widths at which the layout of the console is checked, in px. */
export const CONSOLE_WIDTHS = [PHONE_WIDTH, 1024, DESKTOP_WIDTH, 1920] as const;
