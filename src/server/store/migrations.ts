/**
 * Locates the SQL migrations that create the database schema. drizzle-kit generates the migrations (`npm run
 * db:generate`), and drizzle's migrators apply each migration once.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MigrationConfig } from 'drizzle-orm/migrator';

/**
 * Returns the folder of a module's migrations. In the sources, this folder is next to the module; in `dist/server`, the
 * folder is named after `owner`. Throws if the build does not contain the folder.
 */
export function migrationsFolder(owner: string, moduleUrl: string): string {
  const found = ['./migrations', `./${owner}/migrations`, `../${owner}/migrations`]
    .map((relative) => fileURLToPath(new URL(relative, moduleUrl)))
    .find((folder) => existsSync(`${folder}/meta/_journal.json`));
  if (found === undefined)
    throw new Error(`The migrations of ${owner} are missing: run npm run build again.`);
  return found;
}

export const PRODUCT_MIGRATIONS: MigrationConfig = {
  migrationsFolder: migrationsFolder('store', import.meta.url),
};
