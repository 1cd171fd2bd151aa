/** Ends the recurrence of an order, and every other one of its account that must not charge. */
import type { SubscriptionState } from '../../../domain/billing/fold';
import { ProviderNotReady } from '../../../ports/cardProvider';
import { findOrder } from '../../../store/orders';
import { readState } from '../change/change';
import { type AccountRecurrence, isLive, type KnownRecurrences, readRecurrences } from './accountRecurrences';
import type { SchedulingDeps } from './cardProviders';
import { accountOf } from './commandAccount';
import { type CommandOf, keyOfTry, type Try } from './commandTry';
import { endAll } from './endRecurrence';
import { isAwaited, mayHaveUnknown } from './recurrenceOfOrder';

/** The orders whose recurrence must not charge any more. */
const endedOrders = ({ commands }: SubscriptionState): Set<string> =>
  new Set(commands.flatMap((command) => (command.kind === 'cancelRecurrence' ? [command.orderId] : [])));

/**
 * What must not charge any more: the recurrences of ended agreements, each second one of an order that was paid
 * twice, and those that nothing explains, unless an order is there whose own one is not known yet.
 */
function unwantedOf({ recurrences, orders, state }: KnownRecurrences, now: Date): AccountRecurrence[] {
  const ended = endedOrders(state);
  const isOpen = mayHaveUnknown(orders, now);
  return recurrences.filter(({ recurrence, orderId, origin }) => {
    if (!isLive(recurrence)) return false;
    if (orderId !== null) return ended.has(orderId);
    return origin === 'second' || !isOpen;
  });
}

export async function cancelRecurrence(
  deps: SchedulingDeps,
  { accountId, provider, orderId, recurrenceId }: CommandOf<'cancelRecurrence'>,
  { key, tries }: Try,
): Promise<void> {
  const account = await accountOf(deps, accountId);
  const keyOf = (id: string): string => keyOfTry(key, id, tries);
  // First the one whose number is known: no list is needed to end it.
  const linked = recurrenceId ?? (await findOrder(deps.db, orderId))?.recurrenceId ?? null;
  const state = (await readState(deps.db, accountId)).state;
  if (linked !== null && endedOrders(state).has(orderId)) await endAll(deps, [linked], keyOf);
  const known = await readRecurrences(deps, account);
  const now = deps.clock.now();
  await endAll(
    deps,
    unwantedOf(known, now).map(({ recurrence }) => recurrence.id),
    keyOf,
  );
  const order = known.orders.find(({ id }) => id === orderId);
  if (order !== undefined && isAwaited(order, now))
    throw new ProviderNotReady(`the recurrence of an order at ${provider} has not appeared yet`);
}
