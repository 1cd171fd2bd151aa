/** Determines the email address for the receipt of a refund. */
import { isValidEmail, normalizeEmail } from '../../../../shared/validation';
import type { Deps } from '../../../deps';
import { ProviderRejected } from '../../../ports/cardProvider';
import type { AccountRow } from '../../../store/accounts';

/** Payment that is refunded. */
interface RefundedPayment {
  transactionId: string;
  orderId: string | null;
  at: Date;
}

/**
 * Returns the email address of the account. If the account is deleted, returns the email address that staff typed for
 * this receipt, or else the payer's email address that the card provider returns. The payer's email address is used
 * once and not stored. Throws `ProviderRejected` if no email address is known, so that staff see a payment issue. Also
 * throws the errors of the card provider.
 */
export async function findReceiptEmail(
  deps: Deps,
  account: AccountRow,
  payment: RefundedPayment,
  typed: string | undefined,
): Promise<string> {
  if (account.erasedAt === null) return account.email;
  if (typed !== undefined) return typed;
  const { transactionId, orderId, at } = payment;
  const { cardProvider } = deps;
  const ofOrder = orderId === null ? [] : ((await cardProvider.findPaymentsOfOrder?.(orderId)) ?? []);
  const isRefunded = (listed: { transactionId: string }): boolean => listed.transactionId === transactionId;
  const found = ofOrder.find(isRefunded) ?? (await cardProvider.listPaymentsOfDay(at)).find(isRefunded);
  const email = normalizeEmail(found?.email ?? '');
  if (!isValidEmail(email))
    throw new ProviderRejected(
      'The account was deleted and the provider has no email of the payer. Enter an email for this receipt.',
    );
  return email;
}
