/** Fiscal receipts, in SQL. */
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { Database } from './database';
import { receipts } from './schema/receipts';

export type NewReceipt = Omit<typeof receipts.$inferInsert, 'id'>;

/** False when this receipt is known already. */
export async function insertReceipt(db: Database, receipt: NewReceipt): Promise<boolean> {
  const rows = await db
    .insert(receipts)
    .values(receipt)
    .onConflictDoNothing({ target: receipts.providerId })
    .returning({ id: receipts.id });
  return rows.length > 0;
}

/** Where the receipt of each of these payments can be read: of the money that came, not of what went back. */
export async function findReceiptUrls(
  db: Database,
  transactionIds: readonly string[],
): Promise<Map<string, string>> {
  if (transactionIds.length === 0) return new Map();
  const rows = await db
    .select({ transactionId: receipts.transactionId, kind: receipts.kind, url: receipts.url })
    .from(receipts)
    .where(inArray(receipts.transactionId, [...transactionIds]))
    .orderBy(asc(receipts.id));
  return new Map(
    rows.filter(({ kind }) => kind === 'income').map(({ transactionId, url }) => [transactionId, url]),
  );
}

/** Where the newest receipt of these refunds can be read. */
export async function findReturnReceiptUrl(
  db: Database,
  refundIds: readonly string[],
): Promise<string | null> {
  if (refundIds.length === 0) return null;
  const [row] = await db
    .select({ url: receipts.url })
    .from(receipts)
    .where(and(inArray(receipts.transactionId, [...refundIds]), eq(receipts.kind, 'incomeReturn')))
    .orderBy(desc(receipts.id))
    .limit(1);
  return row?.url ?? null;
}
