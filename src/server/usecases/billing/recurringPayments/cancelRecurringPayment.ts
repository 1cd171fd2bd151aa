/** Cancels the recurring payment of an order, and all other recurring payments of the account that must not charge. */
import type { SubscriptionState } from '../../../domain/billing/subscriptionState';
import { ProviderNotReady } from '../../../ports/cardProvider';
import { findOrder } from '../../../store/orders';
import type { SchedulingDeps } from '../cardProviders/cardProviders';
import { type CommandOf, keyOfTry, type Try } from '../cardProviders/commandTry';
import { readState } from '../ledger/change';
import { readCommandAccount } from '../ledger/commandAccount';
import {
  type AccountRecurringPayment,
  isLive,
  type KnownRecurringPayments,
  readRecurringPayments,
} from './accountRecurringPayments';
import { endAll } from './endRecurringPayment';
import { isAwaited, mayHaveUnknown } from './recurringPaymentOfOrder';

/** Returns the ids of the orders whose recurring payment must not charge the card any more. */
const endedOrders = ({ commands }: SubscriptionState): Set<string> =>
  new Set(
    commands.flatMap((command) => (command.kind === 'cancelRecurringPayment' ? [command.orderId] : [])),
  );

/**
 * Returns the recurring payments that must not charge the card: recurring payments of ended subscriptions, the second
 * recurring payment of an order that was paid twice, and recurring payments without a known order. A recurring payment
 * without a known order is not cancelled while some order's recurring payment is still unknown.
 * All recurring payments of a deleted account must not charge the card.
 */
function findUnwanted(
  { recurringPayments, orders, state }: KnownRecurringPayments,
  { isErased, now }: { isErased: boolean; now: Date },
): AccountRecurringPayment[] {
  const ended = endedOrders(state);
  const isOpen = mayHaveUnknown(orders, now);
  return recurringPayments.filter(({ recurringPayment, orderId, origin }) => {
    if (!isLive(recurringPayment)) return false;
    if (isErased) return true;
    if (orderId !== null) return ended.has(orderId);
    return origin === 'second' || !isOpen;
  });
}

export async function cancelRecurringPayment(
  deps: SchedulingDeps,
  { accountId, provider, orderId, recurringPaymentId }: CommandOf<'cancelRecurringPayment'>,
  { key, tries }: Try,
): Promise<void> {
  const account = await readCommandAccount(deps, accountId);
  const buildKey = (id: string): string => keyOfTry(key, id, tries);
  // The recurring payment whose id is known is cancelled first, because its cancellation needs no list from the card
  // provider.
  const linked = recurringPaymentId ?? (await findOrder(deps.db, orderId))?.recurringPaymentId ?? null;
  const state = (await readState(deps.db, accountId)).state;
  if (linked !== null && endedOrders(state).has(orderId)) await endAll(deps, [linked], buildKey);
  const known = await readRecurringPayments(deps, account);
  const now = deps.clock.now();
  await endAll(
    deps,
    findUnwanted(known, { isErased: account.erasedAt !== null, now }).map(
      ({ recurringPayment }) => recurringPayment.id,
    ),
    buildKey,
  );
  const order = known.orders.find(({ id }) => id === orderId);
  if (order !== undefined && isAwaited(order, now))
    throw new ProviderNotReady(`the recurring payment of an order at ${provider} has not appeared yet`);
}
