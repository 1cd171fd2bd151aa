/** Finds the order that began a reported recurrence, and ends a recurrence that no order began. */
import { ProviderNotReady, type ProviderRecurrence } from '../../../ports/cardProvider';
import type { AccountRow } from '../../../store/accounts';
import { isLive, readRecurrences, recordRecurrence } from './accountRecurrences';
import type { SchedulingDeps } from './cardProviders';
import { accountOf } from './commandAccount';
import { type CommandOf, keyOfTry, type Try } from './commandTry';
import { endRecurrence } from './endRecurrence';
import { mayHaveUnknown } from './recurrenceOfOrder';

/**
 * Explains a recurrence of which no order was known. Null: nothing that we sold began it, which is certain. Throws
 * ProviderUnavailable while it is not: the provider does not list it yet, or an order is there whose own recurrence
 * is not known.
 */
export async function explain(
  deps: SchedulingDeps,
  account: AccountRow,
  recurrenceId: string,
): Promise<{ orderId: string | null; recurrence: ProviderRecurrence }> {
  const known = await readRecurrences(deps, account);
  const found = known.recurrences.find(({ recurrence }) => recurrence.id === recurrenceId);
  if (found === undefined) throw new ProviderNotReady(`${recurrenceId} is not listed yet`);
  const { recurrence, orderId, origin } = found;
  if (origin === 'unknown' && mayHaveUnknown(known.orders, deps.clock.now()))
    throw new ProviderNotReady(`an order is there that may have begun ${recurrenceId}`);
  return { orderId, recurrence };
}

export async function explainRecurrence(
  deps: SchedulingDeps,
  { accountId, recurrenceId }: CommandOf<'explainRecurrence'>,
  { key, tries }: Try,
): Promise<void> {
  const { orderId, recurrence } = await explain(deps, await accountOf(deps, accountId), recurrenceId);
  if (orderId !== null) {
    await recordRecurrence(deps, accountId, orderId, recurrence);
    return;
  }
  if (!isLive(recurrence)) return;
  await endRecurrence(deps, recurrenceId, keyOfTry(key, recurrenceId, tries));
  deps.logger.error({ accountId, recurrenceId }, 'a recurrence that no order explains was cancelled');
}
