/** Limits and measures of the product; what is sold and for how much is in `offerTerms.ts`. */

/** How long a hold button must be held, ms, and how often its progress is updated, ms. */
export const HOLD_DURATION_MS = 2000;
export const HOLD_TICK_MS = 16;

/** The wide layout applies above this window width, px. */
export const WIDE_LAYOUT_BREAKPOINT_PX = 740;

/** A gift key counts as a gift only when it is longer than this. */
export const GIFT_KEY_LENGTH_EXCEEDS = 10;

/** A stored email shorter than this means that nobody is signed in. */
export const STORED_EMAIL_MIN_LENGTH = 7;

/** Staff user search: entries per page. */
export const STAFF_SEARCH_PAGE_SIZE = 5;

/** Staff connection logs: entries shown. */
export const STAFF_LOGS_SHOWN = 5;

/** Gift QR code, px and modules. */
export const GIFT_QR_SIZE_PX = 512;
export const GIFT_QR_MARGIN = 2;

/** Sign-ins that the link of the last sign-in email of a day allows, and how long it works, hours. */
export const LAST_EMAIL_USES = 3;
export const LAST_EMAIL_HOURS = 24;

/** Digits of the code in a sign-in email: with the budgets of wrong codes (`throttle/limits.ts`) it is guessed by nobody. */
export const SIGN_IN_CODE_LENGTH = 8;

/** Lifetime of a sign-in link and its code, in minutes. */
export const EMAIL_LINK_MINUTES = 10;

/** `platform` of the email-link calls. */
export const EMAIL_LINK_PLATFORM = 'web';

/** Toasts close by themselves after this long, ms. */
export const TOAST_AUTO_CLOSE_MS = 5000;

/** Time to undo from a toast, ms. */
export const UNDO_TOAST_MS = 8000;

/** The key that, with Alt, moves the focus to the notifications. */
export const TOAST_FOCUS_KEY = 't';

/** Limits that this server sets. */
export const GIFT_MONTHS_MAX = 12_000;
export const GIFT_BATCH_SIZE_MAX = 500;
export const DEVICE_NAME_SHOWN_MAX = 20;
export const DEVICE_NAME_SHOWN_CUT = 17;
export const DEVICE_ID_SHOWN = 10;

/** Characters of what people type: the contract's bounds, and those of the fields that take it. */
export const EMAIL_TYPED_MAX = 320;
export const TRANSACTION_ID_TYPED_MAX = 64;
export const GIFT_BATCH_NAME_MAX = 80;
export const STAFF_COMMENT_MAX = 1000;
export const PAYMENT_ISSUE_NOTE_MAX = 500;
export const PUSH_TITLE_MAX = 200;
export const PUSH_TEXT_MAX = 1000;
export const PUSH_LINK_MAX = 2048;

/** Ours, not of the specification: ISO 8601 UTC of the server that answers, on every answer of the API. */
export const SERVER_TIME_HEADER = 'X-Server-Time';
