/** Staff give a customer's last payment back. */
import { statusAt, summarize } from '../domain/subscription';
import type { Deps } from '../deps';
import { kickOutbox } from '../jobs/deliverOutbox';
import { Refusal } from '../refusal';
import { lockAccount } from '../store/accounts';
import type { Database } from '../store/database';
import { foldAccount, recordDecision } from './recordSubscriptionEvents';

/**
 * Only while ACTIVE (spec sections 4 and 6), else Refusal 409 REFUND_REFUSED. Decides the full
 * refund of the last payment, ends the access that it bought and cancels the recurrence, in one
 * transaction with `inTransaction` (the audit row); the provider is told through the outbox. In a
 * free trial the verifying ruble is back already: the answer is 0 kopecks.
 */
export async function refundLastPayment(
  deps: Deps,
  input: {
    accountId: number;
    inTransaction: (tx: Database, outcome: { amountKopecks: number }) => Promise<void>;
  },
): Promise<{ amountKopecks: number }> {
  const { accountId } = input;
  const now = deps.clock.now();
  const outcome = await deps.db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const state = await foldAccount(tx, accountId);
    if (statusAt(summarize(state), now).status !== 'ACTIVE') {
      throw new Refusal(409, 'REFUND_REFUSED', 'Only an ACTIVE subscription can be refunded.');
    }
    const last = state.payments.filter((payment) => payment.verdict === 'counted').at(-1);
    if (last === undefined) throw new Refusal(409, 'REFUND_REFUSED', 'There is no payment to refund.');
    const isTrial = last.role === 'first' && last.orderKind === 'trial';
    const amountKopecks = isTrial ? 0 : last.amountKopecks - last.returnedKopecks;
    const { transactionId } = last;
    await recordDecision(
      tx,
      accountId,
      {
        key: `refund-decided:${transactionId}`,
        fact: { kind: 'refundDecided', transactionId, amountKopecks },
      },
      now,
    );
    await input.inTransaction(tx, { amountKopecks });
    return { amountKopecks };
  });
  kickOutbox(deps);
  return outcome;
}
