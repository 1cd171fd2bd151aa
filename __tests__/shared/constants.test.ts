import * as constants from '../../src/shared/constants';

/** Spec section 9, row by row. */
it.each([
  ['MONTHLY_PRICE_RUB', 449],
  ['WEB_TRIAL_DAYS', 7],
  ['MOBILE_TRIAL_DAYS', 2],
  ['CAMPAIGN_TRIAL_PRICE_RUB', 1],
  ['CAMPAIGN_TRIAL_DAYS', 7],
  ['MAX_DEVICES', 3],
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
