/**
 * Builds fiscal receipts (54-FZ) in the format of YooKassa. The codes of VAT and tax systems are from
 * yookassa.ru/developers/54fz/parameters-values (read in November 2026): `vat_code` 11 and 12 exist since 2026-01-01. The
 * subjects are those that «Receipts from YooKassa» and other cash registers have in common. «Receipts from YooKassa» ignore the
 * tax system. The phone number has no plus sign: the documentation's example is 79000000000, and the maintainers of the
 * Python SDK wrote that a plus sign is rejected (github.com/yoomoney/yandex-checkout-sdk-python/issues/23, read on 2026-11-29).
 * `receiver.phone` of the documentation for MCC 4814 is the number of a topped-up balance, which is not sold here. Not verified:
 * which combinations a cash register rejects.
 */
import { withAsciiDomain } from '../../../shared/internationalDomain';
import type { ReceiptMethod, ReceiptSubject, TaxSystem, VatRate } from '../../../shared/receiptTerms';
import type { Receipt } from '../../ports/cardProvider';
import { writeAmount } from './yooKassaFields';

const DESCRIPTION_MAX_LENGTH = 128;

/** The code 1 means «без НДС» (without VAT), whereas 2 means a VAT rate of 0 %. */
const VAT_CODE: Readonly<Record<VatRate, number>> = {
  none: 1,
  '0': 2,
  '10': 3,
  '20': 4,
  '10/110': 5,
  '20/120': 6,
  '5': 7,
  '7': 8,
  '5/105': 9,
  '7/107': 10,
  '22': 11,
  '22/122': 12,
};

const TAX_SYSTEM_CODE: Readonly<Record<TaxSystem, number>> = {
  general: 1,
  'simplified-income': 2,
  'simplified-profit': 3,
  imputed: 4,
  agricultural: 5,
  patent: 6,
};

const PAYMENT_SUBJECT: Readonly<Record<ReceiptSubject, string>> = {
  commodity: 'commodity',
  job: 'job',
  service: 'service',
  payment: 'payment',
  another: 'another',
};

const PAYMENT_MODE: Readonly<Record<ReceiptMethod, string>> = {
  'full-prepayment': 'full_prepayment',
  advance: 'advance',
  'full-payment': 'full_payment',
};

/** Returns the receipt of a payment or refund. «Receipts from YooKassa» need the email address and the measure. */
export const yooKassaReceipt = (
  { label, amountKopecks, email, phone, terms }: Receipt,
  currency: string,
) => ({
  customer: { email: withAsciiDomain(email), ...(phone ? { phone: phone.slice(1) } : {}) },
  items: [
    {
      description: label.slice(0, DESCRIPTION_MAX_LENGTH),
      quantity: 1,
      measure: 'piece',
      amount: { value: writeAmount(amountKopecks), currency },
      vat_code: VAT_CODE[terms.vat],
      payment_subject: PAYMENT_SUBJECT[terms.subject],
      payment_mode: PAYMENT_MODE[terms.method],
    },
  ],
  ...(terms.taxSystem === null ? {} : { tax_system_code: TAX_SYSTEM_CODE[terms.taxSystem] }),
});
