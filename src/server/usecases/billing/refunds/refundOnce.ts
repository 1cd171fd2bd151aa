/**
 * Refunds a payment exactly once. The card provider remembers an idempotency key for only one hour, so the card
 * provider's list of refunds is searched before a refund is requested again.
 */
import type { Deps } from '../../../deps';
import { addDays } from '../../../domain/billing/billingCalendar';
import { CLOCK_SKEW_MS } from '../../../domain/billing/eventOrder';
import {
  ProviderNotReady,
  type ProviderRefund,
  ProviderRejected,
  type Receipt,
} from '../../../ports/cardProvider';

/** Maximum age of refunds that are searched for, in days. */
const LOOK_BACK_DAYS = 31;

/** Returns the card provider's refunds made since `since` and within the last `LOOK_BACK_DAYS`. */
export async function listRefundsSince(deps: Deps, since: Date): Promise<ProviderRefund[]> {
  const now = deps.clock.now();
  const earliest = addDays(now, -LOOK_BACK_DAYS);
  const found: ProviderRefund[] = [];
  let day = new Date(`${(since > earliest ? since : earliest).toISOString().slice(0, 10)}T00:00:00.000Z`);
  // The card provider's clock may be ahead of this server's clock, so the next day may already have started at the card
  // provider.
  while (day.getTime() <= now.getTime() + CLOCK_SKEW_MS) {
    found.push(...(await deps.cardProvider.listRefundsOfDay(day)));
    day = addDays(day, 1);
  }
  return found.filter(({ at }) => at >= since);
}

/**
 * Requests the refund unless an earlier attempt has already made it, and returns the card provider's id of the refund.
 * An earlier refund is found by its payment and amount. `known` lists refunds that are already recorded, made by this
 * server or in the card provider's dashboard. `since` is the time when this refund was first requested. Throws
 * `ProviderUnavailable` and `ProviderRejected`.
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
      refund.state !== 'failed' &&
      !known.includes(refund.refundId),
  );
  const refundId =
    made?.refundId ?? (await deps.cardProvider.refundPayment(transactionId, amountKopecks, receipt, key));
  if (made?.state !== 'completed') await rejectUncompleted(deps, refundId);
  return refundId;
}

/**
 * Throws `ProviderNotReady` if a refund is still pending, and `ProviderRejected` if the refund failed. A card provider
 * that schedules charges completes each refund at once.
 */
async function rejectUncompleted({ cardProvider }: Deps, refundId: string): Promise<void> {
  if (cardProvider.chargesScheduledBy === 'provider') return;
  const refund = await cardProvider.readRefund(refundId);
  if (refund === null || refund.state === 'pending') throw new ProviderNotReady('the refund is pending');
  if (refund.state === 'failed') throw new ProviderRejected('the card provider could not make the refund');
}
