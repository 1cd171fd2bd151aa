/**
 * Fills every table of the data map with rows of one account. Each text contains the account's canary string, so that a
 * test can find every place to which a value was copied. Columns that are added to the schema later are filled too.
 */
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { type AnyPgTable, getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../src/server/store/database';
import type { DataSubject } from '../../src/server/store/dataMap';
import * as schema from '../../src/server/store/schema/schema';

type Row = Record<string, unknown>;

export interface PopulatedAccount {
  subject: DataSubject;
  /** The inserted row of each table, by the table's name. */
  rows: ReadonlyMap<string, Row>;
}

const TABLES: AnyPgTable[] = Object.values<unknown>(schema).filter((each): each is PgTable =>
  is(each, PgTable),
);

/** Tables whose rows belong to no account. */
const OTHERS = new Set([
  'throttle_counters',
  'daily_figures',
  'vpn_reconciliation',
  'schema_state',
  'staff_sessions',
  'staff_access_tokens',
  'staff_refresh_tokens',
]);

let lastNumber = 1_000;

/**
 * Inserts one row into each table, with foreign keys between them.
 *
 * @param changes values of single columns, by the name of the table
 * @example const { subject } = await populateAccount(db, { canary: 'anna', at: clock.now() });
 */
export async function populateAccount(
  db: Database,
  { canary, at, changes = {} }: { canary: string; at: Date; changes?: Readonly<Record<string, Row>> },
): Promise<PopulatedAccount> {
  const email = `${canary}@canary.example`;
  const rows = new Map<string, Row>();
  const own: Readonly<Record<string, Row>> = {
    accounts: { email, uid: `${canary}-uid`, erasedAt: null },
    email_links: { email },
    rejected_addresses: { email },
    account_events: {
      email: null,
      kind: 'device',
      details: { action: 'detached', deviceName: `${canary}-details` },
    },
    outbox: {
      kind: 'email',
      payload: { to: email, subject: `${canary}-subject` },
      state: 'pending',
      finishedAt: null,
    },
    payment_events: {
      verdict: 'applied',
      payload: { cardMask: `${canary}-mask`, accountId: `${canary}-uid` },
    },
    ledger_events: { data: { kind: 'giftActivated', canary: `${canary}-ledger` } },
    staff_audit: { details: { note: `${canary}-audit-details` } },
    orders: { id: `${canary}-order` },
    receipts: { orderId: `${canary}-order` },
    subscriptions: { recurring: false },
    gifts: { revokedAt: null },
    devices: { detachedAt: null },
    erasures: { erasedAt: at },
    bulk_pushes: {
      push: { type: 'LINK_MSG', link: 'https://x.example', title: 'News', description: 'News' },
    },
    staff_accounts: { username: `staff-of-${canary}` },
  };
  for (const table of inOrderOfReference()) {
    const name = getTableName(table);
    if (OTHERS.has(name)) continue;
    const row = { ...filled(table, { canary, at, rows }), ...own[name], ...changes[name] };
    const [inserted] = await db.insert(table).values(row).returning();
    if (inserted === undefined) throw new Error(`inserting into ${name} returned no row`);
    rows.set(name, inserted);
  }
  const account = rows.get('accounts') as { id: number; uid: string };
  return { subject: { id: account.id, uid: account.uid, emails: [email] }, rows };
}

/** Returns the tables in an order in which each table follows the tables that its foreign keys reference. */
function inOrderOfReference(): AnyPgTable[] {
  const ordered = new Set<AnyPgTable>();
  const add = (table: AnyPgTable) => {
    if (ordered.has(table)) return;
    for (const key of getTableConfig(table).foreignKeys) {
      const { foreignTable } = key.reference();
      if (foreignTable !== table) add(foreignTable);
    }
    ordered.add(table);
  };
  TABLES.forEach(add);
  return [...ordered];
}

/** Returns a row with a value for every column of the table. */
function filled(
  table: AnyPgTable,
  { canary, at, rows }: { canary: string; at: Date; rows: ReadonlyMap<string, Row> },
): Row {
  const row: Row = {};
  for (const [key, column] of Object.entries(getTableColumns(table))) {
    if (column.primary && column.hasDefault) continue;
    lastNumber += 1;
    row[key] =
      column.dataType === 'number'
        ? lastNumber
        : column.dataType === 'boolean'
          ? true
          : column.dataType === 'date'
            ? at
            : column.dataType === 'json'
              ? { text: `${canary}-${column.name}` }
              : column.dataType === 'array'
                ? [`${canary}-${column.name}`]
                : (column.enumValues?.[0] ?? `${canary}-${getTableName(table)}-${column.name}`);
  }
  for (const foreign of getTableConfig(table).foreignKeys) {
    const { columns, foreignColumns, foreignTable } = foreign.reference();
    const target = rows.get(getTableName(foreignTable));
    const findKey = (of: AnyPgTable, name: string): string =>
      Object.entries(getTableColumns(of)).find(([, column]) => column.name === name)?.[0] ?? '';
    columns.forEach((column, index) => {
      const foreignColumn = foreignColumns[index];
      if (foreignColumn === undefined) return;
      row[findKey(table, column.name)] = target?.[findKey(foreignTable, foreignColumn.name)] ?? null;
    });
  }
  return row;
}
