/** Sums the payments and refunds of the product's metrics in the form of `RawFigures`, to compare them. */
import type { Flow, Happened } from '../../src/server/usecases/billing/analytics/readAnalytics';
import { flowTogether, NO_FLOW, type RawFigures, type RawFlow } from './rawFigures';

/** Returns the payments and returns that the product's metrics of several periods contain, to compare with raw metrics. */
export function computeFlows(
  periods: readonly Happened[],
): Pick<RawFigures, 'sales' | 'checks' | 'rejected'> {
  const flow = (of: (period: Happened) => Flow): RawFlow =>
    periods
      .map(of)
      .map(({ paid, refunded, chargedBack }) => ({
        payments: paid.count,
        paid: paid.kopecks,
        returned: refunded.kopecks + chargedBack.kopecks,
      }))
      .reduce(flowTogether, NO_FLOW);
  return {
    sales: flow(({ sales }) => sales),
    checks: flow(({ checks }) => checks),
    rejected: flow(({ rejected }) => rejected),
  };
}
