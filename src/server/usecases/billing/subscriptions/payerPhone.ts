/**
 * Phone number of the payer, which receipts contain if the operator asks for it (`RECEIPT_PHONE`). A missing number never
 * stops a payment: the receipt is then issued without one.
 */
import type { Deps } from '../../../deps';
import { Rejection } from '../../../domain/rejection';
import { lockAccountRow, updateAccountPhone } from '../../../store/accounts';
import { setPayerPhone } from '../../../store/orders';
import { limitIn } from '../../../throttle/limits';
import { rejectTooManyTries } from '../../../throttle/throttle';
import { limitCampaignNetwork } from '../campaigns/campaignOrders';
import { readState } from '../ledger/change';
import { addressReceipts } from './moveSubscription';

/**
 * Stores the customer's phone number in E.164, or removes it if `phone` is null, and updates the receipts of recurring charges
 * that the card provider stores. Throws TOO_MANY_REQUESTS if the account changes its number too often, and INVALID_REQUEST if
 * receipts contain no phone number.
 */
export async function setPhone(
  deps: Deps,
  { accountId, phone }: { accountId: number; phone: string | null },
): Promise<void> {
  const { db, clock, settings } = deps;
  const at = clock.now();
  if (phone !== null && !settings.receiptPhone)
    throw new Rejection('INVALID_REQUEST', 'Receipts contain no phone number.', ['phone']);
  const limit = limitIn(settings.mode, 'phoneChangesOfAccount');
  await rejectTooManyTries(db, ['phoneChangesOfAccount', String(accountId)], limit, at);
  await db.transaction(async (tx) => {
    const account = await lockAccountRow(tx, accountId);
    if (account === null || account.erasedAt !== null || account.phone === phone) return;
    await updateAccountPhone(tx, accountId, phone);
    await addressReceipts({ tx, at }, accountId, (await readState(tx, accountId)).state);
  });
  deps.wakeOutbox();
}

/**
 * Stores the phone number that the payer of a campaign order typed. Returns false if there is no such order without an account,
 * or if receipts contain no phone number. Throws TOO_MANY_REQUESTS if too many requests come from the client's network.
 */
export async function setCampaignPhone(
  deps: Deps,
  { orderId, phone, ip }: { orderId: string; phone: string; ip: string },
): Promise<boolean> {
  await limitCampaignNetwork(deps, 'campaignPayments', ip);
  return deps.settings.receiptPhone && (await setPayerPhone(deps.db, orderId, phone));
}
