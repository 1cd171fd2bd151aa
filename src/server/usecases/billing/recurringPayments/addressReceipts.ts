/** Sets the email address, the phone number and the terms for the receipts of future charges. */
import { storedTerms } from '../../../../shared/receiptTerms';
import { termsAt } from '../../../domain/billing/receiptSchedule';
import {
  ProviderNotReady,
  type ProviderRecurringPayment,
  ProviderRejected,
} from '../../../ports/cardProvider';
import { updateOrder } from '../../../store/orders';
import { monthLabel } from '../../../texts/payments';
import type { SchedulingDeps } from '../cardProviders/cardProviders';
import type { CommandOf, Try } from '../cardProviders/commandTry';
import { readCommandAccount } from '../ledger/commandAccount';
import { chooseReceiptPhone } from '../receipts/saleReceipt';
import { isLive } from './accountRecurringPayments';
import { findRecurringPayment } from './recurringPaymentOfOrder';

/**
 * Sets the receipts of one recurring payment: the email address and phone number of the account, and the terms that apply at the next charge. The
 * order stores the terms, because the receipt of a refund repeats them. A recurring payment with a failed charge is skipped
 * while the charge is being retried, because an update may reset the card provider's failure count.
 */
export async function setReceipt(
  deps: SchedulingDeps,
  {
    accountId,
    orderId,
    recurringPayment,
  }: { accountId: number; orderId: string; recurringPayment: ProviderRecurringPayment },
  key: string,
): Promise<void> {
  const { id, failures, amountKopecks, nextChargeAt, startAt } = recurringPayment;
  if (!isLive(recurringPayment) || failures > 0) return;
  const { email, phone, erasedAt } = await readCommandAccount(deps, accountId);
  if (erasedAt !== null) return;
  const { brand, receiptTerms } = deps.settings;
  const terms = termsAt(receiptTerms, nextChargeAt ?? startAt);
  const receipt = {
    label: monthLabel(brand.product),
    ...{ amountKopecks, email, phone: chooseReceiptPhone(deps.settings, phone), terms },
  };
  try {
    await deps.cardProvider.setRecurringPaymentReceipt(id, receipt, key);
    await updateOrder(deps.db, orderId, { recurringReceiptTerms: storedTerms(terms) });
  } catch (error) {
    if (!(error instanceof ProviderRejected)) throw error;
    // The recurring payment continues to charge, with the receipts that the card provider has.
    deps.logger.error({ accountId, error }, 'the card provider rejected the receipt of future charges');
  }
}

/**
 * Executes the command `addressReceipts`, which follows a change of the account's email address or phone
 * number, or of the receipts' terms.
 */
export async function addressReceipts(
  deps: SchedulingDeps,
  { accountId, provider, orderId }: CommandOf<'addressReceipts'>,
  { key }: Try,
): Promise<void> {
  if ((await readCommandAccount(deps, accountId)).erasedAt !== null) return;
  const recurringPayment = await findRecurringPayment(deps, { accountId, provider, orderId });
  if (recurringPayment === null) return;
  if (isLive(recurringPayment) && recurringPayment.failures > 0)
    throw new ProviderNotReady('a failed charge is being retried; its receipt is set afterwards');
  await setReceipt(deps, { accountId, orderId, recurringPayment }, key);
}
