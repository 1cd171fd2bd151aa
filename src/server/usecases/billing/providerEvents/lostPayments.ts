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
  const buildKey = ({ transactionId }: ProviderPayment): string =>
    reportKey(deps.cardProvider.name, { kind: 'paid', transactionId });
  const known = new Set(await listKnownEvents(deps.db, listed.map(buildKey)));
  for (const payment of listed) {
    if (known.has(buildKey(payment)) || payment.orderId === null) continue;
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

/** Period whose payments are listed, and the part of it that an earlier poll has read. */
export interface ListedPeriod {
  since: Date;
  /** Time up to which an earlier poll has read the lists, in their order. Null if it has read nothing. */
  reached: Date | null;
}

/**
 * Records the payments made since `since` that belong to an order of this server and are not in the ledger yet. A card
 * provider that lists its payments in pages is read page by page, newest first, so memory and the parameters of each
 * statement are bounded. Otherwise the days are read one after another. `onReached` is called after each page or day. Throws
 * `ProviderUnavailable` and `ProviderRejected`.
 */
export async function recordLostPayments(
  deps: Deps,
  { since, reached }: ListedPeriod,
  onReached: (at: Date) => void,
): Promise<void> {
  const { cardProvider } = deps;
  const until = new Date(deps.clock.now().getTime() - NOTIFIED_WITHIN_MS);
  const record = (listed: readonly ProviderPayment[]): Promise<void> =>
    recordUnknown(
      deps,
      listed.filter((payment) => hasTakenMoney(payment) && payment.at <= until),
    );
  if (cardProvider.chargesScheduledBy === 'merchant') {
    const created = { from: startOfDay(since), ...(reached === null ? {} : { to: reached }) };
    await cardProvider.readPayments(created, async ({ payments, createdFrom }) => {
      await record(payments);
      onReached(createdFrom);
      return true;
    });
    return;
  }
  for (let day = startOfDay(reached ?? since); day <= until; day = addDays(day, 1)) {
    await record(await cardProvider.listPaymentsOfDay(day));
    onReached(addDays(day, 1));
  }
}
