/** Money to explain, in SQL. */
import { and, count, desc, eq, isNull, lt } from 'drizzle-orm';
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

/** With the customer's address and who acted last, where there is one. */
export type ListedPaymentIssue = Row & { email: string | null; username: string | null };

/** What is known of a payment that was not accepted. */
export const paymentQuestionKey = (provider: string, transactionId: string): string =>
  `payment:${provider}:${transactionId}`;

export const commandQuestionKey = (outboxKey: string): string => `command:${outboxKey}`;

/** Asks, once by its key; a command that fails again after it was settled is asked about anew. */
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

/** An open question is open for another reason. */
export async function reportPaymentIssueAgain(tx: Database, key: string, reason: string): Promise<void> {
  await tx
    .update(paymentIssues)
    .set({ reason })
    .where(and(eq(paymentIssues.key, key), isNull(paymentIssues.outcome)));
}

/** Answers an open question; null: there was none. */
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

export async function findPaymentIssue(tx: Database, id: number): Promise<Row | null> {
  const [row] = await tx.select().from(paymentIssues).where(eq(paymentIssues.id, id)).for('update');
  return row ?? null;
}

/** Notes what staff did about it, and by which command it is tried from then on. */
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

/** Newest first; `before` is the id of the last one of the page before. */
export async function listPaymentIssues(
  db: Database,
  { open, before, limit }: { open: boolean; before: number | null; limit: number },
): Promise<ListedPaymentIssue[]> {
  const rows = await db
    .select({ row: paymentIssues, email: accounts.email, username: staffAccounts.username })
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
  return rows.map(({ row, email, username }) => ({ ...row, email, username }));
}

export async function countOpenPaymentIssues(db: Database): Promise<number> {
  const [row] = await db.select({ count: count() }).from(paymentIssues).where(isNull(paymentIssues.outcome));
  return row?.count ?? 0;
}
