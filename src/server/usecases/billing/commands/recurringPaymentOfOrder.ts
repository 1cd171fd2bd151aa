/** The recurring payment of an order: found at the provider, or still to appear there. */
import { addDays } from '../../../domain/billing/billingCalendar';
import { ProviderNotReady, type ProviderRecurringPayment } from '../../../ports/cardProvider';
import { findOrder, type OrderRow } from '../../../store/orders';
import { lacksRecurringPayment, readRecurringPayments } from './accountRecurringPayments';
import type { SchedulingDeps } from './cardProviders';
import { accountOf } from './commandAccount';

/** A recurring payment of a paid order that has not appeared by then was never made, days after the payment. */
const APPEARS_WITHIN_DAYS = 1;

/** Whether the recurring payment of a paid order may still appear at the provider. */
export const isAwaited = (order: OrderRow, now: Date): boolean =>
  lacksRecurringPayment(order) && order.paidAt !== null && addDays(order.paidAt, APPEARS_WITHIN_DAYS) > now;

/** An order that somebody may be paying at this moment: what it began is not known yet. */
const isBeingPaid = (order: OrderRow, now: Date): boolean =>
  order.paidTransactionId === null &&
  order.attemptedAt !== null &&
  addDays(order.attemptedAt, APPEARS_WITHIN_DAYS) > now;

/** Whether any of the orders may have begun a recurring payment that is not known yet. */
export const mayHaveUnknown = (orders: readonly OrderRow[], now: Date): boolean =>
  orders.some((order) => isAwaited(order, now) || isBeingPaid(order, now));

/**
 * The recurring payment of an order: by its number once that is known, for a list may not have it yet. Null: it has none.
 * Throws ProviderUnavailable while one may yet appear.
 */
export async function recurringPaymentOf(
  deps: SchedulingDeps,
  { accountId, provider, orderId }: { accountId: number; provider: string; orderId: string },
): Promise<ProviderRecurringPayment | null> {
  const linked = (await findOrder(deps.db, orderId))?.recurringPaymentId ?? null;
  if (linked !== null) return deps.cardProvider.readRecurringPayment(linked);
  const { recurringPayments, orders } = await readRecurringPayments(deps, await accountOf(deps, accountId));
  const found = recurringPayments.find(({ orderId: begunBy }) => begunBy === orderId);
  if (found !== undefined) return found.recurringPayment;
  const order = orders.find(({ id }) => id === orderId);
  if (order !== undefined && isAwaited(order, deps.clock.now()))
    throw new ProviderNotReady(`the recurring payment of an order at ${provider} has not appeared yet`);
  return null;
}
