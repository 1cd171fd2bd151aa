/** API call for the panels of the console's home page, which are beside the customer search. */
import * as v from 'valibot';
import { calls } from './call';
import { instant, maybe, rubles } from './fields';

/** Kinds of work on the home page. A newer server may return other kinds, which the console ignores. */
export const ATTENTION_KINDS = [
  /** Open payment issues. */
  'paymentIssues',
  /** Emails that failed permanently. */
  'failedEmails',
  /** Devices whose VPN credential has not been applied to the VPN panel for some minutes. */
  'pendingVpn',
  /** Customers whose monthly charge was declined today and has not succeeded since. */
  'declinedRenewals',
  /** Customers whose stored address has invisible characters, and who have a subscription or whose visible address is free. */
  'uncleanAddresses',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

const attention = v.object({
  kind: v.string(),
  count: v.number(),
  /** Time since which the oldest entry needs attention. Null if there is no entry. */
  oldestAt: maybe(instant),
  /** Oldest customers or devices, if no page of the console lists them. */
  oldest: v.array(v.object({ userId: v.number(), deviceId: maybe(v.string()) })),
});
export type Attention = v.InferOutput<typeof attention>;

/** Problems of a card provider. A newer server may return other problems, which the console ignores. */
export const PROVIDER_PROBLEMS = [
  /** The operator marked the card provider as gone. */
  'gone',
  /** The card provider does not permit this shop to save cards and to charge them. */
  'noAutopayments',
  /** The card provider rejects the charges of all customers, so that they are paused. */
  'chargesPaused',
] as const;
export type ProviderProblem = (typeof PROVIDER_PROBLEMS)[number];

const cardProvider = v.object({
  /** Name of the card provider. */
  provider: v.string(),
  problem: v.string(),
  /** Time of the mark, or of the last request that the card provider rejected. */
  at: instant,
  /**
   * Numbers of customers who renewed at a card provider that is gone: of all of them, of those who renew at another card
   * provider now, and of those who still renew there. Null for other problems.
   */
  customers: maybe(v.object({ affected: v.number(), moved: v.number(), waiting: v.number() })),
});
export type CardProviderProblem = v.InferOutput<typeof cardProvider>;

const lastCustomer = v.object({
  id: v.number(),
  email: maybe(v.string()),
  status: maybe(v.string()),
  /** Time at which the staff member opened the customer. */
  openedAt: instant,
});

/** Figures from the start of a Moscow day to a time of this day. */
const dayFigures = v.object({
  /** Gross sales in rubles, as in the analytics (`staffAnalytics.ts`). */
  revenue: rubles,
  /** Number of trials of customers without an earlier payment. */
  trials: v.number(),
  /** Number of customers who paid for a month for the first time. */
  subscriptions: v.number(),
  /** Number and total amount of refunds of sales. */
  refunds: v.number(),
  refunded: rubles,
});
export type DayFigures = v.InferOutput<typeof dayFigures>;

export const staffHomeCalls = calls({
  readStaffHome: {
    path: 'panel/home/read',
    audience: 'staff:readCustomers',
    kind: 'read',
    body: v.object({}),
    response: v.object({
      /** Work that the staff member's role may do. Each kind is present even if its count is 0, except `uncleanAddresses`. */
      attention: v.array(attention),
      /** Problems of the card providers. An older server omits them. */
      cardProviders: v.optional(v.array(cardProvider)),
      /** Customers whom this staff member opened last, newest first, without deleted customers. */
      lastCustomers: v.array(lastCustomer),
      /** Figures of today until now, and of the same weekday last week until the same time. Null without the right. */
      figures: maybe(v.object({ until: instant, today: dayFigures, lastWeek: dayFigures })),
    }),
    summary: 'Get the work that needs attention, the last opened customers and the figures of today.',
  },
});

export type StaffHome = v.InferOutput<typeof staffHomeCalls.readStaffHome.response>;
