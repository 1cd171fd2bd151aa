/** Tests that the data map covers every table and column, and that account erasure follows the data map. */
import fs from 'node:fs';
import path from 'node:path';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { DATA_MAP, mappedColumns } from '../../../src/server/store/dataMap';
import * as schema from '../../../src/server/store/schema/schema';
import { DATA_KIND_WORDS } from '../../../src/shared/dataKindWords';
import { OFFER_TERMS } from '../../../src/shared/offerTerms';
import { DATA_KIND_NAMES } from '../../../src/shared/personalData';
import { buildShopTexts } from '../../../src/web/texts/shop';
import { ROOT } from '../../support/sourceTree';
import { PERSONAL_DATA_FILE, personalDataDocument } from './personalDataDocument';

const tables: PgTable[] = Object.values<unknown>(schema).filter((each): each is PgTable => is(each, PgTable));

test('maps every table and every column once', () => {
  const mapped = DATA_MAP.map(({ table }) => getTableName(table)).sort();
  expect(mapped).toEqual(tables.map(getTableName).sort());
  for (const row of DATA_MAP) {
    expect(Object.keys(row.columns).sort()).toEqual(Object.keys(getTableColumns(row.table)).sort());
  }
});

test('erasure covers every table with personal or secret columns, unless the map states a reason', () => {
  for (const row of DATA_MAP) {
    if (row.erasure === 'none') expect(row.because.length).toBeGreaterThan(20);
  }
  const unreached = DATA_MAP.filter(({ erasure }) => erasure === 'none').map(({ table }) =>
    getTableName(table),
  );
  const withPersonal = new Set(
    mappedColumns()
      .filter((column) => column.class === 'personal' && unreached.includes(column.table))
      .map(({ table }) => table),
  );
  // These tables contain only data about staff.
  expect([...withPersonal].sort()).toEqual(['staff_accounts', 'staff_sessions']);
});

test('erases a table before the tables that it references', () => {
  const order = DATA_MAP.map(({ table }) => getTableName(table));
  for (const row of DATA_MAP) {
    if (row.erasure !== 'deleteRows') continue;
    for (const table of tables) {
      const refersToDeleted = getTableConfig(table).foreignKeys.some(
        (key) => getTableName(key.reference().foreignTable) === getTableName(row.table),
      );
      if (refersToDeleted)
        expect(order.indexOf(getTableName(table))).toBeLessThan(order.indexOf(getTableName(row.table)));
    }
  }
});

test('every kind of data has columns', () => {
  const used = new Set(mappedColumns().map(({ kind }) => kind));
  expect(DATA_KIND_NAMES.filter((kind) => !used.has(kind))).toEqual([]);
});

test('no column stores visited addresses or traffic, as the benefit of the shop promises', () => {
  const promise = buildShopTexts(OFFER_TERMS).benefits.find(({ key }) => key === 'privacy');
  expect(promise?.text).toBe('Не собираем данные о том, что ты делаешь в сети');
  const suspicious = mappedColumns().filter(({ column }) =>
    /traffic|bytes|visited|destination|dns|domain|remote|target_(?:ip|host)/.test(column),
  );
  expect(suspicious).toEqual([]);
});

test('only the columns that the privacy policy names store a network address, or a hash of one', () => {
  const found = mappedColumns().filter(({ column }) =>
    /(?:^|_)(?:ip|network|address|asked_from)$/.test(column),
  );
  expect(found.map(({ table, column }) => `${table}.${column}`).sort()).toEqual([
    'consents.ip',
    'email_links.asked_from',
    'staff_audit.ip',
    'staff_sessions.ip',
  ]);
  expect(DATA_KIND_WORDS.consents.data).toContain('сетевой адрес');
  expect(DATA_KIND_WORDS.signInEmails.data).toContain('хеш сетевого адреса');
});

test('the document about personal data is up to date: run npm run docs:personal-data', () => {
  expect(fs.readFileSync(path.join(ROOT, PERSONAL_DATA_FILE), 'utf8')).toBe(personalDataDocument());
});
