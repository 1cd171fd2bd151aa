/**
 * Where the SQL files that build the schema are. drizzle-kit writes them (`npm run db:generate`) and
 * drizzle's migrators apply each of them once.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MigrationConfig } from 'drizzle-orm/migrator';

/**
 * The folder of a room's migrations: beside the room's modules in the sources, by the room's name
 * in `dist/server`. Throws when the build lacks it.
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
