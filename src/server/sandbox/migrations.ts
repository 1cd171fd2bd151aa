/** The sandbox's own tables (`npm run db:generate:sandbox`), which no database of production holds. */
import type { MigrationConfig } from 'drizzle-orm/migrator';
import { migrationsFolder } from '../store/migrations';

export const SANDBOX_MIGRATIONS: MigrationConfig = {
  migrationsFolder: migrationsFolder('sandbox', import.meta.url),
  migrationsTable: '__sandbox_migrations',
};
