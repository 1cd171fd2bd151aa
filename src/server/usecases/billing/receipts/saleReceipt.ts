/** Receipts of payments that this server requests, and the phone number in all receipts. */
import { DEFAULT_RECEIPT_TERMS } from '../../../../shared/receiptTerms';
import type { Settings } from '../../../deps';
import type { Receipt } from '../../../ports/cardProvider';
import type { RequestedPaymentRow } from '../../../store/requestedPayments';

/**
 * Returns the phone number for receipts, or null if there is none or receipts contain none (`RECEIPT_PHONE`). Without a number,
 * the receipt is issued all the same, so that a customer from before the setting is charged as before.
 */
export const chooseReceiptPhone = (
  { receiptPhone }: Pick<Settings, 'receiptPhone'>,
  phone: string | null,
): string | null => (receiptPhone ? phone : null);

/**
 * Returns the receipt of a requested payment, or null if it has none. A repeated request has the same receipt, because the card
 * provider rejects a known key with other data.
 */
export function receiptOfRequest({
  receiptLabel: label,
  receiptEmail: email,
  receiptPhone: phone,
  receiptTerms,
  amountKopecks,
}: RequestedPaymentRow): Receipt | null {
  return label === null || email === null
    ? null
    : { label, amountKopecks, email, phone, terms: receiptTerms ?? DEFAULT_RECEIPT_TERMS };
}
