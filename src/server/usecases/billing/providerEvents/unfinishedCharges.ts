/**
 * Follows charges of this server that the card provider has accepted but not finished: the payment is pending, or waits
 * for its capture. Such a charge is a payment issue until its end. Once the card provider should have finished it, the
 * charge blocks nothing any more, and its month is announced and charged again.
 */
import type { Deps } from '../../../deps';
import { CLOCK_SKEW_MS } from '../../../domain/billing/eventOrder';
import { postponementKey } from '../../../domain/billing/ledgerEvents';
import { findOwnCharge, postponedTo } from '../../../domain/billing/ownCharges';
import type { ProviderPayment } from '../../../ports/cardProvider';
import { lockAccount } from '../../../store/accounts';
import type { Database } from '../../../store/database';
import { openPaymentIssue, pendingChargeKey, settlePaymentIssue } from '../../../store/paymentIssues';
import {
  findCharge,
  noteTransaction,
  outliveRequested,
  type RequestedPaymentRow,
  settleRequested,
} from '../../../store/requestedPayments';
import { change } from '../ledger/change';

const HOUR_MS = 3_600_000;

/** Time in ms after which the card provider ends an unpaid payment. */
const PENDING_FOR_MS = HOUR_MS;

/** Time in ms after which the card provider releases an amount that was not captured, unless it reports another time. */
const HELD_FOR_MS = 7 * 24 * HOUR_MS;

/** Interval in ms between two questions about a charge that blocks nothing any more. */
const ASK_AGAIN_MS = 6 * HOUR_MS;

/** Time in ms after the request of a charge after which only a notification or staff learn about its end. */
const ASKED_FOR_MS = 60 * 24 * HOUR_MS;

type Unfinished = ProviderPayment & { state: 'pending' | 'authorized' };

/** Payment states of a charge in which no money was or will be taken, although no bank declined the charge. */
const WITHOUT_MONEY: readonly ProviderPayment['state'][] = ['abandoned', 'cancelled'];

const isUnfinished = (payment: ProviderPayment): payment is Unfinished =>
  payment.state === 'pending' || payment.state === 'authorized';

/** Returns the time by which the card provider should have finished a charge, allowing for clock skew. */
function endOfLife({ state, at, expiresAt }: Unfinished): Date {
  const end =
    state === 'authorized'
      ? (expiresAt?.getTime() ?? at.getTime() + HELD_FOR_MS)
      : at.getTime() + PENDING_FOR_MS;
  return new Date(end + CLOCK_SKEW_MS);
}

/** Postpones the charge of a month that is still to be paid, so that it is announced again. */
async function announceAgain(
  tx: Database,
  { accountId, chargeAt }: RequestedPaymentRow,
  now: Date,
): Promise<void> {
  if (accountId === null) return;
  await change(
    tx,
    accountId,
    ({ state }) => {
      const charge = findOwnCharge(state);
      if (charge === null || charge.dueAt > now || charge.chargeAt.getTime() !== chargeAt?.getTime())
        return [];
      const to = postponedTo(charge, now);
      const { orderId } = charge.agreement;
      return to === null
        ? []
        : [
            {
              key: postponementKey(orderId, now),
              data: { kind: 'chargePostponed', orderId, to: to.toISOString() },
            },
          ];
    },
    now,
  );
}

async function followUnfinished(
  tx: Database,
  request: RequestedPaymentRow,
  payment: Unfinished,
  now: Date,
): Promise<void> {
  const { provider, orderId, accountId, payerId } = request;
  const { transactionId, amountKopecks, currency, at, state } = payment;
  await noteTransaction(tx, request.id, transactionId);
  await openPaymentIssue(tx, {
    key: pendingChargeKey(provider, transactionId),
    question: 'chargeUnfinished',
    ...{ provider, transactionId, orderId, accountId, payerId, amountKopecks, currency, at },
    reason: state === 'pending' ? 'The charge is pending.' : 'The charge waits for its capture.',
    outboxKey: null,
    openedAt: now,
  });
  if (now < endOfLife(payment)) return;
  const isAsked = now.getTime() < request.requestedAt.getTime() + ASKED_FOR_MS;
  await outliveRequested(tx, request.id, {
    now,
    askAt: isAsked ? new Date(now.getTime() + ASK_AGAIN_MS) : null,
  });
  if (request.outcome === null) await announceAgain(tx, request, now);
}

/**
 * Records that a charge of this server is unfinished, or that it has ended without money. Returns whether the payment has
 * an outcome that must be recorded as an event. Changes nothing for any other payment.
 */
export async function followCharge(deps: Deps, payment: ProviderPayment): Promise<boolean> {
  const { name: provider } = deps.cardProvider;
  const key = payment.chargeKey ?? null;
  if (key === null || !(isUnfinished(payment) || WITHOUT_MONEY.includes(payment.state))) return true;
  const now = deps.clock.now();
  const { transactionId } = payment;
  return deps.db.transaction(async (tx) => {
    const accountId = (await findCharge(tx, provider, key))?.accountId ?? null;
    if (accountId !== null) await lockAccount(tx, accountId);
    const request = await findCharge(tx, provider, key);
    if (isUnfinished(payment)) {
      // The payment may have ended since it was read.
      const isOpen = request?.outcome === null || request?.outcome === 'absent';
      if (isOpen) await followUnfinished(tx, request, payment, now);
      return false;
    }
    await settlePaymentIssue(tx, pendingChargeKey(provider, transactionId), { outcome: 'done', at: now });
    await settleRequested(tx, { provider, transactionId, key }, 'absent', now);
    if (request?.outcome === null) await announceAgain(tx, request, now);
    return false;
  });
}
