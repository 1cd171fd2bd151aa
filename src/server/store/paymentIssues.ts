/**
 * Queries of payment issues: payments that were not accepted, and commands to the card provider that do not succeed.
 */
import { and, count, desc, eq, isNull, lt, min } from 'drizzle-orm';
import type { PaymentIssueAction, PaymentIssueOutcome } from '../../shared/paymentIssues';
import type { Database } from './database';
import { accounts } from './schema/accounts';
import { paymentIssues } from './schema/paymentIssues';
import { staffAccounts } from './schema/staff';

type Row = typeof paymentIssues.$inferSelect;
export type NewPaymentIssue = Omit<
  typeof paymentIssues.$inferInsert,
  'id' | 'action' | 'note' | 'staffId' | 'actedAt' | 'outcome' | 'settledAt'
>;

/**
 * Payment issue with the customer's email and the username of the staff member who acted last; both are null if
 * unknown.
 */
export type ListedPaymentIssue = Row & {
  email: string | null;
  accountErasedAt: Date | null;
  username: string | null;
};

/** Returns the key of the payment issue of a payment that was not accepted. */
export const paymentQuestionKey = (provider: string, transactionId: string): string =>
  `payment:${provider}:${transactionId}`;

/** Returns the key of the payment issue of a command to the card provider that does not succeed. */
export const commandQuestionKey = (outboxKey: string): string => `command:${outboxKey}`;

/** Returns the key of the payment issue of a charge that was put aside. */
export const putAsideKey = (provider: string, orderId: string, chargeAt: Date | null): string =>
  `charge:${provider}:${orderId}:${chargeAt?.toISOString() ?? ''}`;

/** Returns the key of the payment issue of a charge that the card provider has not finished. */
export const pendingChargeKey = (provider: string, transactionId: string): string =>
  `pendingCharge:${provider}:${transactionId}`;

/**
 * Opens a payment issue unless an issue with this key exists. Reopens a payment issue that was settled as `done`,
 * because the issue's command has failed again.
 */
export async function openPaymentIssue(tx: Database, question: NewPaymentIssue): Promise<void> {
  const { reason, openedAt } = question;
  await tx
    .insert(paymentIssues)
    .values(question)
    .onConflictDoUpdate({
      target: paymentIssues.key,
      set: { reason, openedAt, outcome: null, settledAt: null },
      setWhere: eq(paymentIssues.outcome, 'done'),
    });
}

/** Replaces the reason of an open payment issue. Does nothing if the payment issue is settled. */
export async function reportPaymentIssueAgain(tx: Database, key: string, reason: string): Promise<void> {
  await tx
    .update(paymentIssues)
    .set({ reason })
    .where(and(eq(paymentIssues.key, key), isNull(paymentIssues.outcome)));
}

/** Settles an open payment issue. Returns null if there is no open issue with this key. */
export async function settlePaymentIssue(
  tx: Database,
  key: string,
  { outcome, at }: { outcome: PaymentIssueOutcome; at: Date },
): Promise<Row | null> {
  const [row] = await tx
    .update(paymentIssues)
    .set({ outcome, settledAt: at })
    .where(and(eq(paymentIssues.key, key), isNull(paymentIssues.outcome)))
    .returning();
  return row ?? null;
}

/**
 * Returns a payment issue and locks its row until the transaction ends, or returns null if the issue does not exist.
 */
export async function findPaymentIssue(tx: Database, id: number): Promise<Row | null> {
  const [row] = await tx.select().from(paymentIssues).where(eq(paymentIssues.id, id)).for('update');
  return row ?? null;
}

/** Records the last staff action on a payment issue, and the outbox key of the command that is retried from then on. */
export async function recordPaymentIssueAction(
  tx: Database,
  id: number,
  done: { action: PaymentIssueAction; note: string; staffId: number; at: Date; outboxKey: string | null },
): Promise<void> {
  const { action, note, staffId, at, outboxKey } = done;
  await tx
    .update(paymentIssues)
    .set({ action, note, staffId, actedAt: at, outboxKey })
    .where(eq(paymentIssues.id, id));
}

/**
 * Returns payment issues, newest first. `before` is the id of the last payment issue of the previous page, or null for
 * the first page.
 */
export async function listPaymentIssues(
  db: Database,
  { open, before, limit }: { open: boolean; before: number | null; limit: number },
): Promise<ListedPaymentIssue[]> {
  const rows = await db
    .select({
      row: paymentIssues,
      email: accounts.email,
      accountErasedAt: accounts.erasedAt,
      username: staffAccounts.username,
    })
    .from(paymentIssues)
    .leftJoin(accounts, eq(accounts.id, paymentIssues.accountId))
    .leftJoin(staffAccounts, eq(staffAccounts.id, paymentIssues.staffId))
    .where(
      and(
        open ? isNull(paymentIssues.outcome) : undefined,
        before === null ? undefined : lt(paymentIssues.id, before),
      ),
    )
    .orderBy(desc(paymentIssues.id))
    .limit(limit);
  return rows.map(({ row, ...joined }) => ({ ...row, ...joined }));
}

/** Returns the number of open payment issues and the time of the oldest one, or null if there is none. */
export async function findOpenPaymentIssues(db: Database): Promise<{ count: number; oldestAt: Date | null }> {
  const [row] = await db
    .select({ count: count(), oldestAt: min(paymentIssues.at) })
    .from(paymentIssues)
    .where(isNull(paymentIssues.outcome));
  return row ?? { count: 0, oldestAt: null };
}
