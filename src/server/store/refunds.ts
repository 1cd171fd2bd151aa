/** Refunds that staff have decided, in SQL. */
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
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

/** The key of one of the payments of a request, the first of which is 0: no key of a request holds a «#». */
const keyOfPart = (requestKey: string, index: number): string =>
  index === 0 ? requestKey : `${requestKey}#${index}`;

/** As many payments as one request may give back. */
const REFUND_PARTS_MAX = 12;

/** What was decided by a request, in its order; empty: nothing was. */
export async function findRefundsByKey(db: Database, requestKey: string): Promise<RefundRow[]> {
  const keys = Array.from({ length: REFUND_PARTS_MAX }, (_, index) => keyOfPart(requestKey, index));
  return db.select().from(refunds).where(inArray(refunds.requestKey, keys)).orderBy(asc(refunds.id));
}

/** False when the request key or the payment has a refund already. `index`: its place in the request. */
export async function insertRefund(
  tx: Database,
  { requestKey = null, ...refund }: NewRefund,
  index: number,
): Promise<boolean> {
  const key = requestKey === null ? null : keyOfPart(requestKey, index);
  const rows = await tx
    .insert(refunds)
    .values({ ...refund, requestKey: key })
    .onConflictDoNothing()
    .returning({ id: refunds.id });
  return rows.length > 0;
}

/** Records how a refund ended; null when it had ended so already, or is not one that staff decided. */
export async function settleRefund(
  tx: Database,
  payment: { provider: string; transactionId: string },
  outcome: { state: 'returned' | 'rejected'; rejection: string | null; at: Date },
): Promise<RefundRow | null> {
  const [row] = await tx
    .update(refunds)
    .set({ state: outcome.state, rejection: outcome.rejection, settledAt: outcome.at })
    .where(
      and(
        eq(refunds.provider, payment.provider),
        eq(refunds.transactionId, payment.transactionId),
        // What the provider would not do may have been done in its own office after all.
        inArray(refunds.state, outcome.state === 'returned' ? ['decided', 'rejected'] : ['decided']),
      ),
    )
    .returning();
  return row ?? null;
}
