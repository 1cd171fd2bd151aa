/** Request schemas of the sandbox API that controls the fake card providers. */
import * as v from 'valibot';
import { shortText } from '../../shared/contract/fields';
import { REST_METHODS } from './fakeCardProvider/fakeCardProvider';
import { YOOKASSA_ACTIONS } from './fakeYooKassa/controls';

const NOTIFICATIONS_AT_ONCE_MAX = 100;
const DELAY_MAX_MS = 365 * 24 * 60 * 60 * 1000;
const AMOUNT_MAX_KOPECKS = 100_000_000;
const POSTPONED_DAYS_MAX = 365;
const SKEW_MAX_MS = 24 * 60 * 60 * 1000;

/** Number of times that a notification is sent. */
const copies = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(NOTIFICATIONS_AT_ONCE_MAX));
/** Delay of a notification in ms. */
const delayMs = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(DELAY_MAX_MS));
/** Time of a fake's clock minus time of the sandbox clock, in ms. */
const skewMs = v.pipe(v.number(), v.integer(), v.minValue(-SKEW_MAX_MS), v.maxValue(SKEW_MAX_MS));

export const notifyBody = v.object({
  type: v.picklist(['check', 'pay', 'fail', 'confirm', 'refund', 'recurrent', 'receipt']),
  copies: v.optional(copies, 1),
  delayMs: v.optional(delayMs, 0),
});
export const comingBody = v.object({
  drop: v.optional(v.boolean(), false),
  copies: v.optional(copies, 1),
  delayMs: v.optional(delayMs, 0),
});
export const failuresBody = v.object({
  method: v.picklist(REST_METHODS),
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000)), 1),
  status: v.optional(v.picklist([200, 429]), 200),
});
export const failNextBody = v.object({
  reasonCode: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9999))),
});
const kopecks = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(AMOUNT_MAX_KOPECKS));
export const recurringPaymentBody = v.variant('action', [
  v.object({ action: v.literal('amount'), amountKopecks: kopecks }),
  v.object({ action: v.literal('card'), number: shortText(40) }),
  v.object({
    action: v.literal('postpone'),
    days: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(POSTPONED_DAYS_MAX)),
  }),
]);
export const terminalBody = v.object({
  namesAccount: v.optional(v.boolean()),
  balanceKopecks: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)))),
  skewMs: v.optional(skewMs),
});

export const yooKassaActionBody = v.object({ action: v.picklist(YOOKASSA_ACTIONS) });

export const yooKassaSettingsBody = v.object({
  autopayments: v.exactOptional(v.boolean()),
  retriesInWidget: v.exactOptional(v.boolean()),
  refundsPend: v.exactOptional(v.boolean()),
  nextChargeReason: v.exactOptional(v.nullable(v.pipe(v.string(), v.maxLength(64)))),
  skewMs: v.exactOptional(skewMs),
  drop: v.exactOptional(v.boolean()),
  copies: v.exactOptional(copies),
  delayMs: v.exactOptional(delayMs),
});
