/**
 * API call for the product's analytics, which are daily rollups of the ledger. A day starts at midnight in Moscow, and
 * amounts are in rubles. Each figure is defined here in one sentence, and the console shows the same definition.
 */
import * as v from 'valibot';
import { ANALYTICS_STEPS } from '../analyticsSteps';
import { isCalendarDay } from '../validation';
import { calls } from './call';
import { rubles } from './fields';

const day = v.pipe(v.string(), v.maxLength(10), v.isoDate(), v.check(isCalendarDay, 'not an existing day'));

/** Maximum length of the requested period, in days. */
export const ANALYTICS_MAX_DAYS = 366;

const salesOfProvider = v.object({
  /** Name of the card provider. */
  provider: v.string(),
  payments: v.number(),
  paid: rubles,
  /** Amount of refunds and chargebacks of these sales. */
  returned: rubles,
});
export type SalesOfProvider = v.InferOutput<typeof salesOfProvider>;

/** Counts and amounts of the events of a step or a period. */
const happened = {
  /**
   * Gross sales: number and total amount of the payments that bought access, including payments that were refunded
   * later. Card verifications and rejected payments are not sales.
   */
  payments: v.number(),
  paid: rubles,
  /** Number and total amount of refunds of sales, by staff or in the card provider's dashboard. */
  refunds: v.number(),
  refunded: rubles,
  /** Number and total amount of sales that the payers' banks charged back. */
  chargebacks: v.number(),
  chargedBack: rubles,
  /** Net revenue: gross sales minus their refunds and chargebacks. */
  net: rubles,
  /** Gross sales by card provider, without card providers that had none. An older server omits them. */
  byProvider: v.optional(v.array(salesOfProvider)),
  /** Number and total amount of card verifications of 1 ruble, and the total amount of them that was returned. */
  checks: v.number(),
  checked: rubles,
  checksReturned: rubles,
  /** Number and total amount of payments that bought no access, and the total amount of them that was returned. */
  rejectedPayments: v.number(),
  rejectedPaid: rubles,
  rejectedReturned: rubles,
  /** Number of declined monthly charges, and number of declined first payments. */
  failedCharges: v.number(),
  failedFirstPayments: v.number(),
  trialsBegun: v.number(),
  /** Number of trials whose first monthly charge was paid in this period, regardless of when the trial started. */
  trialsConverted: v.number(),
  /** Number of trials that started in this period and were charged for a month later. */
  trialsCharged: v.number(),
  /** Number and monthly amount of customers who started to pay monthly for the first time. */
  newPaying: v.number(),
  newMonthly: rubles,
  /** Number and monthly amount of customers who had paid monthly before, had stopped, and started again. */
  returnedPaying: v.number(),
  returnedMonthly: rubles,
  /**
   * Number and monthly amount of customers who stopped to pay monthly because the subscription was canceled, refunded or
   * charged back, or because a new trial replaced it.
   */
  canceledPaying: v.number(),
  canceledMonthly: rubles,
  /** Number and monthly amount of customers who stopped to pay monthly because no charge succeeded. */
  lapsedPaying: v.number(),
  lapsedMonthly: rubles,
  /** Sum of the changes of the monthly amounts of customers who continued to pay monthly. May be negative. */
  repricedMonthly: rubles,
  giftsUsed: v.number(),
};

/** Number of customers by state at the end of a step. */
const standing = {
  /** Number of customers with the status ACTIVE, CANCELED with remaining access, and GIFTED. */
  active: v.number(),
  cancelled: v.number(),
  gifted: v.number(),
  /**
   * Paying customers and monthly recurring revenue: number of ACTIVE customers who have paid for a month of the present
   * subscription, and the sum of their monthly prices.
   */
  paying: v.number(),
  monthly: rubles,
};

const analyticsOfStep = v.object({
  /** First and last day of the step. A step is shorter at an end of the period that cuts it. */
  from: v.string(),
  to: v.string(),
  ...happened,
  ...standing,
});
export type AnalyticsOfStep = v.InferOutput<typeof analyticsOfStep>;

const paidByKind = v.object({
  /**
   * Kind of payment: `check` (ruble that verifies a card), `campaign`, `first`, `charge`, or `surplus` (rejected payment
   * that is refunded).
   */
  kind: v.string(),
  payments: v.number(),
  paid: rubles,
  /** Amount of refunds and chargebacks of payments of this kind. */
  returned: rubles,
});

const total = v.object({
  ...happened,
  /** Paying customers and monthly recurring revenue at the start of the period. */
  payingBefore: v.number(),
  monthlyBefore: rubles,
  /**
   * Monthly churn: customers who stopped to pay monthly (canceled or lapsed), divided by the average number of paying
   * customers at the start of a day of the period, per 30 days. Days after today do not count. Null if no customer paid.
   */
  monthlyChurn: v.nullable(v.number()),
  paidByKind: v.array(paidByKind),
});
export type AnalyticsTotal = v.InferOutput<typeof total>;

const period = {
  from: v.string(),
  to: v.string(),
  /** All steps of the period, in ascending order. */
  steps: v.array(analyticsOfStep),
  total,
};

const trialWeek = v.object({
  /** Monday of the week. */
  week: v.string(),
  /** Number of trials that started in the week, and number of them that were charged for a month until now. */
  begun: v.number(),
  charged: v.number(),
});
export type TrialWeek = v.InferOutput<typeof trialWeek>;

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
      /** Length of a step. The default is a day. */
      step: v.optional(v.picklist(ANALYTICS_STEPS)),
    }),
    response: v.object({
      ...period,
      /**
       * Period before, for a comparison: as many months before if the period starts with a month, otherwise as many days
       * before.
       */
      previous: v.object(period),
      /** Conversion of the trials of each week (Monday to Sunday) that has a day in the period. */
      trialWeeks: v.array(trialWeek),
      partners: v.array(partner),
    }),
    summary: 'Get the sales, payments and refunds of a period by day, week or month, summed from the ledger.',
  },
});

export type StaffAnalytics = v.InferOutput<typeof staffAnalyticsCalls.readAnalytics.response>;
