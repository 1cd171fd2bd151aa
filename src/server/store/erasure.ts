/** Erases the personal data of one account with SQL statements, as the data map (`dataMap.ts`) defines. */
import { eq, sql } from 'drizzle-orm';
import type { AnyPgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database';
import { DATA_MAP, type DataSubject } from './dataMap';
import { accounts } from './schema/accounts';

/**
 * Allows changes of append-only tables until the transaction ends. Only the erasure of accounts and the deletion of
 * stale rows may call this function.
 */
export async function allowErasing(tx: Database): Promise<void> {
  await tx.execute(sql`select set_config('prosvet.erasing', 'on', true)`);
}

/**
 * Deletes or redacts every row of the account in the caller's transaction, and sets `accounts.erased_at`. Repeating the
 * call changes nothing more.
 */
export async function eraseRows(tx: Database, subject: DataSubject, now: Date): Promise<void> {
  await allowErasing(tx);
  for (const row of DATA_MAP) {
    if (row.erasure === 'none') continue;
    const condition = row.buildCondition(subject);
    if (row.erasure === 'deleteRows') {
      await tx.delete(row.table).where(condition);
      continue;
    }
    const replaced = Object.entries(row.columns).flatMap(([name, column]) =>
      typeof column === 'object' && 'erasedTo' in column ? [[name, column.erasedTo] as const] : [],
    );
    if (replaced.length === 0) continue;
    const table: AnyPgTable = row.table;
    await tx.update(table).set(Object.fromEntries(replaced)).where(condition);
  }
  await tx.update(accounts).set({ erasedAt: now }).where(eq(accounts.id, subject.id));
}
