/** Fiscal receipts (54-FZ) as the card provider takes them: one service, without VAT. */
import { toRubles } from '../../../shared/money';

export interface Receipt {
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

const LABEL_MAX_LENGTH = 128;

export function receiptOf(input: { label: string; amountKopecks: number; email: string }): Receipt {
  const amount = toRubles(input.amountKopecks);
  return {
    items: [
      {
        label: input.label.slice(0, LABEL_MAX_LENGTH),
        price: amount,
        quantity: 1,
        amount,
        vat: null,
        method: 4,
        object: 4,
      },
    ],
    email: input.email,
    amounts: { electronic: amount },
  };
}
