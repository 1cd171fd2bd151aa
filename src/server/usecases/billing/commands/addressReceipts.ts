/** Sets the email address for the receipts of future charges. */
import {
  ProviderNotReady,
  type ProviderRecurringPayment,
  ProviderRejected,
} from '../../../ports/cardProvider';
import { monthLabel } from '../../../texts/payments';
import { isLive } from './accountRecurringPayments';
import type { SchedulingDeps } from './cardProviders';
import { accountOf } from './commandAccount';
import type { CommandOf, Try } from './commandTry';
import { recurringPaymentOf } from './recurringPaymentOfOrder';

/**
 * Sets the receipt address of one recurring payment. A recurring payment with a failed charge is skipped while the
 * charge is being retried, because an update may reset the card provider's failure count.
 */
export async function setReceiptAddress(
  deps: SchedulingDeps,
  { accountId, recurringPayment }: { accountId: number; recurringPayment: ProviderRecurringPayment },
  key: string,
): Promise<void> {
  const { id, failures, amountKopecks } = recurringPayment;
  if (!isLive(recurringPayment) || failures > 0) return;
  const { email, erasedAt } = await accountOf(deps, accountId);
  if (erasedAt !== null) return;
  const receipt = { label: monthLabel(deps.settings.brand.product), amountKopecks, email };
  try {
    await deps.cardProvider.setRecurringPaymentReceipt(id, receipt, key);
  } catch (error) {
    if (!(error instanceof ProviderRejected)) throw error;
    // The recurring payment continues to charge. Receipts of its charges are then sent only to the tax office.
    deps.logger.error({ accountId, error }, 'the card provider rejected the receipt address');
  }
}

/** Executes the command `addressReceipts`, which follows a change of the account's email address. */
export async function addressReceipts(
  deps: SchedulingDeps,
  { accountId, provider, orderId }: CommandOf<'addressReceipts'>,
  { key }: Try,
): Promise<void> {
  if ((await accountOf(deps, accountId)).erasedAt !== null) return;
  const recurringPayment = await recurringPaymentOf(deps, { accountId, provider, orderId });
  if (recurringPayment === null) return;
  if (isLive(recurringPayment) && recurringPayment.failures > 0)
    throw new ProviderNotReady('a failed charge is being retried; its receipt address is set afterwards');
  await setReceiptAddress(deps, { accountId, recurringPayment }, key);
}
