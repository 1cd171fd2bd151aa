/** The owner's numbers: sums of the ledger by day. Days are those of Moscow, amounts rubles. */
import * as v from 'valibot';
import { isCalendarDay } from '../validation';
import { calls } from './call';
import { rubles } from './fields';

const day = v.pipe(v.string(), v.maxLength(10), v.isoDate(), v.check(isCalendarDay, 'not a day'));

/** The longest period that is answered, days. */
export const ANALYTICS_MAX_DAYS = 366;

/** What happened on a day, or in a period. */
const happened = {
  /** Payments taken, whatever became of them, and what they come to. */
  payments: v.number(),
  paid: rubles,
  /** Times that money went back by a refund or a release, and how much. */
  refunds: v.number(),
  refunded: rubles,
  /** The same by the payers' banks. */
  chargebacks: v.number(),
  chargedBack: rubles,
  /** Charges of the month that the bank declined, and first payments. */
  failedCharges: v.number(),
  failedFirstPayments: v.number(),
  trialsBegun: v.number(),
  /** Trials that were charged for a month for the first time, whenever they had begun. */
  trialsConverted: v.number(),
  /** Of the trials that began then, those that have been charged since. */
  trialsCharged: v.number(),
  /** Customers who began to be charged by the month, and who ceased to be. */
  joined: v.number(),
  left: v.number(),
  giftsUsed: v.number(),
};

/** Where everybody stands when a day ends. */
const standing = {
  /** Customers whose status is ACTIVE, CANCELED (access lasts), GIFTED. */
  active: v.number(),
  cancelled: v.number(),
  gifted: v.number(),
  /** Of the active ones those that are charged by the month, and what they are charged in a month. */
  paying: v.number(),
  monthly: rubles,
};

const analyticsOfDay = v.object({ day: v.string(), ...happened, ...standing });
export type AnalyticsOfDay = v.InferOutput<typeof analyticsOfDay>;

const paidByKind = v.object({
  /** check (the ruble that verifies a card), campaign, first, charge, or surplus (goes back). */
  kind: v.string(),
  payments: v.number(),
  paid: rubles,
});

const partner = v.object({
  /** As it stands in /pay?i=… */
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
      /** Both belong to the period. */
      from: day,
      to: day,
    }),
    response: v.object({
      /** Each day of the period, in order. */
      days: v.array(analyticsOfDay),
      total: v.object({
        ...happened,
        /** Taken less what went back. */
        net: rubles,
        /** Customers that were charged by the month when the period began. */
        payingBefore: v.number(),
        paidByKind: v.array(paidByKind),
      }),
      partners: v.array(partner),
    }),
    summary: 'What was sold, paid and given back in a period, by day, summed from the ledger.',
  },
});

export type StaffAnalytics = v.InferOutput<typeof staffAnalyticsCalls.readAnalytics.response>;
