/** Builds the fiscal receipt of a refund. */
import { toRubles } from '../../../../shared/money';
import { OFFER_TERMS, type OfferTerms } from '../../../../shared/offerTerms';
import type { Deps } from '../../../deps';
import type { Payment } from '../../../domain/billing/fold';
import type { Receipt } from '../../../ports/cardProvider';
import { monthLabel, orderLabel } from '../../../texts/payments';

type ReturnedPayment = Pick<Payment, 'role' | 'orderKind' | 'amountKopecks' | 'trialDays'>;

/** Returns the offer terms under which an order was paid, as far as its receipt mentions them. */
function termsOf({ orderKind, amountKopecks, trialDays }: ReturnedPayment): OfferTerms {
  switch (orderKind) {
    case 'trial':
    case 'cardChange':
      return { ...OFFER_TERMS, cardCheckRub: toRubles(amountKopecks) };
    case 'campaign':
      return { ...OFFER_TERMS, campaignTrialDays: trialDays ?? OFFER_TERMS.campaignTrialDays };
    case 'renewal':
    case 'cardChangeMonth':
      return OFFER_TERMS;
  }
}

/** Returns the receipt of a refund. By 54-FZ it must have the label of the payment's receipt, whatever is offered today. */
export function returnReceipt(
  deps: Deps,
  payment: ReturnedPayment,
  money: { amountKopecks: number; email: string },
): Receipt {
  const { product } = deps.settings.brand;
  const label =
    payment.role === 'first' ? orderLabel(product, payment.orderKind, termsOf(payment)) : monthLabel(product);
  return { label, ...money };
}
