/** Tags of customers in SQL. */
import { and, asc, count, desc, eq, inArray } from 'drizzle-orm';
import type { Database } from './database';
import { customerTags } from './schema/customerTags';

/** False when the customer has it already. */
export async function addTag(
  tx: Database,
  row: { accountId: number; tag: string; createdAt: Date; createdBy: number },
): Promise<boolean> {
  const rows = await tx
    .insert(customerTags)
    .values(row)
    .onConflictDoNothing()
    .returning({ tag: customerTags.tag });
  return rows.length > 0;
}

/** False when the customer has no such tag. */
export async function removeTag(tx: Database, accountId: number, tag: string): Promise<boolean> {
  const rows = await tx
    .delete(customerTags)
    .where(and(eq(customerTags.accountId, accountId), eq(customerTags.tag, tag)))
    .returning({ tag: customerTags.tag });
  return rows.length > 0;
}

/** The tags of each of these accounts, by the alphabet. */
export async function tagsOf(db: Database, accountIds: readonly number[]): Promise<Map<number, string[]>> {
  const tags = new Map<number, string[]>();
  if (accountIds.length === 0) return tags;
  const rows = await db
    .select({ accountId: customerTags.accountId, tag: customerTags.tag })
    .from(customerTags)
    .where(inArray(customerTags.accountId, [...accountIds]))
    .orderBy(asc(customerTags.tag));
  for (const { accountId, tag } of rows) tags.set(accountId, [...(tags.get(accountId) ?? []), tag]);
  return tags;
}

/** How many customers have each tag, the most frequent first. */
export async function countTags(db: Database, limit: number): Promise<{ tag: string; customers: number }[]> {
  return db
    .select({ tag: customerTags.tag, customers: count() })
    .from(customerTags)
    .groupBy(customerTags.tag)
    .orderBy(desc(count()), asc(customerTags.tag))
    .limit(limit);
}
