/**
 * Builds fiscal receipts (54-FZ) in the format of CloudPayments, for the server and for the payment widget.
 *
 * The VAT rates null, 0, 5, 7, 10, 20 and 22 are from the public documentation of CloudPayments (developers.cloudpayments.ru,
 * read in August 2026). The calculated rates (105, 107, 110, 120, 122), the tax systems (0 to 5), the methods and the objects
 * were not found there. They follow the numbering of CloudKassir (developers.cloudkassir.ru) and the tags 1214 and 1212 of the
 * fiscal data format. Not verified: 122, and which combinations the cash register rejects.
 */
import type { ReceiptMethod, ReceiptSubject, ReceiptTerms, TaxSystem, VatRate } from './receiptTerms';

/** Maximum length of the label of a receipt item, in characters. */
const LABEL_MAX_LENGTH = 128;

/** Null means «без НДС» (without VAT), whereas 0 means a VAT rate of 0 %. */
const VAT: Readonly<Record<VatRate, number | null>> = {
  none: null,
  '0': 0,
  '5': 5,
  '7': 7,
  '10': 10,
  '20': 20,
  '22': 22,
  '5/105': 105,
  '7/107': 107,
  '10/110': 110,
  '20/120': 120,
  '22/122': 122,
};

const TAXATION_SYSTEM: Readonly<Record<TaxSystem, number>> = {
  general: 0,
  'simplified-income': 1,
  'simplified-profit': 2,
  imputed: 3,
  agricultural: 4,
  patent: 5,
};

const OBJECT: Readonly<Record<ReceiptSubject, number>> = {
  commodity: 1,
  job: 3,
  service: 4,
  payment: 10,
  another: 13,
};

const METHOD: Readonly<Record<ReceiptMethod, number>> = {
  'full-prepayment': 1,
  advance: 3,
  'full-payment': 4,
};

/** Receipt with one item. Amounts are in rubles. */
export interface CloudPaymentsReceipt {
  items: {
    label: string;
    price: number;
    quantity: number;
    amount: number;
    vat: number | null;
    method: number;
    object: number;
  }[];
  taxationSystem?: number;
  email?: string;
  amounts: { electronic: number };
}

/**
 * Returns a receipt. `amount` is in rubles. `email` has a domain in Punycode, or is null if the payment widget asks for the
 * address.
 */
export function cloudPaymentsReceipt(
  { label, amount, email }: { label: string; amount: number; email: string | null },
  { vat, taxSystem, subject, method }: ReceiptTerms,
): CloudPaymentsReceipt {
  return {
    items: [
      {
        label: label.slice(0, LABEL_MAX_LENGTH),
        price: amount,
        quantity: 1,
        amount,
        vat: VAT[vat],
        method: METHOD[method],
        object: OBJECT[subject],
      },
    ],
    ...(taxSystem === null ? {} : { taxationSystem: TAXATION_SYSTEM[taxSystem] }),
    ...(email === null ? {} : { email }),
    amounts: { electronic: amount },
  };
}
