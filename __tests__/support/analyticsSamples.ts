/** Sample figures of the analytics for tests of the web application. */
import type {
  AnalyticsOfStep,
  AnalyticsTotal,
  StaffAnalytics,
} from '../../src/shared/contract/staffAnalytics';

const HAPPENED = {
  ...{ payments: 0, paid: 0, refunds: 0, refunded: 0, chargebacks: 0, chargedBack: 0, net: 0 },
  ...{ checks: 0, checked: 0, checksReturned: 0, rejectedPayments: 0, rejectedPaid: 0, rejectedReturned: 0 },
  ...{ failedCharges: 0, failedFirstPayments: 0, trialsBegun: 0, trialsConverted: 0, trialsCharged: 0 },
  ...{ newPaying: 0, newMonthly: 0, returnedPaying: 0, returnedMonthly: 0, canceledPaying: 0 },
  ...{ canceledMonthly: 0, lapsedPaying: 0, lapsedMonthly: 0, repricedMonthly: 0, giftsUsed: 0 },
};

/** Step without events and customers. */
export const emptyStep = (from: string, to: string): AnalyticsOfStep => ({
  ...{ from, to, active: 0, cancelled: 0, gifted: 0, paying: 0, monthly: 0 },
  ...HAPPENED,
});

export const NO_TOTAL: AnalyticsTotal = {
  ...HAPPENED,
  ...{ payingBefore: 0, monthlyBefore: 0, monthlyChurn: null, paidByKind: [] },
};

/** Response without events and customers, for the first days of November 2026. */
export const NO_ANALYTICS: StaffAnalytics = {
  ...{ from: '2026-11-01', to: '2026-11-02', steps: [], total: NO_TOTAL },
  previous: { from: '2026-10-01', to: '2026-10-02', steps: [], total: NO_TOTAL },
  ...{ trialWeeks: [], partners: [] },
};
