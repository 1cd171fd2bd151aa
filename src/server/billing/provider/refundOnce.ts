/**
 * Gives a payment back exactly once. The provider remembers an idempotency key for an hour only, so
 * a refund whose answer was lost is looked for before it is asked for again.
 */
import type { Deps } from '../../deps';
import type { AccountRow } from '../../store/accounts';
import { payerIdsOf } from '../change/orderRecords';
import { addDays } from '../rules/billingCalendar';
import type { SubscriptionEvent } from '../rules/facts';
import type { ProviderRefund, Receipt } from './cardProvider';

/** How far the provider's clock may be behind ours, ms. */
const CLOCK_SKEW_MS = 10 * 60_000;

/** A refund that was asked for longer ago is not looked for on every day since, days. */
const LOOK_BACK_DAYS = 31;

/** What went back from `since` on. */
export async function listRefundsSince(deps: Deps, since: Date): Promise<ProviderRefund[]> {
  const now = deps.clock.now();
  const earliest = addDays(now, -LOOK_BACK_DAYS);
  const found: ProviderRefund[] = [];
  let day = new Date(`${(since > earliest ? since : earliest).toISOString().slice(0, 10)}T00:00:00.000Z`);
  while (day <= now) {
    found.push(...(await deps.cardProvider.listRefundsOfDay(day)));
    day = addDays(day, 1);
  }
  return found.filter(({ at }) => at >= since);
}

/** Resolves to the provider's id of the refund, made now or by an earlier attempt. Throws as the provider does. */
export async function refundOnce(
  deps: Deps,
  { account, history }: { account: AccountRow; history: readonly SubscriptionEvent[] },
  money: { transactionId: string; amountKopecks: number; receipt: Receipt },
  key: string,
): Promise<string> {
  const { transactionId, amountKopecks, receipt } = money;
  // In the order in which they were heard: what stands before the decision is not its outcome.
  const decidedAs = history.findIndex(
    ({ fact }) => fact.kind === 'refundDecided' && fact.transactionId === transactionId,
  );
  const earlier = history
    .slice(0, Math.max(0, decidedAs))
    .flatMap(({ fact }) => (fact.kind === 'refunded' ? [fact.refundId] : []));
  const asked =
    history[decidedAs] ??
    history.find(({ fact }) => fact.kind === 'paymentSucceeded' && fact.transactionId === transactionId);
  const since = new Date((asked?.at ?? deps.clock.now()).getTime() - CLOCK_SKEW_MS);
  const payerIds = await payerIdsOf(deps.db, account);
  const made = (await listRefundsSince(deps, since)).find(
    (refund) =>
      refund.amountKopecks === amountKopecks &&
      !earlier.includes(refund.refundId) &&
      (refund.transactionId === null
        ? refund.accountId !== null && payerIds.includes(refund.accountId)
        : refund.transactionId === transactionId),
  );
  return made === undefined
    ? deps.cardProvider.refundPayment(transactionId, amountKopecks, receipt, key)
    : made.refundId;
}
