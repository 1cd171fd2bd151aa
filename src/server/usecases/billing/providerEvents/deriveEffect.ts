/** Determines the effect of an event of a known account. */
import type { Deps } from '../../../deps';
import { reportKey } from '../../../domain/billing/ledgerEvents';
import type { ProviderEvent } from '../../../ports/cardProvider';
import type { AccountRow } from '../../../store/accounts';
import type { Database } from '../../../store/database';
import type { Effect } from './effect';
import { effectOfPayment } from './effectOfPayment';
import { effectOfRecurringPayment } from './effectOfRecurringPayment';

/**
 * Returns the reported time of an event, or `now` if the card provider's clock is ahead, because access bought with
 * refunded money must end immediately.
 */
const toPast = (reportedAt: Date, now: Date): Date => (reportedAt < now ? reportedAt : now);

export async function deriveEffect(
  tx: Database,
  deps: Deps,
  account: AccountRow,
  event: ProviderEvent,
  now: Date,
): Promise<Effect> {
  const { name: provider } = deps.cardProvider;
  const key = reportKey(provider, event);
  switch (event.kind) {
    case 'paid':
    case 'authorized':
    case 'failed':
      return effectOfPayment(tx, deps, account, event);
    case 'recurringPayment':
      return effectOfRecurringPayment(tx, provider, account, event, now);
    case 'refunded': {
      const { transactionId, refundId, amountKopecks } = event;
      const data = { kind: 'refunded' as const, provider, transactionId, refundId, amountKopecks };
      return { verdict: 'applied', orderId: null, ledgerEvents: [{ key, at: toPast(event.at, now), data }] };
    }
    case 'voided': {
      const data = { kind: 'voided' as const, provider, transactionId: event.transactionId };
      return { verdict: 'applied', orderId: null, ledgerEvents: [{ key, at: toPast(event.at, now), data }] };
    }
  }
}
