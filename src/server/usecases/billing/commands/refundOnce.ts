/**
 * Gives a payment back exactly once. The provider remembers an idempotency key for an hour only, so
 * a refund whose answer was lost is looked for before it is asked for again.
 */
import type { Deps } from '../../../deps';
import { addDays } from '../../../domain/billing/billingCalendar';
import { CLOCK_SKEW_MS } from '../../../domain/billing/eventOrder';
import type { ProviderRefund, Receipt } from '../../../ports/cardProvider';

/** A refund that was asked for longer ago is not looked for on every day since, days. */
const LOOK_BACK_DAYS = 31;

/** What went back from `since` on. */
export async function listRefundsSince(deps: Deps, since: Date): Promise<ProviderRefund[]> {
  const now = deps.clock.now();
  const earliest = addDays(now, -LOOK_BACK_DAYS);
  const found: ProviderRefund[] = [];
  let day = new Date(`${(since > earliest ? since : earliest).toISOString().slice(0, 10)}T00:00:00.000Z`);
  // The provider's day may have begun already.
  while (day.getTime() <= now.getTime() + CLOCK_SKEW_MS) {
    found.push(...(await deps.cardProvider.listRefundsOfDay(day)));
    day = addDays(day, 1);
  }
  return found.filter(({ at }) => at >= since);
}

/**
 * Resolves to the provider's id of the refund, made now or by an earlier try. A refund is known by the payment that
 * it names: amounts of two payments may be the same. `known`: refunds that are recorded already, whoever made them;
 * `since`: when this one was wanted first. Throws as the provider does.
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
