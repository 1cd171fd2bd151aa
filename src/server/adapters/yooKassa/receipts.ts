/** Builds fiscal receipts (Russian law 54-FZ) in the format of YooKassa: one fully paid service without VAT. */
import { withAsciiDomain } from '../../../shared/internationalDomain';
import type { Receipt } from '../../ports/cardProvider';
import { writeAmount } from './yooKassaFields';

const DESCRIPTION_MAX_LENGTH = 128;

/** VAT code of «без НДС» (exempt from VAT). Code 2 would mean a VAT rate of 0 %. */
const WITHOUT_VAT = 1;

/** Returns the receipt of a payment or refund. «Receipts from YooKassa» need the email address and the measure. */
export const yooKassaReceipt = ({ label, amountKopecks, email }: Receipt, currency: string) => ({
  customer: { email: withAsciiDomain(email) },
  items: [
    {
      description: label.slice(0, DESCRIPTION_MAX_LENGTH),
      quantity: 1,
      measure: 'piece',
      amount: { value: writeAmount(amountKopecks), currency },
      vat_code: WITHOUT_VAT,
      payment_subject: 'service',
      payment_mode: 'full_payment',
    },
  ],
});
