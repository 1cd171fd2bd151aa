/** Ends recurring payments at the provider. */
import { ProviderRejected, ProviderUnavailable } from '../../../ports/cardProvider';
import { isLive } from './accountRecurringPayments';
import type { SchedulingDeps } from './cardProviders';

/** Ends a recurring payment by its number; resolves only when it is over. */
export async function endRecurringPayment(
  deps: SchedulingDeps,
  recurringPaymentId: string,
  key: string,
): Promise<void> {
  try {
    await deps.cardProvider.cancelRecurringPayment(recurringPaymentId, key);
  } catch (error) {
    if (!(error instanceof ProviderRejected)) throw error;
    // Another command, or the payer, may have been quicker.
    const recurringPayment = await deps.cardProvider.readRecurringPayment(recurringPaymentId);
    if (isLive(recurringPayment))
      throw new ProviderUnavailable(`a recurring payment lives on: ${error.message}`);
  }
}

/** Ends each of them; one that cannot be ended now keeps no other one alive. */
export async function endAll(
  deps: SchedulingDeps,
  recurringPaymentIds: readonly string[],
  keyOf: (recurringPaymentId: string) => string,
): Promise<void> {
  const failures: unknown[] = [];
  for (const recurringPaymentId of new Set(recurringPaymentIds)) {
    await endRecurringPayment(deps, recurringPaymentId, keyOf(recurringPaymentId)).catch((error: unknown) =>
      failures.push(error),
    );
  }
  const [failure] = failures;
  if (failure !== undefined)
    throw failure instanceof Error ? failure : new Error('a recurring payment lives on');
}
