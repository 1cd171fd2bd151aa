/** Finds the order that started a reported recurring payment. Cancels the recurring payment if no order started it. */
import { ProviderNotReady, type ProviderRecurringPayment } from '../../../ports/cardProvider';
import type { AccountRow } from '../../../store/accounts';
import type { SchedulingDeps } from '../cardProviders/cardProviders';
import { type CommandOf, keyOfTry, type Try } from '../cardProviders/commandTry';
import { readCommandAccount } from '../ledger/commandAccount';
import {
  isLive,
  readRecurringPayments,
  recordRecurringPayment,
} from '../recurringPayments/accountRecurringPayments';
import { endRecurringPayment } from '../recurringPayments/endRecurringPayment';
import { mayHaveUnknown } from '../recurringPayments/recurringPaymentOfOrder';

/**
 * Finds the order of a recurring payment. Returns `orderId: null` if it is certain that no order started it. Throws
 * `ProviderNotReady` while the order is uncertain: the card provider does not list the recurring payment yet, or
 * another order's recurring payment is still unknown.
 */
export async function explain(
  deps: SchedulingDeps,
  account: AccountRow,
  recurringPaymentId: string,
): Promise<{ orderId: string | null; recurringPayment: ProviderRecurringPayment }> {
  const known = await readRecurringPayments(deps, account);
  const found = known.recurringPayments.find(
    ({ recurringPayment }) => recurringPayment.id === recurringPaymentId,
  );
  if (found === undefined) throw new ProviderNotReady(`${recurringPaymentId} is not listed yet`);
  const { recurringPayment, orderId, origin } = found;
  if (origin === 'unknown' && mayHaveUnknown(known.orders, deps.clock.now()))
    throw new ProviderNotReady(`an order may have started ${recurringPaymentId}`);
  return { orderId, recurringPayment };
}

export async function explainRecurringPayment(
  deps: SchedulingDeps,
  { accountId, recurringPaymentId }: CommandOf<'explainRecurringPayment'>,
  { key, tries }: Try,
): Promise<void> {
  const account = await readCommandAccount(deps, accountId);
  const { orderId, recurringPayment } =
    account.erasedAt === null
      ? await explain(deps, account, recurringPaymentId)
      : // Every recurring payment of a deleted account ends.
        { orderId: null, recurringPayment: await deps.cardProvider.readRecurringPayment(recurringPaymentId) };
  if (orderId !== null) {
    await recordRecurringPayment(deps, accountId, orderId, recurringPayment);
    return;
  }
  if (!isLive(recurringPayment)) return;
  await endRecurringPayment(deps, recurringPaymentId, keyOfTry(key, recurringPaymentId, tries));
  deps.logger.error(
    { accountId, recurringPaymentId },
    'a recurring payment that no order explains was cancelled',
  );
}
