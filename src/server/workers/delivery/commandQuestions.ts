/**
 * Opens a payment issue for each command to the card provider that keeps failing, and closes the issue once the
 * command succeeds.
 */
import type { Deps } from '../../deps';
import type { ProviderCommand } from '../../domain/billing/commands';
import { ProviderRejected } from '../../ports/cardProvider';
import {
  commandQuestionKey,
  openPaymentIssue,
  paymentQuestionKey,
  reportPaymentIssueAgain,
  settlePaymentIssue,
} from '../../store/paymentIssues';

/** Delivery attempt of a command to the card provider, from the outbox. */
interface TriedCommand {
  dedupeKey: string;
  attempts: number;
  lastError: string | null;
  payload: ProviderCommand;
}

/**
 * Number of failed attempts after which a command is shown to staff. With the back-off, these attempts take about two
 * hours.
 */
const STUCK_TRIES = 12;

const givesBack = ({ kind }: ProviderCommand): boolean => kind === 'refund' || kind === 'returnUnaccepted';

/**
 * Handles a failed attempt to execute a command: opens or updates a payment issue if the command was rejected or has
 * failed too often. `reason` is the card provider's reason, or states that the card provider gave no reason.
 */
export async function askAboutCommand(
  deps: Deps,
  tried: TriedCommand,
  error: unknown,
  reason: string,
): Promise<void> {
  const { payload: command, dedupeKey, attempts } = tried;
  // This command moves no money, and may wait for days while a failed charge is retried.
  if (command.kind === 'addressReceipts') return;
  const isRejected = givesBack(command) && error instanceof ProviderRejected;
  if (!isRejected && attempts < STUCK_TRIES) return;
  const now = deps.clock.now();
  if (command.kind === 'returnUnaccepted') {
    await reportPaymentIssueAgain(
      deps.db,
      paymentQuestionKey(command.provider, command.transactionId),
      reason,
    );
    return;
  }
  await openPaymentIssue(deps.db, {
    key: commandQuestionKey(dedupeKey),
    question: isRejected ? 'refundRejected' : 'commandStuck',
    provider: command.provider,
    transactionId: 'transactionId' in command ? command.transactionId : null,
    orderId: 'orderId' in command ? command.orderId : null,
    accountId: command.accountId,
    amountKopecks: command.kind === 'refund' ? command.amountKopecks : null,
    currency: null,
    reason,
    outboxKey: dedupeKey,
    at: now,
    openedAt: now,
  });
}

/** Handles a successful attempt to execute a command: closes the payment issue of the command. */
export async function settleCommand(
  deps: Deps,
  { payload: command, dedupeKey, lastError }: TriedCommand,
): Promise<void> {
  const outcome = givesBack(command) ? ('returned' as const) : ('done' as const);
  const at = deps.clock.now();
  if (command.kind === 'returnUnaccepted')
    await settlePaymentIssue(deps.db, paymentQuestionKey(command.provider, command.transactionId), {
      outcome,
      at,
    });
  else if (lastError !== null)
    await settlePaymentIssue(deps.db, commandQuestionKey(dedupeKey), { outcome, at });
}
