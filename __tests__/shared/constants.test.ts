import * as constants from '../../src/shared/constants';

/** Checks the values of the product's limits. Prices and periods of the offer are only in `offerTerms.ts`. */
it.each([
  ['HOLD_DURATION_MS', 2000], // [number-6]
  ['HOLD_TICK_MS', 16], // [number-7]
  ['WIDE_LAYOUT_BREAKPOINT_PX', 740], // [number-8]
  ['GIFT_KEY_LENGTH_EXCEEDS', 10], // [number-9]
  ['STORED_EMAIL_MIN_LENGTH', 7], // [number-10]
  ['STAFF_SEARCH_PAGE_SIZE', 5], // [number-19]
  ['STAFF_LOGS_SHOWN', 5], // [number-20]
  ['GIFT_QR_SIZE_PX', 512], // [number-21]
  ['GIFT_QR_MARGIN', 2], // [number-21]
  ['EMAIL_LINK_PLATFORM', 'web'], // [number-12]
  ['TOAST_AUTO_CLOSE_MS', 5000], // [number-15]
] as const)('%s is %p', (name, value) => expect(constants[name]).toBe(value));
