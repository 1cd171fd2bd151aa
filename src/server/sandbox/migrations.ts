/**
 * Migrations of the sandbox's own tables, which no production database contains. `npm run db:generate:sandbox`
 * generates these migrations.
 */
import type { MigrationConfig } from 'drizzle-orm/migrator';
import { migrationsFolder } from '../store/migrations';

export const SANDBOX_MIGRATIONS: MigrationConfig = {
  migrationsFolder: migrationsFolder('sandbox', import.meta.url),
  migrationsTable: '__sandbox_migrations',
};
