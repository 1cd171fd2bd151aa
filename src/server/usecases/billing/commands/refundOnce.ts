/**
 * Refunds a payment exactly once. The provider remembers an idempotency key for one hour only, so before a refund is
 * requested again, the provider's list is searched for it.
 */
import type { Deps } from '../../../deps';
import { addDays } from '../../../domain/billing/billingCalendar';
import { CLOCK_SKEW_MS } from '../../../domain/billing/eventOrder';
import type { ProviderRefund, Receipt } from '../../../ports/cardProvider';

/** Maximum age of refunds that are searched for, in days. */
const LOOK_BACK_DAYS = 31;

/** Returns the provider's refunds made since `since` and within the last `LOOK_BACK_DAYS`. */
export async function listRefundsSince(deps: Deps, since: Date): Promise<ProviderRefund[]> {
  const now = deps.clock.now();
  const earliest = addDays(now, -LOOK_BACK_DAYS);
  const found: ProviderRefund[] = [];
  let day = new Date(`${(since > earliest ? since : earliest).toISOString().slice(0, 10)}T00:00:00.000Z`);
  // The provider's clock may be ahead, so its next day may have started.
  while (day.getTime() <= now.getTime() + CLOCK_SKEW_MS) {
    found.push(...(await deps.cardProvider.listRefundsOfDay(day)));
    day = addDays(day, 1);
  }
  return found.filter(({ at }) => at >= since);
}

/**
 * Returns the provider's id of the refund, made now or by an earlier attempt. A refund is matched by its payment and
 * amount, because two payments may have the same amount. `known` lists refunds that are already recorded, made
 * by us or in the dashboard. `since` is when this refund was first requested. Throws the provider's errors.
 */
export async function refundOnce(
  deps: Deps,
  money: { transactionId: string; amountKopecks: number; receipt: Receipt | null },
  { key, since, known }: { key: string; since: Date; known: readonly string[] },
): Promise<string> {
  const { transactionId, amountKopecks, receipt } = money;
  const made = (await listRefundsSince(deps, new Date(since.getTime() - CLOCK_SKEW_MS))).find(
    (refund) =>
      refund.transactionId === transactionId &&
      refund.amountKopecks === amountKopecks &&
      !known.includes(refund.refundId),
  );
  return made === undefined
    ? deps.cardProvider.refundPayment(transactionId, amountKopecks, receipt, key)
    : made.refundId;
}
