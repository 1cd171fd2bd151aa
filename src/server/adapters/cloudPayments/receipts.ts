/** Fiscal receipts (54-FZ) as CloudPayments takes them. Amounts are rubles. */
import { toRubles } from '../../../shared/money';
import type { Receipt } from '../../ports/cardProvider';

const LABEL_MAX_LENGTH = 128;

export interface CloudPaymentsReceipt {
  items: {
    label: string;
    price: number;
    quantity: number;
    amount: number;
    /** Null is «без НДС»; 0 would be a rate of 0 %. */
    vat: null;
    /** Full payment. */
    method: 4;
    /** A service. */
    object: 4;
  }[];
  email: string;
  amounts: { electronic: number };
}

export function cloudPaymentsReceipt({ label, amountKopecks, email }: Receipt): CloudPaymentsReceipt {
  const amount = toRubles(amountKopecks);
  return {
    items: [
      {
        label: label.slice(0, LABEL_MAX_LENGTH),
        price: amount,
        quantity: 1,
        amount,
        vat: null,
        method: 4,
        object: 4,
      },
    ],
    email,
    amounts: { electronic: amount },
  };
}
