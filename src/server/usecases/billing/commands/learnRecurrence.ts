/** Learns from the provider which recurrence an order began. */
import type { ProviderRecurrence } from '../../../ports/cardProvider';
import { findOrder } from '../../../store/orders';
import { recordRecurrence } from './accountRecurrences';
import { setReceiptAddress } from './addressReceipts';
import type { SchedulingDeps } from './cardProviders';
import type { CommandOf, Try } from './commandTry';
import { recurrenceOf } from './recurrenceOfOrder';

export async function learnRecurrence(
  deps: SchedulingDeps,
  { accountId, provider, orderId }: CommandOf<'learnRecurrence'>,
  { key }: Try,
): Promise<void> {
  const recurrence = await recurrenceOf(deps, { accountId, provider, orderId });
  if (recurrence === null) return;
  await recordRecurrence(deps, accountId, orderId, recurrence);
  await addressCampaignReceipts(deps, { accountId, orderId, recurrence }, `${key}:receipt`);
}

/**
 * The dialog of a campaign order asked its payer for the email, which nobody knew when the receipts of the further
 * charges were worded: it is told once the recurrence has begun. One that has charged or failed is left as it is.
 */
async function addressCampaignReceipts(
  deps: SchedulingDeps,
  { accountId, orderId, recurrence }: { accountId: number; orderId: string; recurrence: ProviderRecurrence },
  key: string,
): Promise<void> {
  if (recurrence.successes > 0) return;
  const order = await findOrder(deps.db, orderId);
  if (order?.kind === 'campaign') await setReceiptAddress(deps, { accountId, recurrence }, key);
}
