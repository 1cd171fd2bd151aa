/**
 * Brings a database to the newest schema. The SQL files are drizzle-kit's (`npm run db:generate`);
 * each is applied once, all pending ones in one transaction.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Database } from './database';

/** Beside this module in the sources, at the top of `dist/server` in the build. */
export function migrationsFolder(): string {
  const candidates = ['./migrations', '../migrations'].map((relative) =>
    fileURLToPath(new URL(relative, import.meta.url)),
  );
  const found = candidates.find((folder) => existsSync(`${folder}/meta/_journal.json`));
  if (found === undefined) throw new Error('The migrations folder is missing: run npm run build again.');
  return found;
}

/**
 * Applies what is pending and answers how many files that were. The caller makes sure that nobody
 * else migrates the same database meanwhile.
 */
export async function migrate(db: Database): Promise<number> {
  const migrations = readMigrationFiles({ migrationsFolder: migrationsFolder() });
  await db.execute(sql`create extension if not exists pg_trgm`);
  await db.execute(sql`create schema if not exists drizzle`);
  await db.execute(
    sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  );
  const applied = await db.execute<{ hash: string }>(sql`select hash from drizzle.__drizzle_migrations`);
  const known = new Set(applied.rows.map((row) => row.hash));
  const pending = migrations.filter((migration) => !known.has(migration.hash));
  await db.transaction(async (tx) => {
    for (const migration of pending) {
      for (const statement of migration.sql) await tx.execute(sql.raw(statement));
      await tx.execute(
        sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${migration.hash}, ${migration.folderMillis})`,
      );
    }
  });
  return pending.length;
}
