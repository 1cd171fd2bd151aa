/** Determines the effect of an event of an unknown payer. */
import { rejectPaymentTerms } from '../../../domain/billing/orders';
import type { ProviderEvent } from '../../../ports/cardProvider';
import type { Database } from '../../../store/database';
import { linkRecurringPayment, type OrderRow } from '../../../store/orders';
import { namesNobody } from '../campaigns/campaignOrders';
import { payableOrder } from '../ledger/orderRecords';
import { recordDecline } from './declinedAttempts';
import { type Effect, rejectedFor } from './effect';

/** Returns the effect of an event of an unknown payer, or of a campaign order that is not assigned to an account yet. */
export function effectOfUnknownPayer(
  tx: Database,
  provider: string,
  order: OrderRow | null,
  event: ProviderEvent,
  acceptTestPayments: boolean,
): Effect {
  if (event.kind === 'refunded' || event.kind === 'voided') return rejectedFor('waiting', order?.id ?? null);
  if (order === null) return rejectedFor('unknownAccount', null);
  const isFirst = 'orderId' in event && event.recurringPaymentId === null;
  if (isFirst && event.orderId !== order.id) return rejectedFor('foreignOrder', order.id);
  switch (event.kind) {
    case 'failed':
      return {
        ...rejectedFor('waiting', order.id),
        apply: async () => {
          if (isFirst) await recordDecline(tx, order, event);
        },
      };
    case 'recurringPayment':
      return {
        ...rejectedFor('waiting', order.id),
        apply: () =>
          linkRecurringPayment(tx, order.id, { provider, recurringPaymentId: event.recurringPaymentId }),
      };
    case 'paid':
    case 'authorized': {
      if (!isFirst) return rejectedFor('waiting', order.id);
      const money = rejectPaymentTerms(payableOrder(order), 'first', event, acceptTestPayments);
      if (money === 'wrongAmount' || money === 'testPayment') return rejectedFor(money, order.id);
      if (event.kind === 'authorized') return rejectedFor('held', order.id);
      return rejectedFor(namesNobody(event.email) ? 'payerUnknown' : 'unknownAccount', order.id);
    }
  }
}
