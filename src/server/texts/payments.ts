/** Words of orders and receipts. */
import { toRubles } from '../../shared/money';
import type { OrderKind } from '../billing/rules/subscription';

export interface DescribedOrder {
  kind: OrderKind;
  amountKopecks: number;
  recurrenceAmountKopecks: number;
  recurrenceStartAt: Date;
}

const RUBLE = '\u20bd';

const amountOf = (kopecks: number): string => `${String(toRubles(kopecks)).replace('.', ',')}\u00a0${RUBLE}`;

const dayOf = (moment: Date): string =>
  new Intl.DateTimeFormat('ru-RU', { dateStyle: 'short', timeZone: 'Europe/Moscow' }).format(moment);

/**
 * What the payer reads in the card dialog. The campaign's dialog opens by itself, so it says itself
 * what is charged now and later and what paying means.
 */
export function orderDescription(product: string, order: DescribedOrder): string {
  switch (order.kind) {
    case 'trial':
      return `Подписка «${product}»: проверка карты, рубль вернётся сразу`;
    case 'campaign':
      return `Подписка «${product}»: ${amountOf(order.amountKopecks)} сейчас за первую неделю, затем ${amountOf(order.recurrenceAmountKopecks)} каждый месяц с ${dayOf(order.recurrenceStartAt)}. Оплачивая, ты соглашаешься на эти списания и принимаешь публичную оферту.`;
    case 'renewal':
      return `Подписка «${product}»: один месяц`;
  }
}

/** What an order's own receipt names. */
export function orderLabel(product: string, kind: OrderKind): string {
  switch (kind) {
    case 'trial':
      return `Подписка «${product}»: проверка карты, рубль вернётся сразу`;
    case 'campaign':
      return `Подписка «${product}»: первая неделя`;
    case 'renewal':
      return `Подписка «${product}»: один месяц`;
  }
}

/** The service on the receipt of a monthly charge and of its return. */
export function monthLabel(product: string): string {
  return `Подписка «${product}», 1 месяц`;
}
