/** Queries of refunds that staff have decided. */
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { Database } from './database';
import { refunds } from './schema/refunds';
import { staffAccounts } from './schema/staff';

export type RefundRow = typeof refunds.$inferSelect;
export type NewRefund = typeof refunds.$inferInsert;

/** Refund with the username of the staff member who decided it. */
export type DecidedRefund = RefundRow & { username: string };

/** Returns the refunds that staff decided for an account, newest first. */
export async function listRefunds(db: Database, accountId: number): Promise<DecidedRefund[]> {
  const rows = await db
    .select({ refund: refunds, username: staffAccounts.username })
    .from(refunds)
    .innerJoin(staffAccounts, eq(staffAccounts.id, refunds.staffId))
    .where(eq(refunds.accountId, accountId))
    .orderBy(desc(refunds.decidedAt), desc(refunds.id));
  return rows.map(({ refund, username }) => ({ ...refund, username }));
}

/**
 * Returns the stored key of one payment of a refund request. The stored key of the first payment (index 0) is the
 * request key itself. The stored keys of further payments consist of the request key, a `#` and the index, which is
 * unambiguous because request keys contain no `#`.
 */
const keyOfPart = (requestKey: string, index: number): string =>
  index === 0 ? requestKey : `${requestKey}#${index}`;

/** Maximum number of payments that one request can refund. */
const REFUND_PARTS_MAX = 12;

/**
 * Returns the refunds that a refund request created, in the order of the request's payments. Returns an empty list if
 * the request created no refunds.
 */
export async function findRefundsByKey(db: Database, requestKey: string): Promise<RefundRow[]> {
  const keys = Array.from({ length: REFUND_PARTS_MAX }, (_, index) => keyOfPart(requestKey, index));
  return db.select().from(refunds).where(inArray(refunds.requestKey, keys)).orderBy(asc(refunds.id));
}

/**
 * Inserts a refund. `index` is the position of the payment in the refund request. Returns false if a refund already
 * exists for the request key or for the payment.
 */
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

/**
 * Records the outcome of a refund. Returns null, and changes nothing, if this outcome is already recorded or if the
 * refund was not decided by staff.
 */
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
        // The outcome `returned` may follow `rejected`, because a refund that the card provider's API rejected can
        // still be made in the provider's dashboard.
        inArray(refunds.state, outcome.state === 'returned' ? ['decided', 'rejected'] : ['decided']),
      ),
    )
    .returning();
  return row ?? null;
}
