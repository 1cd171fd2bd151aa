/** Refunds that staff have decided, in SQL. */
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Database } from './database';
import { refunds } from './schema/refunds';
import { staffAccounts } from './schema/staff';

export type RefundRow = typeof refunds.$inferSelect;
export type NewRefund = typeof refunds.$inferInsert;

/** A refund with the username of who decided it. */
export type DecidedRefund = RefundRow & { username: string };

/** Newest first. */
export async function listRefunds(db: Database, accountId: number): Promise<DecidedRefund[]> {
  const rows = await db
    .select({ refund: refunds, username: staffAccounts.username })
    .from(refunds)
    .innerJoin(staffAccounts, eq(staffAccounts.id, refunds.staffId))
    .where(eq(refunds.accountId, accountId))
    .orderBy(desc(refunds.decidedAt), desc(refunds.id));
  return rows.map(({ refund, username }) => ({ ...refund, username }));
}

export async function findRefundByKey(db: Database, requestKey: string): Promise<RefundRow | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.requestKey, requestKey));
  return row ?? null;
}

/** False when the request key or the payment has a refund already. */
export async function insertRefund(tx: Database, refund: NewRefund): Promise<boolean> {
  const rows = await tx.insert(refunds).values(refund).onConflictDoNothing().returning({ id: refunds.id });
  return rows.length > 0;
}

/** Records how a refund ended; null when it had ended so already, or is not one that staff decided. */
export async function settleRefund(
  tx: Database,
  payment: { provider: string; transactionId: string },
  outcome: { state: 'returned' | 'refused'; refusal: string | null; at: Date },
): Promise<RefundRow | null> {
  const [row] = await tx
    .update(refunds)
    .set({ state: outcome.state, refusal: outcome.refusal, settledAt: outcome.at })
    .where(
      and(
        eq(refunds.provider, payment.provider),
        eq(refunds.transactionId, payment.transactionId),
        // What the provider would not do may have been done in its own office after all.
        inArray(refunds.state, outcome.state === 'returned' ? ['decided', 'refused'] : ['decided']),
      ),
    )
    .returning();
  return row ?? null;
}
