/**
 * Data of a released version: rows in every table with every value of each enumerated column, and what these rows mean.
 * `writeFrozenData.ts` writes the data of the present version, and `upgrade.test.ts` reads it in all later versions.
 */
import { getTableName, sql } from 'drizzle-orm';
import { type AnyPgTable, getTableConfig } from 'drizzle-orm/pg-core';
import { offerFor } from '../../src/server/domain/billing/orders';
import { createPinoLogger } from '../../src/server/logging/pinoLogger';
import { type ProviderHistory } from '../../src/server/sandbox/fakeCardProvider/seedHistory';
import { seedDemoCustomers } from '../../src/server/sandbox/seed';
import type { Database } from '../../src/server/store/database';
import { accountEvents } from '../../src/server/store/schema/accountEvents';
import { accounts } from '../../src/server/store/schema/accounts';
import { staffAudit } from '../../src/server/store/schema/staff';
import { findSubscription } from '../../src/server/store/subscriptions';
import { readTimeline } from '../../src/server/store/timeline';
import { change } from '../../src/server/usecases/billing/ledger/change';
import { readSubscription } from '../../src/server/usecases/billing/subscriptions/readSubscription';
import { AUDIT_DETAILS } from '../../src/shared/contract/auditEntries';
import { TIMELINE_KINDS } from '../../src/shared/contract/timeline';
import { TIMELINE_ENTRIES } from '../../src/shared/contract/timelineEntries';
import { enumeratedColumns, TABLES } from './enumeratedColumns';
import { populateAccount } from './populatedAccount';
import { randomHistory } from './randomHistory';
import { buildSample, type Sampled } from './schemaSample';
import { seededRandom } from './seededRandom';
import { settableClock } from './settableClock';

/** A row of a table, as `to_jsonb` returns it. */
export interface FrozenRow {
  table: string;
  row: Readonly<Record<string, unknown>>;
}

/** Meaning of the rows for the customers and staff, by account id. Dates are ISO 8601 UTC. */
export type Meaning = Record<string, { subscription: unknown; offers: unknown; timeline: unknown }>;

/** Time at which the data was written and is read, so that the meaning does not depend on the present. */
export const FROZEN_AT = new Date('2026-11-25T12:00:00.000Z');

const DEMO_CUSTOMERS = 16;
const RANDOM_CUSTOMERS = 40;
const TIMELINE_LENGTH = 1_000;
const SEED = 27;

const tableNamed = new Map(TABLES.map((table) => [getTableName(table), table]));

/** Fills the empty database with histories of customers, and with sample rows that cover every table and value. */
export async function fillForFreeze(db: Database): Promise<void> {
  const clock = settableClock(FROZEN_AT.toISOString());
  let transactions = 0;
  const provideIds = (_tx: Database, { payments }: ProviderHistory): Promise<string[]> =>
    Promise.resolve(payments.map(() => `frozen-transaction-${(transactions += 1)}`));
  await seedDemoCustomers({ db, clock, logger: createPinoLogger('silent') }, provideIds, DEMO_CUSTOMERS);
  await insertRandomCustomers(db);
  const { rows } = await populateAccount(db, { canary: 'frozen', at: FROZEN_AT });
  const { id: accountId } = rows.get('accounts') as { id: number };
  const { id: staffId } = rows.get('staff_accounts') as { id: number };
  await insertOperationalRows(db, staffId);
  for (const [kind, actions] of Object.entries(TIMELINE_ENTRIES))
    for (const [action, schema] of Object.entries<Sampled>(actions)) {
      const details = { action, ...(buildSample(schema) as object) };
      await db.insert(accountEvents).values({ accountId, at: FROZEN_AT, kind, details });
    }
  for (const [action, schema] of Object.entries(AUDIT_DETAILS))
    await db.insert(staffAudit).values({
      ...{ at: FROZEN_AT, staffId, username: 'staff-of-frozen', action, accountId },
      ...{
        details: buildSample(schema) as Record<string, unknown>,
        ip: '192.0.2.1',
        requestId: `request-${action}`,
      },
    });
  await insertMissingValues(db);
}

/** Inserts customers whose ledgers contain every kind of ledger event, and what follows from these events. */
async function insertRandomCustomers(db: Database): Promise<void> {
  for (let number = 0; number < RANDOM_CUSTOMERS; number += 1) {
    const history = randomHistory(seededRandom(SEED + number));
    const [account] = await db
      .insert(accounts)
      .values({
        uid: `random-${number}`,
        email: `random${number}@shop.example`,
        providerId: number % 2 === 0 ? 'email' : 'google.com',
        createdAt: history[0]?.at ?? FROZEN_AT,
      })
      .returning({ id: accounts.id });
    if (account === undefined) throw new Error('inserting an account returned no row');
    const events = history.map((event) => ({ ...event, key: `${number}:${event.key}` }));
    await db.transaction((tx) => change(tx, account.id, events, FROZEN_AT));
  }
}

/** Inserts rows of the tables that belong to no account. */
async function insertOperationalRows(db: Database, staffId: number): Promise<void> {
  await db.execute(sql`
    insert into staff_sessions (family, staff_id, created_at, expires_at, ip, user_agent)
    values ('frozen', ${staffId}, ${FROZEN_AT.toISOString()}, ${FROZEN_AT.toISOString()}, '192.0.2.1', 'Browser')`);
  await db.execute(sql`
    insert into staff_access_tokens (token_hash, family, expires_at)
    values ('access', 'frozen', ${FROZEN_AT.toISOString()})`);
  await db.execute(sql`
    insert into staff_refresh_tokens (token_hash, family, created_at)
    values ('refresh', 'frozen', ${FROZEN_AT.toISOString()})`);
  await db.execute(sql`
    insert into throttle_counters (key, tries, window_ends_at) values ('frozen', 1, ${FROZEN_AT.toISOString()})`);
  await db.execute(sql`
    insert into vpn_reconciliation (id, pass, due_at) values (1, 1, ${FROZEN_AT.toISOString()})`);
}

async function valuesIn(db: Database, table: string, column: string): Promise<Set<string>> {
  const { rows } = await db.execute<{ value: string }>(
    sql.raw(`select distinct ${column} as value from ${table} where ${column} is not null`),
  );
  return new Set(rows.map(({ value }) => value));
}

/** Returns the columns of primary keys and unique constraints. */
function uniqueColumns(table: AnyPgTable): Set<string> {
  const { columns, primaryKeys, uniqueConstraints } = getTableConfig(table);
  return new Set([
    ...columns.filter(({ primary, isUnique }) => primary || isUnique).map(({ name }) => name),
    ...[...primaryKeys, ...uniqueConstraints].flatMap((each) => each.columns.map(({ name }) => name)),
  ]);
}

/** Inserts a copy of a row for each value that no row of an enumerated column has. */
async function insertMissingValues(db: Database): Promise<void> {
  for (const [name, values] of enumeratedColumns()) {
    const [tableName, column] = name.split('.') as [string, string];
    const table = tableNamed.get(tableName);
    if (table === undefined) throw new Error(`the table of ${name} does not exist`);
    const present = await valuesIn(db, tableName, column);
    for (const value of values.filter((each) => !present.has(each)))
      await insertVariant(db, table, column, value);
  }
}

/** Inserts a copy of the newest row of the table that has the given value in one column. */
async function insertVariant(db: Database, table: AnyPgTable, column: string, value: string): Promise<void> {
  const name = getTableName(table);
  const { rows } = await db.execute<{ row: Record<string, unknown> }>(
    sql.raw(`select to_jsonb(t) as row from ${name} t order by ctid desc limit 1`),
  );
  const [found] = rows;
  if (found === undefined) throw new Error(`${name} has no row`);
  const copy: Record<string, unknown> = {};
  for (const each of getTableConfig(table).columns) {
    const present = found.row[each.name];
    if (each.name === column) copy[each.name] = value;
    else if (!uniqueColumns(table).has(each.name)) copy[each.name] = present;
    else if (each.dataType === 'string') copy[each.name] = `${String(present)}-${value}`;
    // A unique pair of references needs one unused reference only. The database assigns serial numbers.
    else if (each.getSQLType() !== 'serial')
      copy[each.name] = (await unusedReference(db, table, each.name)) ?? present;
  }
  await insertTableRows(db, name, [copy]);
}

/** Returns an id for a foreign key that no row of the table uses yet, or null if every id is used. */
async function unusedReference(db: Database, table: AnyPgTable, column: string): Promise<number | null> {
  const key = getTableConfig(table).foreignKeys.find((each) =>
    each.reference().columns.some(({ name }) => name === column),
  );
  if (key === undefined) throw new Error(`${getTableName(table)}.${column} has no sample value`);
  const { foreignTable, foreignColumns } = key.reference();
  const [foreign] = foreignColumns;
  const { rows } = await db.execute<{ id: number }>(
    sql.raw(
      `select ${foreign?.name ?? 'id'} as id from ${getTableName(foreignTable)} where ${foreign?.name ?? 'id'} not in ` +
        `(select ${column} from ${getTableName(table)} where ${column} is not null) order by 1 limit 1`,
    ),
  );
  return rows[0]?.id ?? null;
}

/** Inserts rows that `to_jsonb` returned and that have the same columns. Other columns of the table get their default. */
async function insertTableRows(
  db: Database,
  table: string,
  rows: readonly FrozenRow['row'][],
): Promise<void> {
  const columns = sql.raw(
    Object.keys(rows[0] ?? {})
      .map((name) => `"${name}"`)
      .join(', '),
  );
  const name = sql.identifier(table);
  await db.execute(
    sql`insert into ${name} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb)`,
  );
}

/** Returns all rows of the product's tables, in a stable order. */
export async function readRows(db: Database): Promise<FrozenRow[]> {
  const found: FrozenRow[] = [];
  for (const table of [...tableNamed.keys()].toSorted()) {
    const { rows } = await db.execute<{ row: Record<string, unknown> }>(
      sql.raw(`select to_jsonb(t) as row from ${table} t order by t::text`),
    );
    found.push(...rows.map(({ row }) => ({ table, row })));
  }
  return found;
}

/** Inserts rows of an earlier version, before later migrations are applied. */
export async function insertRows(db: Database, rows: readonly FrozenRow[]): Promise<void> {
  await db.transaction(async (tx) => {
    // The rows are in no order of reference, so the foreign keys are not checked here.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`delete from schema_state`);
    for (const table of new Set(rows.map((each) => each.table)))
      await insertTableRows(
        tx,
        table,
        rows.filter((each) => each.table === table).map(({ row }) => row),
      );
    await tx.execute(sql`do $$
      declare each record;
      begin
        for each in select quote_ident(sequencename) as name, quote_ident(replace(sequencename, '_id_seq', '')) as owner
          from pg_sequences where schemaname = 'public' and sequencename like '%\\_id\\_seq' loop
          execute format('select setval(%L, (select coalesce(max(id), 1) from %s))', each.name, each.owner);
        end loop;
      end $$`);
  });
}

/**
 * Returns what the rows mean: subscription, offers and timeline of each account. Present prices and the length of a trial
 * are left out, because a later version may change them for new orders.
 */
export async function readMeaning(db: Database): Promise<Meaning> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from accounts order by id`);
  const meaning: Meaning = {};
  for (const { id } of rows) {
    const summary = await findSubscription(db, id);
    const { amountKopecks, ...subscription } = await readSubscription(db, id, FROZEN_AT);
    const timeline = await readTimeline(db, {
      ...{ accountId: id, kinds: TIMELINE_KINDS, after: null, limit: TIMELINE_LENGTH },
    });
    const readOffer = (variant: 'web' | 'mobile', fullPrice: boolean): unknown => {
      const offer = offerFor(summary, variant, FROZEN_AT, fullPrice);
      if (offer === null) return null;
      const { kind, recurringPaymentStartAt } = offer;
      return kind === 'trial' ? { kind } : { kind, recurringPaymentStartAt };
    };
    meaning[String(id)] = {
      subscription: { ...subscription, ...(subscription.recurring ? { amountKopecks } : {}) },
      offers: {
        web: readOffer('web', false),
        mobile: readOffer('mobile', false),
        fullPrice: readOffer('web', true),
      },
      timeline: timeline.map(({ at, kind, action, details, outcome }) => ({
        at,
        kind,
        action,
        details,
        outcome,
      })),
    };
  }
  // Dates become texts, as in the stored file.
  return JSON.parse(JSON.stringify(meaning)) as Meaning;
}
