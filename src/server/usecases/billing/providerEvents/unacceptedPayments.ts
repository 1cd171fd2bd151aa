/**
 * Handles payments that were taken but cannot be accepted. A payment that cannot be accepted is refunded automatically
 * if the case is certain; otherwise staff decide.
 */
import type { Deps } from '../../../deps';
import type { ReturnCommand } from '../../../domain/billing/commands';
import { commandKey } from '../../../domain/billing/ledgerEvents';
import { enqueue } from '../../../outbox/outbox';
import type { ProviderEvent } from '../../../ports/cardProvider';
import type { UnacceptedVerdict } from '../../../ports/metrics';
import type { AccountRow } from '../../../store/accounts';
import type { Database } from '../../../store/database';
import { openPaymentIssue, paymentQuestionKey } from '../../../store/paymentIssues';

/** Text of each reason why a payment cannot be accepted, in the staff console. */
const REASONS: Record<UnacceptedVerdict, string> = {
  wrongAmount: 'The amount doesn’t match the order.',
  foreignOrder: 'The order belongs to another customer.',
  unknownOrder: 'No matching order.',
  unknownAccount: 'No matching customer.',
  payerUnknown: 'A campaign order was paid without an email.',
  accountDeleted: 'The payment was reported after its account was deleted.',
};

/**
 * Whether a payment is refunded automatically. A wrong payment for an order of this server is an unambiguous case and
 * is refunded at once. A payment without an order of this server may belong to another system that shares the payment
 * terminal.
 */
const GOES_BACK: Record<UnacceptedVerdict, boolean> = {
  wrongAmount: true,
  foreignOrder: true,
  payerUnknown: true,
  accountDeleted: true,
  unknownOrder: false,
  unknownAccount: false,
};

const isUnaccepted = (verdict: string): verdict is UnacceptedVerdict => verdict in REASONS;

/**
 * Opens a payment issue for staff if a payment is not accepted, and enqueues the payment's refund if the case is
 * certain.
 */
export async function explainUnaccepted(
  tx: Database,
  deps: Deps,
  verdict: string,
  payment: Extract<ProviderEvent, { kind: 'paid' }>,
  { account, orderId }: { account: AccountRow | null; orderId: string | null },
): Promise<void> {
  if (!isUnaccepted(verdict)) return;
  const { name: provider } = deps.cardProvider;
  const { transactionId, amountKopecks, currency, accountId: payerId, at } = payment;
  const accountId = account?.id ?? null;
  const command: ReturnCommand = {
    kind: 'returnUnaccepted',
    ...{ provider, transactionId, amountKopecks, orderId, payerId },
    at: at.toISOString(),
  };
  const outboxKey = GOES_BACK[verdict] ? commandKey(command) : null;
  if (outboxKey !== null)
    await enqueue(tx, { kind: 'provider', dedupeKey: outboxKey, payload: { accountId, ...command } });
  await openPaymentIssue(tx, {
    key: paymentQuestionKey(provider, transactionId),
    question: verdict,
    ...{ provider, transactionId, orderId, accountId, amountKopecks, currency, outboxKey, at },
    payerId: account === null || account.erasedAt === null ? payerId : null,
    reason: REASONS[verdict],
    openedAt: deps.clock.now(),
  });
  deps.logger.error({ transactionId, orderId, verdict }, 'a payment was taken and is not accepted');
}
