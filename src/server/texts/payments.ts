/** Words of orders and receipts. */
import type { OrderKind } from '../domain/subscription';

/** What the payer reads in the card dialog and on the receipt. */
export function orderDescription(product: string, kind: OrderKind): string {
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
