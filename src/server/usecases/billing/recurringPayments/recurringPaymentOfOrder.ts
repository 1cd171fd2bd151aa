/** Finds the recurring payment of an order at the card provider. */
import { addDays } from '../../../domain/billing/billingCalendar';
import { ProviderNotReady, type ProviderRecurringPayment } from '../../../ports/cardProvider';
import { findOrder, type OrderRow } from '../../../store/orders';
import type { SchedulingDeps } from '../cardProviders/cardProviders';
import { readCommandAccount } from '../ledger/commandAccount';
import { lacksRecurringPayment, readRecurringPayments } from './accountRecurringPayments';

/**
 * Time in days after a payment within which the recurring payment appears at the card provider. If no recurring payment
 * appears within this time, the order has started none.
 */
const APPEARS_WITHIN_DAYS = 1;

/** Returns whether the recurring payment of a paid order may still appear in the card provider's list. */
export const isAwaited = (order: OrderRow, now: Date): boolean =>
  lacksRecurringPayment(order) && order.paidAt !== null && addDays(order.paidAt, APPEARS_WITHIN_DAYS) > now;

/** Returns whether a customer may be paying this order right now, so that its recurring payment is unknown. */
const isBeingPaid = (order: OrderRow, now: Date): boolean =>
  order.paidTransactionId === null &&
  order.attemptedAt !== null &&
  addDays(order.attemptedAt, APPEARS_WITHIN_DAYS) > now;

/** Returns whether any of the orders may have started a recurring payment that is not known yet. */
export const mayHaveUnknown = (orders: readonly OrderRow[], now: Date): boolean =>
  orders.some((order) => isAwaited(order, now) || isBeingPaid(order, now));

/**
 * Returns the recurring payment of an order, or null if it has none. Reads the recurring payment by id if the id is
 * known, because the card provider's list may be outdated. Throws `ProviderNotReady` if the recurring payment is not
 * listed yet but may still appear.
 */
export async function findRecurringPayment(
  deps: SchedulingDeps,
  { accountId, provider, orderId }: { accountId: number; provider: string; orderId: string },
): Promise<ProviderRecurringPayment | null> {
  const linked = (await findOrder(deps.db, orderId))?.recurringPaymentId ?? null;
  if (linked !== null) return deps.cardProvider.readRecurringPayment(linked);
  const { recurringPayments, orders } = await readRecurringPayments(
    deps,
    await readCommandAccount(deps, accountId),
  );
  const found = recurringPayments.find(({ orderId: begunBy }) => begunBy === orderId);
  if (found !== undefined) return found.recurringPayment;
  const order = orders.find(({ id }) => id === orderId);
  if (order !== undefined && isAwaited(order, deps.clock.now()))
    throw new ProviderNotReady(`the recurring payment of an order at ${provider} has not appeared yet`);
  return null;
}
