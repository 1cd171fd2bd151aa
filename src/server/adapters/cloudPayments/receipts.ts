/** Builds fiscal receipts (Russian law 54-FZ) in the format of CloudPayments. Amounts are in rubles. */
import { withAsciiDomain } from '../../../shared/internationalDomain';
import { toRubles } from '../../../shared/money';
import type { Receipt } from '../../ports/cardProvider';

const LABEL_MAX_LENGTH = 128;

export interface CloudPaymentsReceipt {
  items: {
    label: string;
    price: number;
    quantity: number;
    amount: number;
    /** VAT rate. The value null means «без НДС» (exempt from VAT), whereas 0 would mean a VAT rate of 0 %. */
    vat: null;
    /** Payment method code of a full payment. */
    method: 4;
    /** Item type code of a service. */
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
    email: withAsciiDomain(email),
    amounts: { electronic: amount },
  };
}
