/**
 * Receipts that both APIs of the card provider's payment widget send. Only the adapters of these APIs import this module,
 * so that the first view of a page does not load it.
 */
import { type CloudPaymentsReceipt, cloudPaymentsReceipt } from '../../shared/cloudPaymentsReceipt';
import type { Order } from '../../shared/contract/shop';
import { withAsciiDomain } from '../../shared/internationalDomain';
import { DEFAULT_RECEIPT_TERMS } from '../../shared/receiptTerms';

/** Returns the address of the receipts with its domain in Punycode, or null if the card widget asks for the address. */
export const findReceiptAddress = ({ receiptEmail }: Order): string | null =>
  receiptEmail ? withAsciiDomain(receiptEmail) : null;

/** Returns the receipt of the order's first charge. */
export const buildFirstReceipt = (order: Order): CloudPaymentsReceipt =>
  cloudPaymentsReceipt(
    {
      label: order.receiptLabel ?? order.description,
      amount: order.amount,
      email: findReceiptAddress(order),
      phone: order.receiptPhone,
    },
    order.receiptTerms ?? DEFAULT_RECEIPT_TERMS,
  );

/** Returns the receipt of each recurring charge of the order. */
export const buildRecurringReceipt = (order: Order): CloudPaymentsReceipt =>
  cloudPaymentsReceipt(
    {
      label: order.recurringPayment.receiptLabel ?? order.receiptLabel ?? order.description,
      amount: order.recurringPayment.amount,
      email: findReceiptAddress(order),
      phone: order.receiptPhone,
    },
    order.recurringPayment.receiptTerms ?? DEFAULT_RECEIPT_TERMS,
  );
