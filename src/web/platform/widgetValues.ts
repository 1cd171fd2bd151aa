/** Values that both APIs of the card provider's payment widget use: receipts, and checked access to unknown results. */
import { type CloudPaymentsReceipt, cloudPaymentsReceipt } from '../../shared/cloudPaymentsReceipt';
import type { Order } from '../../shared/contract/shop';
import { withAsciiDomain } from '../../shared/internationalDomain';
import { DEFAULT_RECEIPT_TERMS } from '../../shared/receiptTerms';

/** Color scheme of the card dialog. */
export type Skin = 'classic' | 'modern';

/** Returns the address of the receipts with its domain in Punycode, or null if the card widget asks for the address. */
export const receiptAddressOf = ({ receiptEmail }: Order): string | null =>
  receiptEmail ? withAsciiDomain(receiptEmail) : null;

/** Returns the receipt of the order's first charge. */
export const firstReceiptOf = (order: Order): CloudPaymentsReceipt =>
  cloudPaymentsReceipt(
    {
      label: order.receiptLabel ?? order.description,
      amount: order.amount,
      email: receiptAddressOf(order),
    },
    order.receiptTerms ?? DEFAULT_RECEIPT_TERMS,
  );

/** Returns the receipt of each recurring charge of the order. */
export const recurringReceiptOf = (order: Order): CloudPaymentsReceipt =>
  cloudPaymentsReceipt(
    {
      label: order.recurringPayment.receiptLabel ?? order.receiptLabel ?? order.description,
      amount: order.recurringPayment.amount,
      email: receiptAddressOf(order),
    },
    order.recurringPayment.receiptTerms ?? DEFAULT_RECEIPT_TERMS,
  );

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
