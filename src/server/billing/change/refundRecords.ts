/** What connects a refund's decision, its errand in the outbox and its outcome. */
import type { SubscriptionState } from '../rules/subscription';
import type { Deps } from '../../deps';
import { insertAccountEvent } from '../../store/accountEvents';
import type { Database } from '../../store/database';
import type { ProviderTask } from '../../outbox/outbox';
import { settleRefund } from '../../store/refunds';

/** Dedupe key of the errand that gives a payment back; also its idempotency key at the provider. */
export function refundKeyOf(transactionId: string): string {
  return `refund:${transactionId}`;
}

/** The same of the errand that voids one. */
export function voidKeyOf(transactionId: string): string {
  return `void:${transactionId}`;
}

/** Marks decided refunds whose money has gone back, whichever way that was heard. */
export async function settleReturnedRefunds(
  tx: Database,
  state: SubscriptionState,
  now: Date,
): Promise<void> {
  for (const { transactionId, refundTargetKopecks, returnedKopecks } of state.payments) {
    if (refundTargetKopecks === null || refundTargetKopecks === 0) continue;
    if (returnedKopecks < refundTargetKopecks) continue;
    await settleRefund(tx, transactionId, { state: 'returned', refusal: null, at: now });
  }
}

/** The provider will not give a payment back: staff have to see it. Access stays as it was decided. */
export async function noteRefusedRefund(
  deps: Deps,
  task: Extract<ProviderTask, { action: 'refund' }>,
  refusal: string,
): Promise<void> {
  const { accountId, transactionId, amountKopecks } = task;
  const at = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await settleRefund(tx, transactionId, { state: 'refused', refusal, at });
    const details = { action: 'refundRefused', transactionId, amountKopecks, reason: refusal };
    await insertAccountEvent(tx, { accountId }, { at, kind: 'payment', details });
  });
  deps.logger.error({ accountId, transactionId, refusal }, 'the card provider refused a refund');
}
