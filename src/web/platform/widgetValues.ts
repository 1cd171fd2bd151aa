/** Values that both APIs of the card provider's payment widget use: receipts, and checked access to unknown results. */
import type { Order } from '../../shared/contract/shop';
import { withAsciiDomain } from '../../shared/internationalDomain';

/** Maximum length of the label of a receipt item, in characters. */
const LABEL_MAX_LENGTH = 128;

const FULL_PAYMENT = 4;
const SERVICE = 4;

interface ReceiptItem {
  label: string;
  price: number;
  quantity: number;
  amount: number;
  /** VAT rate. Null means «without VAT», whereas 0 would mean a VAT rate of 0 %. */
  vat: null;
  method: number;
  object: number;
}

/** Receipt of a charge. */
export interface Receipt {
  items: ReceiptItem[];
  email?: string;
  amounts: { electronic: number };
}

/** Color scheme of the card dialog. */
export type Skin = 'classic' | 'modern';

/** Returns the address of the receipts with its domain in Punycode, or null if the card widget asks for the address. */
export const receiptAddressOf = ({ receiptEmail }: Order): string | null =>
  receiptEmail ? withAsciiDomain(receiptEmail) : null;

/** Returns the receipt of a charge. `named` is the label of the receipt item. */
export function receiptOf(order: Order, amount: number, named: string | null | undefined): Receipt {
  const label = (named ?? order.description).slice(0, LABEL_MAX_LENGTH);
  const receiptEmail = receiptAddressOf(order);
  return {
    items: [{ label, price: amount, quantity: 1, amount, vat: null, method: FULL_PAYMENT, object: SERVICE }],
    ...(receiptEmail === null ? {} : { email: receiptEmail }),
    amounts: { electronic: amount },
  };
}

/** Returns a property of an unknown value, or undefined. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (Reflect.get(value, name) as unknown) : undefined;
}

/** Returns a reason code of the card provider, or null. */
export function codeOf(value: unknown): number | null {
  const code = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof code === 'number' && Number.isInteger(code) ? code : null;
}

/** Method of the widget, bound to the widget. */
export type Method = (...parameters: unknown[]) => unknown;

/** Returns a method of the widget, or null if the widget has no such method. */
export function methodOf(target: object, name: string): Method | null {
  const method = fieldOf(target, name);
  return typeof method === 'function'
    ? (...parameters) => Reflect.apply(method, target, parameters) as unknown
    : null;
}
