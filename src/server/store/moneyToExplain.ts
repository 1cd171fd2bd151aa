/** Money to explain, in SQL. */
import { and, count, desc, eq, isNull, lt } from 'drizzle-orm';
import type { MoneyAction, MoneyOutcome } from '../../shared/moneyToExplain';
import type { Database } from './database';
import { accounts } from './schema/accounts';
import { moneyToExplain } from './schema/moneyToExplain';
import { staffAccounts } from './schema/staff';

type Row = typeof moneyToExplain.$inferSelect;
export type NewMoneyQuestion = Omit<
  typeof moneyToExplain.$inferInsert,
  'id' | 'action' | 'note' | 'staffId' | 'actedAt' | 'outcome' | 'settledAt'
>;

/** With the customer's address and who acted last, where there is one. */
export type ListedMoneyQuestion = Row & { email: string | null; username: string | null };

/** What is known of a payment that was not accepted. */
export const paymentQuestionKey = (provider: string, transactionId: string): string =>
  `payment:${provider}:${transactionId}`;

export const commandQuestionKey = (outboxKey: string): string => `command:${outboxKey}`;

/** Asks, once by its key; a command that fails again after it was settled is asked about anew. */
export async function askAboutMoney(tx: Database, question: NewMoneyQuestion): Promise<void> {
  const { reason, openedAt } = question;
  await tx
    .insert(moneyToExplain)
    .values(question)
    .onConflictDoUpdate({
      target: moneyToExplain.key,
      set: { reason, openedAt, outcome: null, settledAt: null },
      setWhere: eq(moneyToExplain.outcome, 'done'),
    });
}

/** An open question is open for another reason. */
export async function explainMoneyAgain(tx: Database, key: string, reason: string): Promise<void> {
  await tx
    .update(moneyToExplain)
    .set({ reason })
    .where(and(eq(moneyToExplain.key, key), isNull(moneyToExplain.outcome)));
}

/** Answers an open question; null: there was none. */
export async function settleMoney(
  tx: Database,
  key: string,
  { outcome, at }: { outcome: MoneyOutcome; at: Date },
): Promise<Row | null> {
  const [row] = await tx
    .update(moneyToExplain)
    .set({ outcome, settledAt: at })
    .where(and(eq(moneyToExplain.key, key), isNull(moneyToExplain.outcome)))
    .returning();
  return row ?? null;
}

export async function findMoneyQuestion(tx: Database, id: number): Promise<Row | null> {
  const [row] = await tx.select().from(moneyToExplain).where(eq(moneyToExplain.id, id)).for('update');
  return row ?? null;
}

/** Notes what staff did about it, and by which command it is tried from then on. */
export async function noteMoneyAction(
  tx: Database,
  id: number,
  done: { action: MoneyAction; note: string; staffId: number; at: Date; outboxKey: string | null },
): Promise<void> {
  const { action, note, staffId, at, outboxKey } = done;
  await tx
    .update(moneyToExplain)
    .set({ action, note, staffId, actedAt: at, outboxKey })
    .where(eq(moneyToExplain.id, id));
}

/** Newest first; `before` is the id of the last one of the page before. */
export async function listMoneyQuestions(
  db: Database,
  { open, before, limit }: { open: boolean; before: number | null; limit: number },
): Promise<ListedMoneyQuestion[]> {
  const rows = await db
    .select({ row: moneyToExplain, email: accounts.email, username: staffAccounts.username })
    .from(moneyToExplain)
    .leftJoin(accounts, eq(accounts.id, moneyToExplain.accountId))
    .leftJoin(staffAccounts, eq(staffAccounts.id, moneyToExplain.staffId))
    .where(
      and(
        open ? isNull(moneyToExplain.outcome) : undefined,
        before === null ? undefined : lt(moneyToExplain.id, before),
      ),
    )
    .orderBy(desc(moneyToExplain.id))
    .limit(limit);
  return rows.map(({ row, email, username }) => ({ ...row, email, username }));
}

export async function countOpenMoneyQuestions(db: Database): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(moneyToExplain)
    .where(isNull(moneyToExplain.outcome));
  return row?.count ?? 0;
}
