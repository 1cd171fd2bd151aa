/**
 * Builds fiscal receipts (54-FZ) in the format of CloudPayments, for the server and for the payment widget.
 *
 * The VAT rates null, 0, 5, 7, 10, 20 and 22 are from the public documentation of CloudPayments (developers.cloudpayments.ru,
 * read in August 2026). The calculated rates (105, 107, 110, 120, 122), the tax systems (0 to 5), the methods and the objects
 * were not found there. They follow the numbering of CloudKassir (developers.cloudkassir.ru) and the tags 1214 and 1212 of the
 * fiscal data format. Not verified: 122, and which combinations the cash register rejects.
 */
import type { ReceiptMethod, ReceiptSubject, TaxSystem, VatRate } from './receiptTerms';

type Codes<Name extends string> = Readonly<Record<Name, number | null>>;

/** Terms as an order contains them, whose names are not validated yet. `ReceiptTerms` has the valid names. */
interface StatedTerms {
  vat: string;
  taxSystem: string | null;
  subject: string;
  method: string;
}

/** Maximum length of the label of a receipt item, in characters. */
const LABEL_MAX_LENGTH = 128;

/** Null means «без НДС» (without VAT), whereas 0 means a VAT rate of 0 %. */
const VAT: Codes<VatRate> = {
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

const TAXATION_SYSTEM: Codes<TaxSystem> = {
  general: 0,
  'simplified-income': 1,
  'simplified-profit': 2,
  imputed: 3,
  agricultural: 4,
  patent: 5,
};

const OBJECT: Codes<ReceiptSubject> = {
  commodity: 1,
  job: 3,
  service: 4,
  payment: 10,
  another: 13,
};

const METHOD: Codes<ReceiptMethod> = {
  'full-prepayment': 1,
  advance: 3,
  'full-payment': 4,
};

function findCode(codes: Readonly<Record<string, number | null>>, name: string): number | null {
  const code = codes[name];
  if (code === undefined) throw new RangeError(name);
  return code;
}

/** Receipt with one item. Amounts are in rubles. */
export interface CloudPaymentsReceipt {
  items: {
    label: string;
    price: number;
    quantity: number;
    amount: number;
    vat: number | null;
    method: number | null;
    object: number | null;
  }[];
  taxationSystem?: number | null;
  email?: string;
  phone?: string;
  amounts: { electronic: number };
}

/**
 * Returns a receipt. `amount` is in rubles. `email` has a domain in Punycode, or is null if the payment widget asks for the
 * address. `phone` is in E.164; CloudPayments accepts any form, and may send a link to the receipt by SMS. Throws `RangeError` if a name in the terms is unknown.
 */
export function cloudPaymentsReceipt(
  {
    label,
    amount,
    email,
    phone,
  }: { label: string; amount: number; email: string | null; phone?: string | null | undefined },
  { vat, taxSystem, subject, method }: StatedTerms,
): CloudPaymentsReceipt {
  return {
    items: [
      {
        label: label.slice(0, LABEL_MAX_LENGTH),
        price: amount,
        quantity: 1,
        amount,
        vat: findCode(VAT, vat),
        method: findCode(METHOD, method),
        object: findCode(OBJECT, subject),
      },
    ],
    ...(taxSystem === null ? {} : { taxationSystem: findCode(TAXATION_SYSTEM, taxSystem) }),
    ...(email === null ? {} : { email }),
    ...(phone ? { phone } : {}),
    amounts: { electronic: amount },
  };
}
