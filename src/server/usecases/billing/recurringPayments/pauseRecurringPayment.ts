/** Pauses a recurring payment whose next charge is further in the future than the card provider allows. */
import type { SchedulingDeps } from '../cardProviders/cardProviders';
import { type CommandOf, keyOfTry, type Try } from '../cardProviders/commandTry';
import { readState } from '../ledger/change';
import { isLive } from './accountRecurringPayments';
import { endRecurringPayment } from './endRecurringPayment';
import { findRecurringPayment } from './recurringPaymentOfOrder';

/** Pauses the recurring payment by cancelling it at the card provider, unless the pause command is outdated. */
export async function pauseRecurringPayment(
  deps: SchedulingDeps,
  { accountId, provider, orderId, nextChargeAt }: CommandOf<'pauseRecurringPayment'>,
  { key, tries }: Try,
): Promise<void> {
  const { commands } = (await readState(deps.db, accountId)).state;
  const isWanted = commands.some(
    (command) =>
      command.kind === 'pauseRecurringPayment' &&
      command.orderId === orderId &&
      command.nextChargeAt === nextChargeAt,
  );
  if (!isWanted) return;
  const own = await findRecurringPayment(deps, { accountId, provider, orderId });
  if (own !== null && isLive(own)) await endRecurringPayment(deps, own.id, keyOfTry(key, own.id, tries));
}
