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
    // The money was taken and then refunded or released. Both events are new if the payment was not reported before.
    case 'cancelled':
    case 'refunded':
      return { kind: 'paid', ...report };
    case 'pending':
      return null;
  }
}

/** Records the state of a polled payment. Idempotent. */
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

/** Records all recurring payments that the provider lists for a payer, including ended ones. Idempotent. */
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
