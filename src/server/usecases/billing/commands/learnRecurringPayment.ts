/** Learns from the provider which recurring payment an order began. */
import type { ProviderRecurringPayment } from '../../../ports/cardProvider';
import { findOrder } from '../../../store/orders';
import { recordRecurringPayment } from './accountRecurringPayments';
import { setReceiptAddress } from './addressReceipts';
import type { SchedulingDeps } from './cardProviders';
import type { CommandOf, Try } from './commandTry';
import { recurringPaymentOf } from './recurringPaymentOfOrder';

export async function learnRecurringPayment(
  deps: SchedulingDeps,
  { accountId, provider, orderId }: CommandOf<'learnRecurringPayment'>,
  { key }: Try,
): Promise<void> {
  const recurringPayment = await recurringPaymentOf(deps, { accountId, provider, orderId });
  if (recurringPayment === null) return;
  await recordRecurringPayment(deps, accountId, orderId, recurringPayment);
  await addressCampaignReceipts(deps, { accountId, orderId, recurringPayment }, `${key}:receipt`);
}

/**
 * The dialog of a campaign order asked its payer for the email, which nobody knew when the receipts of the further
 * charges were worded: it is told once the recurring payment has begun. One that has charged or failed is left as it is.
 */
async function addressCampaignReceipts(
  deps: SchedulingDeps,
  {
    accountId,
    orderId,
    recurringPayment,
  }: { accountId: number; orderId: string; recurringPayment: ProviderRecurringPayment },
  key: string,
): Promise<void> {
  if (recurringPayment.successes > 0) return;
  const order = await findOrder(deps.db, orderId);
  if (order?.kind === 'campaign') await setReceiptAddress(deps, { accountId, recurringPayment }, key);
}
