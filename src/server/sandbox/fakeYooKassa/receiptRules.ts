/**
 * Validates fiscal receipts (54-FZ) by the rules of «receipts from YooKassa», which deliver receipts by email only. The
 * documentation does not say which combinations the cash register rejects. This fake rejects VAT in a tax system without VAT,
 * and an advance for anything but a payment, as the format of fiscal data requires.
 */
import * as v from 'valibot';
import { money } from '../../adapters/yooKassa/yooKassaFields';

const ITEMS_MAX = 80;
const MEASURES = ['piece', 'gram', 'kilogram', 'hour', 'day', 'another'];
const SUBJECTS = ['commodity', 'service', 'job', 'payment', 'another'];
const MODES = [
  'full_prepayment',
  'partial_prepayment',
  'advance',
  'full_payment',
  'partial_payment',
  'credit',
  'credit_payment',
];

/** Tax systems without VAT: imputed income and patent. */
const SYSTEMS_WITHOUT_VAT: readonly (number | undefined)[] = [4, 6];
const WITHOUT_VAT = 1;

/** Email address as SMTP carries it, with a domain in Punycode. */
const email = v.pipe(v.string(), v.regex(/^[\x21-\x7e]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/i));

/** Phone number in E.164 without a plus sign, as the documentation's example. */
const phone = v.pipe(v.string(), v.regex(/^[1-9]\d{7,14}$/));

const receipt = v.object({
  customer: v.object({ email, phone: v.optional(phone) }),
  tax_system_code: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(6))),
  items: v.pipe(
    v.array(
      v.object({
        description: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
        quantity: v.pipe(v.number(), v.gtValue(0)),
        amount: money,
        vat_code: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12)),
        measure: v.picklist(MEASURES),
        payment_subject: v.optional(v.picklist(SUBJECTS)),
        payment_mode: v.optional(v.picklist(MODES)),
      }),
    ),
    v.minLength(1),
    v.maxLength(ITEMS_MAX),
  ),
});

/**
 * Returns the name of the parameter that makes a receipt invalid, or null if it is well formed and its items add up to the
 * amount.
 */
export function invalidReceiptPart(value: unknown, amountKopecks: number): string | null {
  const parsed = v.safeParse(receipt, value);
  if (!parsed.success) {
    const path = parsed.issues.map((issue) => v.getDotPath(issue) ?? '');
    if (path.every((field) => field === 'customer.phone')) return 'receipt.customer.phone';
    if (path.some((field) => field.startsWith('customer'))) return 'receipt.customer.email';
    return path.some((field) => field === 'tax_system_code') ? 'receipt.tax_system_code' : 'receipt.items';
  }
  const { items, tax_system_code: taxSystem } = parsed.output;
  if (SYSTEMS_WITHOUT_VAT.includes(taxSystem) && items.some(({ vat_code: vat }) => vat !== WITHOUT_VAT))
    return 'receipt.items';
  if (items.some((item) => item.payment_mode === 'advance' && item.payment_subject !== 'payment'))
    return 'receipt.items';
  const sum = items.reduce((total, { amount, quantity }) => total + amount.value * quantity, 0);
  return sum === amountKopecks ? null : 'receipt.items';
}
