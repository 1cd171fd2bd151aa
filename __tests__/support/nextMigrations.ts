/** Writes a folder with the product's migrations and synthetic later ones, as a later version would contain them. */
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { MigrationConfig } from 'drizzle-orm/migrator';
import { PRODUCT_MIGRATIONS } from '../../src/server/store/migrations';

interface Journal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
}

const STATEMENT_BREAK = '\n--> statement-breakpoint\n';

/**
 * Copies the product's migrations to a temporary folder and appends migrations, each a list of SQL statements. The caller
 * deletes the folder.
 */
export async function nextMigrations(appended: readonly (readonly string[])[]): Promise<MigrationConfig> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'prosvet-migrations-'));
  await cp(PRODUCT_MIGRATIONS.migrationsFolder, folder, { recursive: true });
  const file = path.join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as Journal;
  for (const statements of appended) {
    const idx = journal.entries.length;
    const last = journal.entries.at(-1);
    const tag = `${String(idx).padStart(4, '0')}_next`;
    await writeFile(path.join(folder, `${tag}.sql`), statements.join(STATEMENT_BREAK));
    journal.entries.push({ idx, version: '7', when: (last?.when ?? 0) + 1, tag, breakpoints: true });
  }
  await writeFile(file, JSON.stringify(journal));
  return { migrationsFolder: folder };
}
