/** Handler of the API endpoint that returns the metrics for the owner. */
import type { staffAnalyticsCalls } from '../../../shared/contract/staffAnalytics';
import { toRubles } from '../../../shared/money';
import {
  type Analytics,
  type AnalyticsOfPeriod,
  type Flow,
  type Happened,
  readAnalytics,
  type Standings,
} from '../../usecases/billing/analytics/readAnalytics';
import type { HandlersOf } from './handler';

const sumReturned = ({ refunded, chargedBack }: Flow): number =>
  toRubles(refunded.kopecks + chargedBack.kopecks);

function happenedResponse(happened: Happened) {
  const { sales, checks, rejected, movements } = happened;
  return {
    payments: sales.paid.count,
    paid: toRubles(sales.paid.kopecks),
    refunds: sales.refunded.count,
    refunded: toRubles(sales.refunded.kopecks),
    chargebacks: sales.chargedBack.count,
    chargedBack: toRubles(sales.chargedBack.kopecks),
    net: toRubles(happened.netKopecks),
    byProvider: happened.byProvider.map(({ provider, paid, returned }) => ({
      provider,
      payments: paid.count,
      paid: toRubles(paid.kopecks),
      returned: toRubles(returned.kopecks),
    })),
    checks: checks.paid.count,
    checked: toRubles(checks.paid.kopecks),
    checksReturned: sumReturned(checks),
    rejectedPayments: rejected.paid.count,
    rejectedPaid: toRubles(rejected.paid.kopecks),
    rejectedReturned: sumReturned(rejected),
    failedCharges: happened.failedCharges,
    failedFirstPayments: happened.failedFirstPayments,
    trialsBegun: happened.trialsBegun,
    trialsConverted: happened.trialsConverted,
    trialsCharged: happened.trialsCharged,
    newPaying: movements.new.count,
    newMonthly: toRubles(movements.new.kopecks),
    returnedPaying: movements.returned.count,
    returnedMonthly: toRubles(movements.returned.kopecks),
    canceledPaying: movements.canceled.count,
    canceledMonthly: toRubles(movements.canceled.kopecks),
    lapsedPaying: movements.lapsed.count,
    lapsedMonthly: toRubles(movements.lapsed.kopecks),
    repricedMonthly: toRubles(happened.repricedKopecks),
    giftsUsed: happened.giftsUsed,
  };
}

const standingResponse = ({ active, cancelled, gifted, paying, monthlyKopecks }: Standings) => ({
  ...{ active, cancelled, gifted, paying },
  monthly: toRubles(monthlyKopecks),
});

function periodResponse({ from, to, steps, total }: AnalyticsOfPeriod) {
  return {
    from,
    to,
    steps: steps.map((step) => ({
      from: step.from,
      to: step.to,
      ...happenedResponse(step),
      ...standingResponse(step),
    })),
    total: {
      ...happenedResponse(total),
      payingBefore: total.before.paying,
      monthlyBefore: toRubles(total.before.monthlyKopecks),
      monthlyChurn: total.monthlyChurn,
      paidByKind: total.paidByKind.map(({ kind, ...flow }) => ({
        kind,
        payments: flow.paid.count,
        paid: toRubles(flow.paid.kopecks),
        returned: sumReturned(flow),
      })),
    },
  };
}

/** Returns the response body for the metrics of a period. */
export function analyticsResponse({ previous, trialWeeks, partners, ...period }: Analytics) {
  return {
    ...periodResponse(period),
    previous: periodResponse(previous),
    trialWeeks,
    partners: partners.map(({ prefix, trialsBegun, trialsConverted, paidKopecks, returnedKopecks }) => ({
      ...{ prefix, trialsBegun, trialsConverted },
      paid: toRubles(paidKopecks),
      returned: toRubles(returnedKopecks),
    })),
  };
}

export const staffAnalyticsHandlers: HandlersOf<typeof staffAnalyticsCalls> = {
  readAnalytics: async ({ deps }, { body }) => analyticsResponse(await readAnalytics(deps, body)),
};
