/** Ends recurrences at the provider. */
import { ProviderRefused, ProviderUnavailable } from '../../../ports/cardProvider';
import { isLive } from './accountRecurrences';
import type { SchedulingDeps } from './cardProviders';

/** Ends a recurrence by its number; resolves only when it is over. */
export async function endRecurrence(deps: SchedulingDeps, recurrenceId: string, key: string): Promise<void> {
  try {
    await deps.cardProvider.cancelRecurrence(recurrenceId, key);
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    // Another command, or the payer, may have been quicker.
    const recurrence = await deps.cardProvider.readRecurrence(recurrenceId);
    if (isLive(recurrence)) throw new ProviderUnavailable(`a recurrence lives on: ${error.message}`);
  }
}

/** Ends each of them; one that cannot be ended now keeps no other one alive. */
export async function endAll(
  deps: SchedulingDeps,
  recurrenceIds: readonly string[],
  keyOf: (recurrenceId: string) => string,
): Promise<void> {
  const failures: unknown[] = [];
  for (const recurrenceId of new Set(recurrenceIds)) {
    await endRecurrence(deps, recurrenceId, keyOf(recurrenceId)).catch((error: unknown) =>
      failures.push(error),
    );
  }
  const [failure] = failures;
  if (failure !== undefined) throw failure instanceof Error ? failure : new Error('a recurrence lives on');
}
