/** Commands to the card provider that do not succeed stand among the money to explain until they do. */
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

/** One try of a command, as the outbox counts it. */
interface TriedCommand {
  dedupeKey: string;
  attempts: number;
  lastError: string | null;
  payload: ProviderCommand;
}

/** What cannot be reached for so many tries, which is some hours, is shown to staff. */
const STUCK_TRIES = 12;

const givesBack = ({ kind }: ProviderCommand): boolean => kind === 'refund' || kind === 'returnUnaccepted';

/** Of a failed try: `reason` is the provider's, or says that it gave none. */
export async function askAboutCommand(
  deps: Deps,
  tried: TriedCommand,
  error: unknown,
  reason: string,
): Promise<void> {
  const { payload: command, dedupeKey, attempts } = tried;
  // It moves no money, and waits for days while a charge is tried again.
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

/** Of a try that succeeded. */
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
