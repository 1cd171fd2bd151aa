/**
 * Refunds that were made in the provider's own office and whose notification was lost: every hour
 * the provider is asked what went back since the last time.
 */
import { addDays } from '../rules/billingCalendar';
import { foldSubscription } from '../rules/subscription';
import type { Deps } from '../../deps';
import { kickOutbox } from '../../outbox/deliverOutbox';
import { ProviderRefused, ProviderUnavailable, type ProviderRefund } from '../provider/cardProvider';
import { listKnownEvents, listSubscriptionEvents } from '../../store/ledger';
import { findPayer } from './orderRecords';
import { recordProviderEvent } from './recordProviderEvent';
import { listRefundsSince } from '../provider/refundOnce';

const ASK_EVERY_MS = 3_600_000;

/** After a failure the provider is left in peace so long, ms. */
const ASK_AGAIN_MS = 5 * 60_000;

/** A process that begins asks so far back, days: others may have asked meanwhile, which does no harm. */
const FIRST_LOOK_BACK_DAYS = 3;

/** When this process asked a provider last. Only an answer moves it, so what fails is asked again for the same time. */
const askedAt = new WeakMap<object, Date>();
/** When asking failed last, until an answer comes. */
const failedAt = new WeakMap<object, Date>();

const keyOf = (refund: ProviderRefund): string => `refunded:${refund.refundId}`;

/** The payment that a refund which names none must be of; null when the account has no such payment. */
async function guessPayment(deps: Deps, refund: ProviderRefund): Promise<string | null> {
  const account = refund.accountId === null ? null : await findPayer(deps.db, refund.accountId);
  if (account === null) return null;
  const { payments } = foldSubscription(await listSubscriptionEvents(deps.db, account.id));
  const candidates = payments.filter(
    (payment) =>
      payment.at <= refund.at &&
      payment.amountKopecks - payment.returnedKopecks >= refund.amountKopecks &&
      (refund.orderId === null || payment.orderId === refund.orderId),
  );
  return candidates.at(-1)?.transactionId ?? null;
}

async function recordRefund(deps: Deps, refund: ProviderRefund): Promise<void> {
  const { refundId, amountKopecks, at, accountId } = refund;
  const transactionId = refund.transactionId ?? (await guessPayment(deps, refund));
  if (transactionId === null) {
    deps.logger.warn({ refundId }, 'a refund of an unknown payment was met');
    return;
  }
  await recordProviderEvent(deps, 'reconciliation', {
    kind: 'refunded',
    refundId,
    transactionId,
    amountKopecks,
    at,
    accountId,
  });
}

/**
 * Asks when an hour has passed since the last answer, five minutes since the last failure; repeated
 * words change nothing.
 */
export async function reconcileRefunds(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const last = askedAt.get(deps.cardProvider);
  const failed = failedAt.get(deps.cardProvider);
  if (last !== undefined && now.getTime() - last.getTime() < ASK_EVERY_MS) return;
  if (failed !== undefined && now.getTime() - failed.getTime() < ASK_AGAIN_MS) return;
  // A notification may be hours late without being lost, so one day is asked about twice.
  const since = addDays(last ?? now, last === undefined ? -FIRST_LOOK_BACK_DAYS : -1);
  try {
    const refunds = await listRefundsSince(deps, since);
    const known = new Set(await listKnownEvents(deps.db, refunds.map(keyOf)));
    for (const refund of refunds) if (!known.has(keyOf(refund))) await recordRefund(deps, refund);
    askedAt.set(deps.cardProvider, now);
    failedAt.delete(deps.cardProvider);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error;
    failedAt.set(deps.cardProvider, now);
    deps.logger.warn({ reason: error.message }, 'refunds could not be asked about');
    return;
  }
  kickOutbox(deps);
}
