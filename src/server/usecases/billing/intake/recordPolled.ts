/** Records polled payments and recurring payments in the same way as their notifications. */
import { UNKNOWN_DECLINE } from '../../../../shared/declines';
import type { Deps } from '../../../deps';
import { later, wholeSeconds } from '../../../domain/billing/billingCalendar';
import type { ProviderEvent, ProviderPayment } from '../../../ports/cardProvider';
import { schedulesCharges } from '../commands/cardProviders';
import { withPayer } from './payerOfCharge';
import { recordProviderEvent } from './recordProviderEvent';

function eventOf(payment: ProviderPayment): ProviderEvent | null {
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
      return null;
  }
}

/** Records the state of a polled payment. Recording the same state again changes nothing. */
export async function recordPayment(deps: Deps, payment: ProviderPayment): Promise<void> {
  const event = eventOf(payment);
  if (event === null) return;
  await recordProviderEvent(deps, 'reconciliation', await withPayer(deps, event));
  if (payment.state === 'cancelled') {
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
