/** Sets the email address to which the receipts of further charges are sent. */
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

/** An update may have the provider count failures anew: a charge that it is trying again is left as it is. */
export async function setReceiptAddress(
  deps: SchedulingDeps,
  { accountId, recurringPayment }: { accountId: number; recurringPayment: ProviderRecurringPayment },
  key: string,
): Promise<void> {
  const { id, failures, amountKopecks } = recurringPayment;
  if (!isLive(recurringPayment) || failures > 0) return;
  const { email } = await accountOf(deps, accountId);
  const receipt = { label: monthLabel(deps.settings.brand.product), amountKopecks, email };
  try {
    await deps.cardProvider.setRecurringPaymentReceipt(id, receipt, key);
  } catch (error) {
    if (!(error instanceof ProviderRejected)) throw error;
    // The charges go on; their receipts go to the tax office alone.
    deps.logger.error({ accountId, error }, 'the email of receipts was rejected');
  }
}

/** Carries the command out: the account has another address. */
export async function addressReceipts(
  deps: SchedulingDeps,
  { accountId, provider, orderId }: CommandOf<'addressReceipts'>,
  { key }: Try,
): Promise<void> {
  const recurringPayment = await recurringPaymentOf(deps, { accountId, provider, orderId });
  if (recurringPayment === null) return;
  if (isLive(recurringPayment) && recurringPayment.failures > 0)
    throw new ProviderNotReady('a charge is being tried again: its receipt is addressed anew afterwards');
  await setReceiptAddress(deps, { accountId, recurringPayment }, key);
}
