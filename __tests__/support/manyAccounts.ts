/** Inserts accounts in bulk. */
import { sql } from 'drizzle-orm';
import type { NewAccount } from '../../src/server/store/accounts';
import type { Database } from '../../src/server/store/database';
import { accounts } from '../../src/server/store/schema/accounts';

/**
 * Inserts any number of accounts with one statement that has one parameter. Skips accounts whose email or uid already
 * exists. Returns the ids of the inserted accounts.
 */
export async function insertManyAccounts(db: Database, rows: readonly NewAccount[]): Promise<number[]> {
  const inserted = await db.execute<{ id: number }>(sql`
    insert into ${accounts} (uid, email, photo_url, provider_id, created_at)
    select "uid", "email", "photoUrl", "providerId", "createdAt"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as row ("uid" text, "email" text, "photoUrl" text, "providerId" text, "createdAt" timestamptz)
    on conflict do nothing
    returning id`);
  return inserted.rows.map(({ id }) => id);
}
