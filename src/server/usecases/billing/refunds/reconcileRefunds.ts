/**
 * Finds refunds that were made in the card provider's dashboard, and payments of our orders whose notification was
 * lost. The card provider is polled every hour for both.
 */
import type { Deps } from '../../../deps';
import { addDays } from '../../../domain/billing/billingCalendar';
import { CLOCK_SKEW_MS } from '../../../domain/billing/eventOrder';
import { reportKey } from '../../../domain/billing/ledgerEvents';
import {
  type ProviderRefund,
  ProviderRejected,
  ProviderUnavailable,
  TooManyProviderRequests,
} from '../../../ports/cardProvider';
import type { Polls } from '../../../processMemory';
import { listKnownEvents } from '../../../store/ledger';
import { depsWith, listCardProviders } from '../cardProviders/cardProviders';
import { readState } from '../ledger/change';
import { findPayer } from '../ledger/orderRecords';
import { recordLostPayments } from '../providerEvents/lostPayments';
import { recordProviderEvent } from '../providerEvents/recordProviderEvent';
import { listRefundsSince } from './refundOnce';

const POLL_EVERY_MS = 3_600_000;

/** Back-off after a failed poll of a card provider, in ms. */
const BACK_OFF_MS = 5 * 60_000;

/**
 * Time in ms for which a failed poll continues where it was. Afterwards a new poll begins with the newest payments, so that a
 * page which is never readable does not hide them.
 */
const CONTINUED_FOR_MS = 24 * 3_600_000;

/**
 * Number of past days covered by the first poll after the server starts, because polls of the previous server process
 * may have failed for days. Polling the same period twice is harmless.
 */
const FIRST_LOOK_BACK_DAYS = 10;

const NO_POLLS: Polls = { answeredAt: null, failed: null };

/** Returns the most likely payment of a refund that names no payment, or null if the account has no matching payment. */
async function guessPayment(deps: Deps, refund: ProviderRefund): Promise<string | null> {
  const account = refund.accountId === null ? null : await findPayer(deps.db, refund.accountId);
  if (account === null) return null;
  const { state } = await readState(deps.db, account.id);
  const candidates = state.payments.filter(
    (payment) =>
      // The recorded time of a first payment may come from this server's clock, which may be ahead of the card
      // provider's clock.
      payment.at.getTime() <= refund.at.getTime() + CLOCK_SKEW_MS &&
      payment.amountKopecks - payment.returnedKopecks >= refund.amountKopecks &&
      (refund.orderId === null || payment.orderId === refund.orderId),
  );
  return candidates.at(-1)?.transactionId ?? null;
}

async function recordRefund(deps: Deps, refund: ProviderRefund): Promise<void> {
  const { refundId, amountKopecks, at, accountId } = refund;
  const transactionId = refund.transactionId ?? (await guessPayment(deps, refund));
  if (transactionId === null) {
    deps.logger.warn({ refundId }, 'found a refund of an unknown payment');
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

/** Time in ms after which a failed poll continues. After HTTP 429 the card provider may ask for a longer pause. */
const pauseMsAfter = (error: unknown): number =>
  Math.max(BACK_OFF_MS, error instanceof TooManyProviderRequests ? (error.retryAfterMs ?? 0) : 0);

/**
 * Polls each card provider, unless its last complete poll began less than one hour ago or its last poll failed less than
 * five minutes ago. A poll that failed continues where it was. Polling again records nothing twice.
 */
export async function reconcileRefunds(deps: Deps): Promise<void> {
  for (const provider of listCardProviders(deps)) await reconcileProviderRefunds(depsWith(deps, provider));
}

async function reconcileProviderRefunds(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const { refundPolls } = deps.memory;
  const { answeredAt: last, failed } = refundPolls.get(deps.cardProvider.name) ?? NO_POLLS;
  if (last !== null && now.getTime() - last.getTime() < POLL_EVERY_MS) return;
  if (failed !== null && now < failed.retryAt) return;
  const isContinued = failed !== null && now.getTime() - failed.begunAt.getTime() < CONTINUED_FOR_MS;
  const { begunAt, since, ...earlier } = isContinued
    ? failed
    : {
        begunAt: now,
        // A notification may arrive hours late without being lost, so the previous day is polled again.
        since: addDays(last ?? now, last === null ? -FIRST_LOOK_BACK_DAYS : -1),
        reached: null,
      };
  let { reached } = earlier;
  try {
    const refunds = await listRefundsSince(deps, since);
    const buildKey = ({ refundId }: ProviderRefund): string =>
      reportKey(deps.cardProvider.name, { kind: 'refunded', refundId });
    const known = new Set(await listKnownEvents(deps.db, refunds.map(buildKey)));
    for (const refund of refunds)
      if ((refund.state ?? 'completed') === 'completed' && !known.has(buildKey(refund)))
        await recordRefund(deps, refund);
    await recordLostPayments(deps, { since, reached }, (at) => {
      reached = at;
    });
    refundPolls.set(deps.cardProvider.name, { answeredAt: begunAt, failed: null });
  } catch (error) {
    // Every failure is followed by a pause, because a poll of a busy day sends hundreds of requests.
    const retryAt = new Date(now.getTime() + pauseMsAfter(error));
    refundPolls.set(deps.cardProvider.name, {
      answeredAt: last,
      failed: { begunAt, since, reached, retryAt },
    });
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRejected)) throw error;
    deps.logger.warn({ reason: error.message }, 'refunds and payments could not be polled');
    return;
  }
  deps.wakeOutbox();
}
