/** Lists payments needing attention, and lets staff resolve them. */
import { type PaymentIssueAction } from '../../../../shared/paymentIssues';
import type { Deps } from '../../../deps';
import type { ReturnCommand } from '../../../domain/billing/commands';
import { commandKey } from '../../../domain/billing/ledgerEvents';
import type { SignedInStaff, StaffOrigin } from '../../../domain/caller';
import { Rejection } from '../../../domain/rejection';
import { addReceiptEmail, enqueue, tryAgain } from '../../../outbox/outbox';
import {
  findOpenPaymentIssues,
  findPaymentIssue,
  type ListedPaymentIssue,
  listPaymentIssues,
  recordPaymentIssueAction,
  settlePaymentIssue,
} from '../../../store/paymentIssues';
import { providerForStaff } from '../../audit/providerForStaff';
import { auditReadAccess } from '../../audit/readAccess';
import { changeAsStaff } from '../../audit/staffChange';

const PAGE = 50;

type PaymentIssueRow = Omit<ListedPaymentIssue, 'email' | 'username' | 'accountErasedAt'>;

export interface PaymentIssuesPage {
  content: (Omit<ListedPaymentIssue, 'provider'> & {
    /** Name of the card provider; null if staff do not need it (`providerForStaff`). */
    provider: string | null;
    actions: PaymentIssueAction[];
  })[];
  /** Cursor of the next page of payment issues; null on the last page. */
  next: number | null;
}

/** Returns the actions that staff may take on an open payment issue. */
function listActions({
  question,
  outcome,
  outboxKey,
  transactionId,
  amountKopecks,
}: PaymentIssueRow): PaymentIssueAction[] {
  if (outcome !== null) return [];
  // No money was taken, so there is nothing to refund.
  if (question === 'chargeUnfinished') return ['explained'];
  if (outboxKey !== null) return ['retry', 'explained'];
  return transactionId !== null && amountKopecks !== null ? ['refund', 'explained'] : ['explained'];
}

/** Returns whether the outbox command of the payment issue has succeeded. */
const hasSucceeded = ({ outcome, outboxKey }: PaymentIssueRow): boolean =>
  outboxKey !== null && (outcome === 'returned' || outcome === 'done');

/**
 * Returns one page of payment issues, newest first. Writes an audit entry, because the list contains customers' email
 * addresses.
 */
export async function readPaymentIssues(
  deps: Deps,
  staff: StaffOrigin,
  { all, before }: { all: boolean; before: number | null },
): Promise<PaymentIssuesPage> {
  return deps.db.transaction(async (tx) => {
    await auditReadAccess(tx, staff, { at: deps.clock.now(), action: 'viewPaymentIssues', accountId: null });
    const rows = await listPaymentIssues(tx, { open: !all, before, limit: PAGE + 1 });
    const shown = rows.slice(0, PAGE);
    return {
      content: shown.map((row) => ({
        ...row,
        provider: providerForStaff(deps, row.provider),
        actions: listActions(row),
      })),
      next: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
    };
  });
}

export async function countPaymentIssues(deps: Deps): Promise<number> {
  return (await findOpenPaymentIssues(deps.db)).count;
}

function buildReturn(row: PaymentIssueRow & { transactionId: string; amountKopecks: number }): ReturnCommand {
  const { provider, transactionId, amountKopecks, orderId, payerId, at } = row;
  return {
    kind: 'returnUnaccepted',
    ...{ provider, transactionId, amountKopecks, orderId, payerId },
    at: at.toISOString(),
  };
}

/**
 * Resolves a payment issue and writes an audit entry with the note of the staff member. Throws NOT_FOUND for an unknown
 * payment issue, CONFLICT if the action is no longer possible, and INVALID_REQUEST if the issue is closed as explained
 * without a note. If staff retry a command that has succeeded in the meantime, the retry succeeds and changes nothing.
 */
export async function resolvePaymentIssue(
  deps: Deps,
  staff: SignedInStaff,
  asked: { id: number; action: PaymentIssueAction; note: string; receiptEmail?: string | undefined },
): Promise<void> {
  const { id, action, note, receiptEmail } = asked;
  if (action === 'explained' && note === '')
    throw new Rejection('INVALID_REQUEST', 'Add a reason.', ['note']);
  await changeAsStaff(deps, staff, async ({ tx, at, audit }) => {
    const row = await findPaymentIssue(tx, id);
    if (row === null) throw new Rejection('NOT_FOUND', 'Not found.');
    if (action === 'retry' && hasSucceeded(row)) return;
    if (!listActions(row).includes(action))
      throw new Rejection('CONFLICT', 'This was already resolved.', ['action']);
    const { accountId, provider, transactionId, amountKopecks } = row;
    let { outboxKey } = row;
    if (action === 'explained') await settlePaymentIssue(tx, row.key, { outcome: 'explained', at });
    if (action === 'retry' && outboxKey !== null) {
      if (receiptEmail !== undefined) await addReceiptEmail(tx, outboxKey, receiptEmail);
      await tryAgain(tx, outboxKey, at);
    }
    if (action === 'refund' && transactionId !== null && amountKopecks !== null) {
      const command = buildReturn({ ...row, transactionId, amountKopecks });
      outboxKey = commandKey(command);
      await enqueue(tx, { kind: 'provider', dedupeKey: outboxKey, payload: { accountId, ...command } });
    }
    await recordPaymentIssueAction(tx, id, { action, note, staffId: staff.staffId, at, outboxKey });
    await audit({
      action: 'reportPaymentIssue',
      accountId,
      details: { question: row.question, action, comment: note, provider, transactionId, amountKopecks },
    });
  });
  deps.wakeOutbox();
}
