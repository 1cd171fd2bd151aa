/** Determines the effect of a state change of an account's recurring payment. */
import { reportKey } from '../../../domain/billing/ledgerEvents';
import type { ProviderEvent } from '../../../ports/cardProvider';
import type { AccountRow } from '../../../store/accounts';
import type { Database } from '../../../store/database';
import { linkRecurringPayment } from '../../../store/orders';
import { findOrigin } from '../ledger/orderRecords';
import { recurringPaymentEventData } from '../recurringPayments/accountRecurringPayments';
import { type Effect, rejectedFor } from './effect';
import { enqueueExplaining } from './explainingCommands';

type RecurringPaymentEvent = Extract<ProviderEvent, { kind: 'recurringPayment' }>;

export async function effectOfRecurringPayment(
  tx: Database,
  provider: string,
  account: AccountRow,
  event: RecurringPaymentEvent,
  now: Date,
): Promise<Effect> {
  const { recurringPaymentId, state, startAt, accountId: payerId } = event;
  const names = { provider, recurringPaymentId, payerId, startAt, orderId: null };
  const origin = await findOrigin(tx, account, names);
  const mayCharge = state === 'active' || state === 'pastDue';
  const command = { kind: 'explainRecurringPayment' as const, provider, recurringPaymentId };
  const explain = (): Promise<boolean> => enqueueExplaining(tx, account.id, command);
  if (origin.kind !== 'order') {
    const unknown = rejectedFor('unknownRecurringPayment', null);
    if (!mayCharge) return unknown;
    return { ...unknown, apply: explain };
  }
  const { order } = origin;
  return {
    verdict: 'applied',
    orderId: order.id,
    // The card provider reports no time for a state change, so the time of the first report is used.
    ledgerEvents: [
      {
        key: reportKey(provider, event),
        at: now,
        data: recurringPaymentEventData(provider, order.id, event),
      },
    ],
    apply: async () => {
      await linkRecurringPayment(tx, order.id, { provider, recurringPaymentId });
      if (account.erasedAt !== null && mayCharge) await explain();
    },
  };
}
