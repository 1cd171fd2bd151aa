/** Limits, durations and lengths that several parts of the product share. Prices and trial lengths are in `offerTerms.ts`. */

/**
 * Time in ms for which a hold button must be pressed, and interval in ms between updates of the button's progress bar.
 */
export const HOLD_DURATION_MS = 2000;
export const HOLD_TICK_MS = 16;

/** Window width in px above which the wide layout is used. */
export const WIDE_LAYOUT_BREAKPOINT_PX = 740;

/** A gift key is accepted only if it is longer than this number of characters. */
export const GIFT_KEY_LENGTH_EXCEEDS = 10;

/** Minimum length of the email in browser storage. A shorter stored email means that no user is signed in. */
export const STORED_EMAIL_MIN_LENGTH = 7;

/** Number of customers on a page of the staff customer search. */
export const STAFF_SEARCH_PAGE_SIZE = 5;

/** Number of connection log entries that the staff console shows. */
export const STAFF_LOGS_SHOWN = 5;

/** Size of the gift QR code image in px, and width of its quiet zone in QR modules. */
export const GIFT_QR_SIZE_PX = 512;
export const GIFT_QR_MARGIN = 2;

/** Number of sign-ins allowed by the link in the last sign-in email of a day, and validity of this link in hours. */
export const LAST_EMAIL_USES = 3;
export const LAST_EMAIL_HOURS = 24;

/**
 * Number of digits of the code in a sign-in email. The limits on wrong codes in `throttle/limits.ts` make it infeasible
 * to guess a sign-in code.
 */
export const SIGN_IN_CODE_LENGTH = 8;

/** Validity of a sign-in link and its code, in minutes. */
export const EMAIL_LINK_MINUTES = 10;

/** Value of the request field `platform` in the API calls for sign-in links. */
export const EMAIL_LINK_PLATFORM = 'web';

/** Display time of a toast without a button, in ms. */
export const TOAST_AUTO_CLOSE_MS = 5000;

/** Display time of a toast with an undo button, in ms. */
export const UNDO_TOAST_MS = 8000;

/** Key that moves the keyboard focus to the toasts when pressed together with Alt. */
export const TOAST_FOCUS_KEY = 't';

/** Limits of gifts and of displayed device names. Longer device names and device ids are truncated. */
export const GIFT_MONTHS_MAX = 12_000;
export const GIFT_BATCH_SIZE_MAX = 500;
export const DEVICE_NAME_SHOWN_MAX = 20;
export const DEVICE_NAME_SHOWN_CUT = 17;
export const DEVICE_ID_SHOWN = 10;
/** Number of shown characters of a uid in the search results of the staff console. */
export const UID_SHOWN = 18;
/** Length of a support code, which is the beginning of the id of a failed request. */
export const SUPPORT_CODE_LENGTH = 8;

/** Maximum number of characters in text fields, used by the API schemas and by the input fields of the pages. */
export const EMAIL_TYPED_MAX = 320;
export const TRANSACTION_ID_TYPED_MAX = 64;
export const GIFT_BATCH_NAME_MAX = 80;
export const STAFF_COMMENT_MAX = 1000;
export const PAYMENT_ISSUE_NOTE_MAX = 500;
export const PUSH_TITLE_MAX = 200;
export const PUSH_TEXT_MAX = 1000;
export const PUSH_LINK_MAX = 2048;

/**
 * Response header with the server time in ISO 8601 UTC, sent with every API response. The header `X-Server-Time` is an
 * addition to the specified API.
 */
export const SERVER_TIME_HEADER = 'X-Server-Time';

/**
 * Response header with the encoded maintenance notice (`notice.ts`), sent with every response of an API call while there is
 * a notice. The header is an addition to the specified API.
 */
export const NOTICE_HEADER = 'X-Notice';

/** Limits of a maintenance notice: characters, lines, and days until its end. */
export const NOTICE_TEXT_MAX = 200;
export const NOTICE_LINES_MAX = 6;
export const NOTICE_DAYS_MAX = 14;

/** Days in which a change of address can be taken back, and in which the former address is reserved. */
export const EMAIL_RESERVED_DAYS = 7;
