/** Builds the fiscal receipt of a refund. */
import { toRubles } from '../../../../shared/money';
import { OFFER_TERMS, type OfferTerms } from '../../../../shared/offerTerms';
import type { Deps } from '../../../deps';
import type { Payment } from '../../../domain/billing/subscriptionState';
import type { Receipt } from '../../../ports/cardProvider';
import { monthLabel, orderLabel } from '../../../texts/payments';
import { chooseReceiptPhone } from './saleReceipt';

type ReturnedPayment = Pick<Payment, 'role' | 'orderKind' | 'amountKopecks' | 'trialDays' | 'receiptTerms'>;

/** Returns those offer terms of a paid order that its receipt mentions. */
function buildOfferTerms({ orderKind, amountKopecks, trialDays }: ReturnedPayment): OfferTerms {
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

/**
 * Returns the fiscal receipt of a refund. By 54-FZ, the receipt of a refund must have the same label and terms as
 * the receipt of the payment, even if the offer or the VAT rate has changed since then. The contact of the payer is no part of
 * the sale, so it is the present one: a changed number is used, and a removed number or one of a deleted account is not.
 */
export function returnReceipt(
  deps: Deps,
  payment: ReturnedPayment,
  { phone, ...money }: { amountKopecks: number; email: string; phone: string | null },
): Receipt {
  const { product } = deps.settings.brand;
  const label =
    payment.role === 'first'
      ? orderLabel(product, payment.orderKind, buildOfferTerms(payment))
      : monthLabel(product);
  return { label, ...money, phone: chooseReceiptPhone(deps.settings, phone), terms: payment.receiptTerms };
}
