/** Queries of fiscal receipts. */
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import { paymentKey } from '../domain/billing/ledgerEvents';
import type { Database } from './database';
import { receipts } from './schema/receipts';

export type NewReceipt = Omit<typeof receipts.$inferInsert, 'id'>;

/** Inserts a fiscal receipt. Returns false if the receipt is already stored. */
export async function insertReceipt(db: Database, receipt: NewReceipt): Promise<boolean> {
  const rows = await db
    .insert(receipts)
    .values(receipt)
    .onConflictDoNothing({ target: [receipts.provider, receipts.providerId] })
    .returning({ id: receipts.id });
  return rows.length > 0;
}

/**
 * Returns a map from `paymentKey` to the URL of the payment's receipt. Receipts of refunds are not included. Payments
 * without a receipt are missing from the map.
 */
export async function findReceiptUrls(
  db: Database,
  payments: readonly { provider: string; transactionId: string }[],
): Promise<Map<string, string>> {
  if (payments.length === 0) return new Map();
  const rows = await db
    .select({ provider: receipts.provider, transactionId: receipts.transactionId, url: receipts.url })
    .from(receipts)
    .where(
      and(
        inArray(
          receipts.transactionId,
          payments.map(({ transactionId }) => transactionId),
        ),
        eq(receipts.kind, 'income'),
      ),
    )
    .orderBy(asc(receipts.id));
  return new Map(rows.map((row) => [paymentKey(row), row.url]));
}

/** Returns the URL of the newest receipt of these refunds, or null if no receipt is stored. */
export async function findReturnReceiptUrl(
  db: Database,
  provider: string,
  refundIds: readonly string[],
): Promise<string | null> {
  if (refundIds.length === 0) return null;
  const [row] = await db
    .select({ url: receipts.url })
    .from(receipts)
    .where(
      and(
        eq(receipts.provider, provider),
        inArray(receipts.transactionId, [...refundIds]),
        eq(receipts.kind, 'incomeReturn'),
      ),
    )
    .orderBy(desc(receipts.id))
    .limit(1);
  return row?.url ?? null;
}
