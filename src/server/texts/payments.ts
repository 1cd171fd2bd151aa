/** Words of orders and receipts. */
import { toRubles } from '../../shared/money';
import { OFFER_TERMS, type OfferTerms } from '../../shared/offerTerms';
import { cardCheckWords, periodWords } from '../../shared/offerWords';
import type { OrderKind } from '../../shared/orderKinds';
import { dayText, formatAmount } from '../../shared/russianFormats';

export interface DescribedOrder {
  kind: OrderKind;
  amountKopecks: number;
  recurringPaymentAmountKopecks: number;
  recurringPaymentStartAt: Date;
}

const amountOf = (kopecks: number): string => formatAmount(toRubles(kopecks));

/**
 * What the payer reads in the card dialog. The campaign's dialog opens by itself, so it says itself
 * what is charged now and later and what paying means.
 */
export function orderDescription(
  product: string,
  order: DescribedOrder,
  terms: OfferTerms = OFFER_TERMS,
): string {
  switch (order.kind) {
    case 'trial':
    case 'renewal':
      return orderLabel(product, order.kind, terms);
    case 'campaign':
      return `Подписка «${product}»: ${amountOf(order.amountKopecks)} сейчас за ${periodWords(terms.campaignTrialDays).firstAccusative}, затем ${amountOf(order.recurringPaymentAmountKopecks)} каждый месяц с ${dayText(order.recurringPaymentStartAt)}. Оплачивая, ты соглашаешься на эти списания и принимаешь публичную оферту.`;
  }
}

/** What an order's own receipt names. */
export function orderLabel(product: string, kind: OrderKind, terms: OfferTerms = OFFER_TERMS): string {
  switch (kind) {
    case 'trial': {
      const { name, willGoBack, backWithin } = cardCheckWords(terms);
      return `Подписка «${product}»: проверка карты, ${name} ${willGoBack} ${backWithin}`;
    }
    case 'campaign':
      return `Подписка «${product}»: ${periodWords(terms.campaignTrialDays).first}`;
    case 'renewal':
      return `Подписка «${product}»: один месяц`;
  }
}

/** The service on the receipt of a monthly charge and of its return. */
export function monthLabel(product: string): string {
  return `Подписка «${product}», 1 месяц`;
}
