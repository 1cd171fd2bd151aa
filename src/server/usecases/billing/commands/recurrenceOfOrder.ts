/** The recurrence of an order: found at the provider, or still to appear there. */
import { addDays } from '../../../domain/billing/billingCalendar';
import { ProviderNotReady, type ProviderRecurrence } from '../../../ports/cardProvider';
import { findOrder, type OrderRow } from '../../../store/orders';
import { lacksRecurrence, readRecurrences } from './accountRecurrences';
import type { SchedulingDeps } from './cardProviders';
import { accountOf } from './commandAccount';

/** A recurrence of a paid order that has not appeared by then was never made, days after the payment. */
const APPEARS_WITHIN_DAYS = 1;

/** Whether the recurrence of a paid order may still appear at the provider. */
export const isAwaited = (order: OrderRow, now: Date): boolean =>
  lacksRecurrence(order) && order.paidAt !== null && addDays(order.paidAt, APPEARS_WITHIN_DAYS) > now;

/** An order that somebody may be paying at this moment: what it began is not known yet. */
const isBeingPaid = (order: OrderRow, now: Date): boolean =>
  order.paidTransactionId === null &&
  order.attemptedAt !== null &&
  addDays(order.attemptedAt, APPEARS_WITHIN_DAYS) > now;

/** Whether any of the orders may have begun a recurrence that is not known yet. */
export const mayHaveUnknown = (orders: readonly OrderRow[], now: Date): boolean =>
  orders.some((order) => isAwaited(order, now) || isBeingPaid(order, now));

/**
 * The recurrence of an order: by its number once that is known, for a list may not have it yet. Null: it has none.
 * Throws ProviderUnavailable while one may yet appear.
 */
export async function recurrenceOf(
  deps: SchedulingDeps,
  { accountId, provider, orderId }: { accountId: number; provider: string; orderId: string },
): Promise<ProviderRecurrence | null> {
  const linked = (await findOrder(deps.db, orderId))?.recurrenceId ?? null;
  if (linked !== null) return deps.cardProvider.readRecurrence(linked);
  const { recurrences, orders } = await readRecurrences(deps, await accountOf(deps, accountId));
  const found = recurrences.find(({ orderId: begunBy }) => begunBy === orderId);
  if (found !== undefined) return found.recurrence;
  const order = orders.find(({ id }) => id === orderId);
  if (order !== undefined && isAwaited(order, deps.clock.now()))
    throw new ProviderNotReady(`the recurrence of an order at ${provider} has not appeared yet`);
  return null;
}
