/** Finds out from the card provider which recurring payment an order started. */
import type { ProviderRecurringPayment } from '../../../ports/cardProvider';
import { findOrder } from '../../../store/orders';
import type { SchedulingDeps } from '../cardProviders/cardProviders';
import type { CommandOf, Try } from '../cardProviders/commandTry';
import { recordRecurringPayment } from './accountRecurringPayments';
import { setReceipt } from './addressReceipts';
import { findRecurringPayment } from './recurringPaymentOfOrder';

export async function learnRecurringPayment(
  deps: SchedulingDeps,
  { accountId, provider, orderId }: CommandOf<'learnRecurringPayment'>,
  { key }: Try,
): Promise<void> {
  const recurringPayment = await findRecurringPayment(deps, { accountId, provider, orderId });
  if (recurringPayment === null) return;
  await recordRecurringPayment(deps, accountId, orderId, recurringPayment);
  await addressCampaignReceipts(deps, { accountId, orderId, recurringPayment }, `${key}:receipt`);
}

/**
 * Sets the receipt address of a campaign order once its recurring payment has started. The payer of a campaign order
 * enters the email address in the payment dialog, so the address was unknown when the receipts of future charges were
 * configured. A recurring payment that has already charged the card, or whose charge failed, is skipped.
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
  if (order?.kind === 'campaign') await setReceipt(deps, { accountId, orderId, recurringPayment }, key);
}
