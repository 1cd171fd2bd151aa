/**
 * API call for the product's analytics, which are daily rollups of the ledger. A day starts at midnight in Moscow, and
 * amounts are in rubles.
 */
import * as v from 'valibot';
import { isCalendarDay } from '../validation';
import { calls } from './call';
import { rubles } from './fields';

const day = v.pipe(v.string(), v.maxLength(10), v.isoDate(), v.check(isCalendarDay, 'not an existing day'));

/** Maximum length of the requested period, in days. */
export const ANALYTICS_MAX_DAYS = 366;

/** Counts and amounts of the events of a day or a period. */
const happened = {
  /** Number and total amount of all payments, including payments that were refunded later. */
  payments: v.number(),
  paid: rubles,
  /** Number and total amount of refunds and of released card authorizations. */
  refunds: v.number(),
  refunded: rubles,
  /** Number and total amount of chargebacks by the payers' banks. */
  chargebacks: v.number(),
  chargedBack: rubles,
  /** Number of declined monthly charges, and number of declined first payments. */
  failedCharges: v.number(),
  failedFirstPayments: v.number(),
  trialsBegun: v.number(),
  /** Number of trials whose first monthly charge was paid in this period, regardless of when the trial started. */
  trialsConverted: v.number(),
  /** Number of trials that started in this period and were charged for a month later. */
  trialsCharged: v.number(),
  /** Number of customers whose monthly charges started, and number of customers whose monthly charges ended. */
  joined: v.number(),
  left: v.number(),
  giftsUsed: v.number(),
};

/** Number of customers by state at the end of a day. */
const standing = {
  /** Number of customers with the status ACTIVE, CANCELED with remaining access, and GIFTED. */
  active: v.number(),
  cancelled: v.number(),
  gifted: v.number(),
  /** Number of active customers with monthly charges, and the sum of these charges per month in rubles. */
  paying: v.number(),
  monthly: rubles,
};

const analyticsOfDay = v.object({ day: v.string(), ...happened, ...standing });
export type AnalyticsOfDay = v.InferOutput<typeof analyticsOfDay>;

const paidByKind = v.object({
  /**
   * Kind of payment: `check` (ruble that verifies a card), `campaign`, `first`, `charge`, or `surplus` (payment that is
   * refunded).
   */
  kind: v.string(),
  payments: v.number(),
  paid: rubles,
});

const partner = v.object({
  /** Partner prefix, as in the link /pay?i=… */
  prefix: v.string(),
  trialsBegun: v.number(),
  trialsConverted: v.number(),
  paid: rubles,
  returned: rubles,
});
export type PartnerAnalytics = v.InferOutput<typeof partner>;

export const staffAnalyticsCalls = calls({
  readAnalytics: {
    path: 'panel/analytics/read',
    audience: 'staff:readAnalytics',
    kind: 'read',
    body: v.object({
      /** First and last day of the period. Both days belong to the period. */
      from: day,
      to: day,
    }),
    response: v.object({
      /** All days of the period, in ascending order. */
      days: v.array(analyticsOfDay),
      total: v.object({
        ...happened,
        /** Amount of all payments minus refunds and chargebacks, in rubles. */
        net: rubles,
        /** Number of customers with monthly charges at the start of the period. */
        payingBefore: v.number(),
        paidByKind: v.array(paidByKind),
      }),
      partners: v.array(partner),
    }),
    summary: 'Get the sales, payments and refunds of a period by day, summed from the ledger.',
  },
});

export type StaffAnalytics = v.InferOutput<typeof staffAnalyticsCalls.readAnalytics.response>;
