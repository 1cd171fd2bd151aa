/**
 * Tests that a backup can be restored: `npm run check:backup`. The script fills a PostgreSQL database, and runs the
 * commands of `deploy/README.md` that dump and restore it, in both installations that the guide describes. Then the script
 * compares every table, and starts the server on the restored database.
 *
 * The check is not part of `npm test` because it needs pg_dump, pg_restore, createdb and psql.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { startTemporaryPostgres } from '../../../.ci/temporaryPostgres.mjs';
import { fileErasureJournal } from '../../../src/server/adapters/fileErasureJournal';
import { createPinoLogger } from '../../../src/server/logging/pinoLogger';
import { systemClock } from '../../../src/server/ports/clock';
import type { Database } from '../../../src/server/store/database';
import { openPostgres } from '../../../src/server/store/openDatabase';
import { emailIdentity, openAccount } from '../../../src/server/usecases/accounts/accounts';
import { grantGiftMonths } from '../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { applyErasureJournal } from '../../../src/server/usecases/deletion/applyErasureJournal';
import type { DeletionDeps } from '../../../src/server/usecases/deletion/deleteAccount';
import { DEFAULT_BRAND } from '../../../src/shared/brand';
import { insertManyAccounts } from '../../support/manyAccounts';

const CUSTOMERS = 20_000;
const SUBSCRIBERS = 200;
/** Number of accounts that were deleted after the backup. */
const ERASED_SINCE = 50;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Returns each table of the database with its number of rows and a digest of all rows. */
async function readContents(db: Database): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const contents = new Map<string, string>();
  for (const { name } of rows) {
    const { rows: found } = await db.execute<{ text: string }>(
      sql.raw(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as text from ${name} t`,
      ),
    );
    contents.set(name, found[0]?.text ?? '');
  }
  return contents;
}

async function fill(db: Database): Promise<void> {
  await insertManyAccounts(
    db,
    Array.from({ length: CUSTOMERS }, (_, index) => ({
      uid: `uid-${index}`,
      email: `customer${index}@example.com`,
      photoUrl: null,
      providerId: 'password',
      createdAt: new Date(),
    })),
  );
  const deps = { db, clock: systemClock, logger: createPinoLogger('silent') };
  for (let index = 0; index < SUBSCRIBERS; index += 1) {
    const { id } = await openAccount(db, deps, emailIdentity(`subscriber${index}@example.com`));
    await db.transaction((tx) =>
      grantGiftMonths(tx, deps, { accountId: id, months: 1, giftId: index + 1, at: systemClock.now() }),
    );
  }
}

/** Dependencies that account erasure needs. No external service is called, because the script delivers no message. */
function depsOn(db: Database): DeletionDeps {
  return {
    db,
    clock: systemClock,
    erasureJournal: null,
    settings: { brand: DEFAULT_BRAND },
    wakeOutbox: () => undefined,
  };
}

async function onServer(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** Returns the commands in a section of the operator's guide. */
async function guideCommands(section: string): Promise<string> {
  const guide = await readFile('deploy/README.md', 'utf8');
  const text = guide.split(/^## /m).find((each) => each.startsWith(`${section}\n`)) ?? '';
  const [, commands] = /^ *```sh\n([^]*?)^ *```$/m.exec(text) ?? [];
  if (commands === undefined) throw new Error(`the guide has no commands for ${section}`);
  return commands;
}

/**
 * Installations of the guide. The product connects as the role `prosvet`, which is the only superuser in the containers.
 * With systemd it owns its database only, and the operator restores as the superuser `postgres`.
 */
const INSTALLATIONS = {
  containers: { operator: 'prosvet' },
  systemd: { operator: 'postgres' },
} as const;

/** Dumps and restores by the guide in one installation. Returns whether everything was restored. */
async function restoreByGuide(installation: keyof typeof INSTALLATIONS): Promise<boolean> {
  const { operator } = INSTALLATIONS[installation];
  const server = await startTemporaryPostgres();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'prosvet-backup-'));
  try {
    const at = (name: string, role = 'prosvet'): string => {
      const url = new URL(server.url);
      [url.username, url.pathname] = [role, `/${name}`];
      return url.href;
    };
    if (operator === 'postgres') {
      await onServer(server.url, 'create role postgres login superuser');
      // A role cannot rename itself.
      await onServer(at('postgres', operator), 'alter role prosvet rename to installer');
      await onServer(at('postgres', operator), 'create role prosvet login');
    }
    await onServer(at('postgres', operator), 'create database prosvet owner prosvet');
    const original = await openPostgres(at('prosvet'));
    await fill(original.db);
    const before = await readContents(original.db);
    const { port } = new URL(server.url);
    const run = (commands: string): void => {
      const env = {
        PATH: process.env['PATH'],
        DATABASE_URL: at('prosvet'),
        PGHOST: '127.0.0.1',
        PGPORT: port,
      };
      const options = { cwd: folder, env: { ...env, PGUSER: operator }, stdio: 'inherit' } as const;
      execFileSync('bash', ['-euc', commands], options);
    };
    let began = performance.now();
    run(await guideCommands('Backup'));
    const name = `prosvet-${new Date().toISOString().slice(0, 10)}.dump`;
    const { mode, size } = await stat(path.join(folder, name));
    const isPrivate = (mode & 0o777) === 0o600;
    print(
      `${installation}: dumped ${(size / 1e6).toFixed(1)} MB in ${Math.round(performance.now() - began)} ms; only its owner can read it: ${String(isPrivate)}`,
    );
    await original.close();
    began = performance.now();
    run((await guideCommands('Restore')).replaceAll(/prosvet-\d{4}-\d\d-\d\d\.dump/g, name));
    print(`restored in ${Math.round(performance.now() - began)} ms`);
    // Opening the database runs migrations, so an incompletely restored database would fail here or be changed.
    const copy = await openPostgres(at('prosvet'));
    try {
      return isPrivate && (await isWhole(copy.db, before, folder));
    } finally {
      await copy.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    await server.stop();
  }
}

/** Returns whether the restored database has the contents `before`, and whether the server can continue on it. */
async function isWhole(db: Database, before: ReadonlyMap<string, string>, folder: string): Promise<boolean> {
  const after = await readContents(db);
  const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
  const rows = [...after.values()].reduce((sum, text) => sum + Number(text.split(' ')[0]), 0);
  // Sequences and triggers must be restored too: a new account gets a new id, and the ledger still rejects a change.
  const { id } = await openAccount(db, { clock: systemClock }, emailIdentity('after@example.com'));
  const isNewest = id > CUSTOMERS + SUBSCRIBERS - 1;
  const isRejected = await db.execute(sql`delete from ledger_events`).then(
    () => false,
    () => true,
  );
  // The server erases the accounts again that were deleted after the backup, and does not start without the erasure
  // journal.
  const journal = fileErasureJournal(path.join(folder, 'erasures'));
  for (let accountId = 1; accountId <= ERASED_SINCE; accountId += 1)
    await journal.append({ accountId, erasedAt: systemClock.now() });
  const deps = depsOn(db);
  const began = performance.now();
  const erasedAgain = await applyErasureJournal({ ...deps, erasureJournal: journal });
  const journalMs = Math.round(performance.now() - began);
  const [left] = (
    await db.execute<{ count: number }>(
      sql`select count(*)::int as count from accounts where id <= ${ERASED_SINCE} and erased_at is null`,
    )
  ).rows;
  const refusesWithoutJournal = await applyErasureJournal(deps).then(
    () => false,
    () => true,
  );
  print(`${after.size} tables, ${rows} rows; differing: ${differing.join(', ') || 'none'}`);
  print(`the next account is new: ${String(isNewest)}; the ledger rejects changes: ${String(isRejected)}`);
  print(
    `the journal erased ${erasedAgain} accounts again in ${journalMs} ms; a start without it is refused: ${String(refusesWithoutJournal)}`,
  );
  const isErased = erasedAgain === ERASED_SINCE && left?.count === 0 && refusesWithoutJournal;
  return differing.length === 0 && isNewest && isRejected && isErased;
}

for (const installation of ['containers', 'systemd'] as const)
  if (!(await restoreByGuide(installation))) process.exitCode = 1;
