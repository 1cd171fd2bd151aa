/**
 * Tax terms of a fiscal receipt (54-FZ), in names that no card provider uses. Each card provider's module of receipts
 * translates the names into codes.
 */
/**
 * VAT rates. A fraction is a calculated rate, which is part of the price of a prepayment (Tax Code, article 164, clause 4).
 * The rates 5 and 7 exist since 2025-01-01. The rates 22 and 22/122 replaced 20 and 20/120 on 2026-01-01.
 */
export const VAT_RATES = [
  'none',
  '0',
  '5',
  '7',
  '10',
  '20',
  '22',
  '5/105',
  '7/107',
  '10/110',
  '20/120',
  '22/122',
] as const;
export type VatRate = (typeof VAT_RATES)[number];

/** Tax systems. `imputed` (ЕНВД) ended on 2021-01-01, but both card providers still know its code. */
export const TAX_SYSTEMS = [
  'general',
  'simplified-income',
  'simplified-profit',
  'imputed',
  'agricultural',
  'patent',
] as const;
export type TaxSystem = (typeof TAX_SYSTEMS)[number];

/** Subjects of the payment (tag 1212) that a subscription can have at both card providers. */
export const RECEIPT_SUBJECTS = ['service', 'job', 'commodity', 'payment', 'another'] as const;
export type ReceiptSubject = (typeof RECEIPT_SUBJECTS)[number];

/** Methods of the payment (tag 1214) in which the whole price is paid at once. The product sells nothing on credit. */
export const RECEIPT_METHODS = ['full-payment', 'full-prepayment', 'advance'] as const;
export type ReceiptMethod = (typeof RECEIPT_METHODS)[number];

export interface ReceiptTerms {
  vat: VatRate;
  /** Tax system of the seller, or null if the receipt names none, so that the setting of the cash register applies. */
  taxSystem: TaxSystem | null;
  subject: ReceiptSubject;
  method: ReceiptMethod;
}

/** Terms of a receipt that states no terms of its own: a fully paid service without VAT («без НДС»). */
export const DEFAULT_RECEIPT_TERMS: ReceiptTerms = {
  vat: 'none',
  taxSystem: null,
  subject: 'service',
  method: 'full-payment',
};

/** Returns whether two receipts have the same terms. */
const hasSameTerms = (one: ReceiptTerms, other: ReceiptTerms): boolean =>
  one.vat === other.vat &&
  one.taxSystem === other.taxSystem &&
  one.subject === other.subject &&
  one.method === other.method;

/** Returns whether the terms that a sale stores, null for the default terms, are these terms. */
export const storesTerms = (stored: ReceiptTerms | null, terms: ReceiptTerms): boolean =>
  hasSameTerms(stored ?? DEFAULT_RECEIPT_TERMS, terms);

/** Returns the terms as sales store them: null for the default terms, which sales of earlier versions have. */
export const storedTerms = (terms: ReceiptTerms): ReceiptTerms | null =>
  hasSameTerms(terms, DEFAULT_RECEIPT_TERMS) ? null : terms;
