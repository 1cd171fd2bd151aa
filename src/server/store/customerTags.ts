/** Queries of tags by which staff group customers. */
import { and, asc, count, desc, eq, inArray } from 'drizzle-orm';
import type { Database } from './database';
import { customerTags } from './schema/customerTags';

/** Adds a tag to a customer. Returns false if the customer already has the tag. */
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

/** Removes a tag from a customer. Returns false if the customer does not have the tag. */
export async function removeTag(tx: Database, accountId: number, tag: string): Promise<boolean> {
  const rows = await tx
    .delete(customerTags)
    .where(and(eq(customerTags.accountId, accountId), eq(customerTags.tag, tag)))
    .returning({ tag: customerTags.tag });
  return rows.length > 0;
}

/** Returns the tags of each of these accounts in alphabetical order. Accounts without tags are missing from the map. */
export async function listTagsByAccount(
  db: Database,
  accountIds: readonly number[],
): Promise<Map<number, string[]>> {
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

/** Returns the number of customers for each tag, most frequent tag first. */
export async function countTags(db: Database, limit: number): Promise<{ tag: string; customers: number }[]> {
  return db
    .select({ tag: customerTags.tag, customers: count() })
    .from(customerTags)
    .groupBy(customerTags.tag)
    .orderBy(desc(count()), asc(customerTags.tag))
    .limit(limit);
}
