/** Fiscal receipts (54-FZ) as the card provider takes them: one service, without VAT. */
import { toRubles } from '../../../shared/money';
import type { Receipt } from '../../ports/cardProvider';

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
