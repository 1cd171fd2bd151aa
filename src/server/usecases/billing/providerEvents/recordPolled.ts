/** Records polled payments and recurring payments in the same way as their notifications. */
import { UNKNOWN_DECLINE } from '../../../../shared/declines';
import type { Deps } from '../../../deps';
import { later, wholeSeconds } from '../../../domain/billing/billingCalendar';
import { reportKey } from '../../../domain/billing/ledgerEvents';
import type { ProviderEvent, ProviderPayment } from '../../../ports/cardProvider';
import { isRecorded } from '../../../store/ledger';
import { findRequestedPayment, settleRequested } from '../../../store/requestedPayments';
import { schedulesCharges } from '../cardProviders/cardProviders';
import { withPayer } from './payerOfCharge';
import { recordProviderEvent } from './recordProviderEvent';
import { followCharge } from './unfinishedCharges';

type PaymentEvent = Extract<ProviderEvent, { kind: 'paid' | 'authorized' | 'failed' }>;

function toPaymentEvent(payment: ProviderPayment): PaymentEvent | null {
  const { state, decline, ...report } = payment;
  switch (state) {
    case 'completed':
      return { kind: 'paid', ...report };
    case 'authorized':
      return { kind: 'authorized', ...report };
    case 'declined':
      return { kind: 'failed', decline: decline ?? UNKNOWN_DECLINE, ...report };
    // The polled payment was taken and then refunded or released. Both the payment and its refund are new events if the
    // payment was not reported before.
    case 'cancelled':
    case 'refunded':
      return { kind: 'paid', ...report };
    case 'pending':
    case 'abandoned':
      return null;
  }
}

/**
 * Returns the event of a payment at a card provider that verifies a card with a hold. A hold counts once its payment
 * method is saved. A hold that ended without a saved method was no verification, so it counts as a decline. A hold
 * without a card verifies nothing, so that it counts at once and is released.
 */
function eventOfHold(payment: ProviderPayment): PaymentEvent | null {
  const { state, decline: _decline, ...report } = payment;
  const isSaved = (payment.card?.token ?? null) !== null;
  const hasNoCard = (payment.card?.digits ?? null) === null;
  if (state === 'authorized') return isSaved || hasNoCard ? { kind: 'authorized', ...report } : null;
  if (state !== 'cancelled') return toPaymentEvent(payment);
  return isSaved
    ? { kind: 'authorized', ...report }
    : { kind: 'failed', decline: UNKNOWN_DECLINE, ...report };
}

/** Returns an event with the email address that this server sent to the card provider, if the provider reports none. */
async function withEmail(deps: Deps, event: PaymentEvent): Promise<PaymentEvent> {
  if (event.email !== null || deps.cardProvider.capabilities.asksForEmail) return event;
  const { transactionId } = event;
  const request = await findRequestedPayment(deps.db, { provider: deps.cardProvider.name, transactionId });
  return { ...event, email: request?.receiptEmail ?? null };
}

/** Records the state of a polled payment. Recording the same state again changes nothing. */
export async function recordPayment(deps: Deps, payment: ProviderPayment): Promise<void> {
  const verifiesByHold = deps.cardProvider.capabilities.cardVerification === 'releasedHold';
  const event = (verifiesByHold ? eventOfHold : toPaymentEvent)(payment);
  // The response to a charge, its notification and every poll report the same payment.
  const isFinal = payment.state === 'completed' || payment.state === 'declined';
  if (isFinal && event !== null && (await isRecorded(deps.db, reportKey(deps.cardProvider.name, event))))
    return;
  if (!(await followCharge(deps, payment))) return;
  if (payment.state === 'abandoned') {
    const name = { provider: deps.cardProvider.name, transactionId: payment.transactionId, key: null };
    await settleRequested(deps.db, name, 'absent', deps.clock.now());
  }
  if (event === null) return;
  await recordProviderEvent(deps, 'reconciliation', await withPayer(deps, await withEmail(deps, event)));
  if (payment.state === 'cancelled' && event.kind !== 'failed') {
    const { transactionId, accountId } = payment;
    const at = later(payment.at, deps.clock.now());
    await recordProviderEvent(deps, 'reconciliation', { kind: 'voided', transactionId, accountId, at });
  }
}

/**
 * Records all recurring payments that the card provider lists for a payer, including ended recurring payments.
 * Recording the same list again changes nothing.
 */
export async function recordRecurringPayments(deps: Deps, payerId: string): Promise<void> {
  if (!schedulesCharges(deps)) return;
  for (const recurringPayment of await deps.cardProvider.findRecurringPayments(payerId)) {
    const { id, state, ...report } = recurringPayment;
    await recordProviderEvent(deps, 'reconciliation', {
      kind: 'recurringPayment',
      recurringPaymentId: id,
      state,
      ...report,
      startAt: wholeSeconds(report.startAt),
    });
  }
}
