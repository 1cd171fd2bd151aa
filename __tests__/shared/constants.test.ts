import * as constants from '../../src/shared/constants';

/** The product's limits, row by row; its prices and periods are in `offerTerms.ts` alone. */
it.each([
  ['HOLD_DURATION_MS', 2000],
  ['HOLD_TICK_MS', 16],
  ['WIDE_LAYOUT_BREAKPOINT_PX', 740],
  ['GIFT_KEY_LENGTH_EXCEEDS', 10],
  ['STORED_EMAIL_MIN_LENGTH', 7],
  ['STAFF_SEARCH_PAGE_SIZE', 5],
  ['STAFF_LOGS_SHOWN', 5],
  ['GIFT_QR_SIZE_PX', 512],
  ['GIFT_QR_MARGIN', 2],
  ['EMAIL_LINK_PLATFORM', 'web'],
  ['TOAST_AUTO_CLOSE_MS', 5000],
  ['POPUP_CLOSED_GRACE_MS', 8000],
  ['POPUP_WIDTH_PX', 500],
  ['POPUP_HEIGHT_PX', 600],
] as const)('%s is %p', (name, value) => expect(constants[name]).toBe(value));
