/**
 * Validates fiscal receipts by the field rules of the provider's documentation. The documentation does not say which
 * combinations the cash register rejects. This fake rejects VAT in a tax system without VAT, and an advance for anything but a
 * payment, as the format of fiscal data requires.
 */
import * as v from 'valibot';
import { toKopecks } from '../../../shared/money';
import { normalizePhone } from '../../../shared/phone';

const LABEL_MAX_LENGTH = 128;

/** VAT rates in percent and the calculated rates derived from them. */
const VAT_RATES = [0, 5, 7, 10, 20, 22, 105, 107, 110, 120, 122] as const;

/** Tax systems without VAT: imputed income and patent. */
const SYSTEMS_WITHOUT_VAT: readonly (number | undefined)[] = [3, 5];

const ADVANCE = 3;
const PAYMENT = 10;

const money = v.pipe(v.number(), v.minValue(0));

const receiptItem = v.pipe(
  v.object({
    label: v.pipe(v.string(), v.nonEmpty(), v.maxLength(LABEL_MAX_LENGTH)),
    price: money,
    quantity: v.pipe(v.number(), v.gtValue(0)),
    amount: money,
    /** VAT rate in percent; null means without VAT. */
    vat: v.nullable(v.picklist(VAT_RATES)),
    method: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(7)),
    object: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(33)),
    measurementUnit: v.optional(v.string()),
  }),
  v.check(({ price, quantity, amount }) => toKopecks(price * quantity) === toKopecks(amount)),
  v.check(({ method, object }) => method !== ADVANCE || object === PAYMENT),
);

/** The documentation allows any form of a phone number, so only a text that is none is rejected. */
const phone = v.pipe(
  v.string(),
  v.check((text) => text === '' || normalizePhone(text) !== null),
);

const receipt = v.object({
  items: v.pipe(v.array(receiptItem), v.minLength(1)),
  taxationSystem: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(5))),
  email: v.optional(v.pipe(v.string(), v.email())),
  phone: v.optional(phone),
  isBso: v.optional(v.boolean()),
  amounts: v.object({
    electronic: v.optional(money, 0),
    advancePayment: v.optional(money, 0),
    credit: v.optional(money, 0),
    provision: v.optional(money, 0),
  }),
});

const total = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + toKopecks(amount), 0);

/**
 * Returns whether a receipt is valid for an amount: well formed, with matching sums and a payer contact. `payerEmail`
 * is the email address typed in the card widget, which is used if the receipt contains no payer contact.
 */
export function isValidReceipt(
  value: unknown,
  { amountKopecks, payerEmail }: { amountKopecks: number; payerEmail: string | null },
): boolean {
  const parsed = v.safeParse(receipt, value);
  if (!parsed.success) return false;
  const { items, amounts, email, phone, taxationSystem } = parsed.output;
  const { electronic, advancePayment, credit, provision } = amounts;
  return (
    (!SYSTEMS_WITHOUT_VAT.includes(taxationSystem) || items.every(({ vat }) => vat === null)) &&
    total(items.map(({ amount }) => amount)) === amountKopecks &&
    total([electronic, advancePayment, credit, provision]) === amountKopecks &&
    (email ?? phone ?? payerEmail) !== null
  );
}

const refundData = v.object({ CloudPayments: v.object({ CustomerReceipt: v.unknown() }) });

/** Returns the receipt inside the JsonData of a refund, or null if the JSON contains no receipt. */
export function receiptInJsonData(jsonData: string): unknown {
  try {
    const parsed = v.safeParse(refundData, JSON.parse(jsonData));
    return parsed.success ? parsed.output.CloudPayments.CustomerReceipt : null;
  } catch {
    return null;
  }
}
