/** Finds out from the card provider which recurring payment an order started. */
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
 * Sets the receipt address of a campaign order once its recurring payment has started. The payer enters the email address
 * in the payment dialog, so it was unknown when the receipts of future charges were configured. Skips a recurring payment
 * that has already charged or failed.
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
