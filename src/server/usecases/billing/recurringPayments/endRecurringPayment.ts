/** Cancels recurring payments at the card provider. */
import { ProviderRejected, ProviderUnavailable } from '../../../ports/cardProvider';
import type { SchedulingDeps } from '../cardProviders/cardProviders';
import { isLive } from './accountRecurringPayments';

/**
 * Cancels a recurring payment by its id. Resolves when the recurring payment has ended. Throws `ProviderUnavailable` if
 * the recurring payment is still live.
 */
export async function endRecurringPayment(
  deps: SchedulingDeps,
  recurringPaymentId: string,
  key: string,
): Promise<void> {
  try {
    await deps.cardProvider.cancelRecurringPayment(recurringPaymentId, key);
  } catch (error) {
    if (!(error instanceof ProviderRejected)) throw error;
    // Another command or the payer may already have cancelled the recurring payment.
    const recurringPayment = await deps.cardProvider.readRecurringPayment(recurringPaymentId);
    if (isLive(recurringPayment))
      throw new ProviderUnavailable(`a recurring payment is still active: ${error.message}`);
  }
}

/**
 * Cancels several recurring payments. If a recurring payment cannot be cancelled, the remaining ones are still
 * cancelled before the first error is thrown.
 */
export async function endAll(
  deps: SchedulingDeps,
  recurringPaymentIds: readonly string[],
  buildKey: (recurringPaymentId: string) => string,
): Promise<void> {
  const failures: unknown[] = [];
  for (const recurringPaymentId of new Set(recurringPaymentIds)) {
    await endRecurringPayment(deps, recurringPaymentId, buildKey(recurringPaymentId)).catch(
      (error: unknown) => failures.push(error),
    );
  }
  const [failure] = failures;
  if (failure !== undefined)
    throw failure instanceof Error ? failure : new Error('a recurring payment is still active');
}
