/** Russian texts of orders and fiscal receipts. */
import { toRubles } from '../../shared/money';
import { EVERY_MONTH_HAS } from '../../shared/moscowDays';
import { OFFER_TERMS, type OfferTerms } from '../../shared/offerTerms';
import { cardCheckWords, chargeDayWords, periodWords } from '../../shared/offerWords';
import type { OrderKind } from '../../shared/orderKinds';
import { dayText, formatAmount } from '../../shared/russianFormats';

/** Order fields that its description needs. Amounts are in kopecks. */
export interface DescribedOrder {
  kind: OrderKind;
  amountKopecks: number;
  recurringPaymentAmountKopecks: number;
  recurringPaymentStartAt: Date;
}

const formatKopecks = (kopecks: number): string => formatAmount(toRubles(kopecks));

/**
 * Returns the description of an order in the payment widget. The widget of a campaign order opens without a shop page, so
 * its description states the charges and that the payer accepts the public offer.
 */
export function orderDescription(
  product: string,
  order: DescribedOrder,
  terms: OfferTerms = OFFER_TERMS,
): string {
  switch (order.kind) {
    case 'trial':
    case 'renewal':
    case 'cardChange':
    case 'cardChangeMonth':
      return orderLabel(product, order.kind, terms);
    case 'campaign':
      return `Подписка «${product}»: ${formatKopecks(order.amountKopecks)} сейчас за ${periodWords(terms.campaignTrialDays).firstAccusative}, затем ${formatKopecks(order.recurringPaymentAmountKopecks)} каждый месяц с ${dayText(order.recurringPaymentStartAt)}. Оплачивая, ты соглашаешься на эти списания и принимаешь публичную оферту.`;
  }
}

/**
 * Returns the wording of a customer's consent to the charges of an order, with the edition of the public offer.
 * `dayOfMonth` is the day of the charges in Moscow time, or null if it is unknown.
 */
export function consentWording(
  product: string,
  order: Pick<DescribedOrder, 'amountKopecks' | 'recurringPaymentAmountKopecks' | 'recurringPaymentStartAt'>,
  offerEdition: string,
  dayOfMonth: number | null,
): string {
  const { amountKopecks, recurringPaymentAmountKopecks, recurringPaymentStartAt } = order;
  const isLacked = dayOfMonth !== null && dayOfMonth > EVERY_MONTH_HAS;
  const days = `${dayText(recurringPaymentStartAt)}${isLacked ? `: ${chargeDayWords(dayOfMonth)}` : ''}`;
  return `Подписка «${product}»: ${formatKopecks(amountKopecks)} сейчас, затем ${formatKopecks(recurringPaymentAmountKopecks)} каждый месяц с ${days}. Согласие на списания и с условиями публичной оферты, редакция ${offerEdition}.`;
}

/** Returns the service name on the fiscal receipt of an order's first payment. */
export function orderLabel(product: string, kind: OrderKind, terms: OfferTerms = OFFER_TERMS): string {
  switch (kind) {
    case 'trial':
    case 'cardChange': {
      const { name, willGoBack, backWithin } = cardCheckWords(terms);
      return `Подписка «${product}»: проверка карты, ${name} ${willGoBack} ${backWithin}`;
    }
    case 'campaign':
      return `Подписка «${product}»: ${periodWords(terms.campaignTrialDays).first}`;
    case 'renewal':
    case 'cardChangeMonth':
      return `Подписка «${product}»: один месяц`;
  }
}

/** Returns the service name on the fiscal receipt of a monthly charge or of its refund. */
export function monthLabel(product: string): string {
  return `Подписка «${product}», 1 месяц`;
}
