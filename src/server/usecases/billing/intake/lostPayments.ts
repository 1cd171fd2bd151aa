/**
 * Finds payments of our orders whose notification was lost and that no poll of an order finds, because a later payment
 * settled the order. The customer was then charged twice, and the payment list of the card provider is the only trace
 * of the first charge.
 */
import type { Deps } from '../../../deps';
import { addDays, startOfDay } from '../../../domain/billing/billingCalendar';
import { reportKey } from '../../../domain/billing/ledgerEvents';
import type { ProviderPayment } from '../../../ports/cardProvider';
import { listKnownEvents } from '../../../store/ledger';
import { findOrder } from '../../../store/orders';
import { recordPayment, recordRecurringPayments } from './recordPolled';

/**
 * Minimum age of a listed payment, in ms. A notification usually arrives within two minutes, so a younger payment is
 * skipped until its notification arrives or the next poll runs.
 */
const NOTIFIED_WITHIN_MS = 5 * 60_000;

const hasTakenMoney = ({ state }: ProviderPayment): boolean => state === 'completed' || state === 'refunded';

async function recordUnknown(deps: Deps, listed: readonly ProviderPayment[]): Promise<void> {
  const keyOf = ({ transactionId }: ProviderPayment): string =>
    reportKey(deps.cardProvider.name, { kind: 'paid', transactionId });
  const known = new Set(await listKnownEvents(deps.db, listed.map(keyOf)));
  for (const payment of listed) {
    if (known.has(keyOf(payment)) || payment.orderId === null) continue;
    // Other systems may share the payment terminal. A payment without an order of this server is recorded only when its
    // notification arrives.
    if ((await findOrder(deps.db, payment.orderId)) === null) continue;
    deps.logger.warn(
      { transactionId: payment.transactionId },
      'a payment whose notification was lost was found',
    );
    await recordPayment(deps, payment);
    // The lost payment may have started a recurring payment, and this recurring payment must be found and cancelled as
    // well.
    if (payment.accountId !== null) await recordRecurringPayments(deps, payment.accountId);
  }
}

/**
 * Records the payments made since `since` that belong to an order of this server and are not in the ledger yet. Throws
 * `ProviderUnavailable` and `ProviderRejected`.
 */
export async function recordLostPayments(deps: Deps, since: Date): Promise<void> {
  const until = new Date(deps.clock.now().getTime() - NOTIFIED_WITHIN_MS);
  for (let day = startOfDay(since); day <= until; day = addDays(day, 1)) {
    const listed = await deps.cardProvider.listPaymentsOfDay(day);
    await recordUnknown(
      deps,
      listed.filter((payment) => hasTakenMoney(payment) && payment.at <= until),
    );
  }
}
