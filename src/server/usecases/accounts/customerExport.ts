/** Collects everything that is stored about one customer, without secrets and without data of other people. */
import { DATA_KIND_WORDS, retentionWords } from '../../../shared/dataKindWords';
import { CUSTOMER_DATA_KINDS, DATA_KINDS } from '../../../shared/personalData';
import type { Settings } from '../../deps';
import type { AccountRow } from '../../store/accounts';
import { countCustomerData, type CustomerTable, type DataRow } from '../../store/customerData';
import type { Database } from '../../store/database';
import { listAddresses } from '../../store/emailChanges';
import { dataExportPage, type ExportedData, type ExportedTable } from '../../texts/dataExportPage';
import { columnWords, EXPORT_WORDS, TABLE_WORDS } from '../../texts/dataExportWords';

/** Columns that are not exported although they have a name, with the reason. */
export const NOT_EXPORTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  staff_audit: {
    ip: 'Network address of the staff member.',
    username: 'Name of the staff member.',
  },
  outbox: { turn: 'Hash of the network of the requester, who may be a stranger.' },
  orders: { attemptCardHashes: 'Keyed hashes, which say nothing about the customer.' },
};

/** Details of a staff action that are about the customer. Others are about staff or about other customers. */
const AUDIT_DETAILS_OF_CUSTOMER: ReadonlySet<string> = new Set([
  'amountKopecks',
  'change',
  'comment',
  'days',
  'deviceId',
  'deviceName',
  'grantReason',
  'keepsAccess',
  'keepsRenewal',
  'outcome',
  'paidKopecks',
  'reason',
  'success',
  'tag',
  'tagChange',
  'transactionId',
]);

/** Parts of a waiting message that may be shown. Its text may contain a sign-in link. */
const MESSAGE_PARTS: ReadonlySet<string> = new Set(['to', 'subject', 'push']);

const NAMES_STAFF = /^(?:username|staff|staffId|noteBy)$/;

const EMAIL_ADDRESS = /[^\s"'<>,;:()]+@[^\s"'<>,;:()]+\.[\p{L}\d-]{2,}/gu;

/** The export in two forms, each the content of one file in parts. */
export interface CustomerExport {
  html: () => AsyncGenerator<string>;
  json: () => AsyncGenerator<string>;
}

/** Returns the former addresses that rows of the tables contain. */
async function findFormerEmails(tables: readonly CustomerTable[]): Promise<string[]> {
  const found: string[] = [];
  for (const { columns, pages } of tables) {
    if (!columns.includes('oldEmail')) continue;
    for await (const rows of pages())
      for (const { oldEmail } of rows) if (typeof oldEmail === 'string') found.push(oldEmail);
  }
  return found;
}

/** Returns the export of an account, as of `now`. Rows are read page by page while a file is sent. */
export async function exportAccount(
  db: Database,
  { id, uid, email }: AccountRow,
  { settings, now }: { settings: Pick<Settings, 'brand'>; now: Date },
): Promise<CustomerExport> {
  const emails = [...new Set([email, ...(await listAddresses(db, id, now))])];
  const tables = await countCustomerData(db, { id, uid, emails });
  const own = new Set(
    [...emails, ...(await findFormerEmails(tables))].map((address) => address.toLowerCase()),
  );
  const data: ExportedData = {
    product: settings.brand.product,
    createdAt: now,
    kinds: CUSTOMER_DATA_KINDS.map((kind) => {
      const { name, purpose } = DATA_KIND_WORDS[kind];
      const ofKind = tables.filter((table) => table.kind === kind);
      return {
        ...{ kind, name, purpose },
        retention: retentionWords(DATA_KINDS[kind]),
        tables: ofKind.map((table) => exportedTable(table, { id, own })),
      };
    }),
  };
  return { html: () => dataExportPage(data), json: () => dataExportJson(data) };
}

/** Returns the JSON text of the export in parts. */
async function* dataExportJson({ product, createdAt, kinds }: ExportedData): AsyncGenerator<string> {
  yield `{"product":${JSON.stringify(product)},"createdAt":${JSON.stringify(createdAt)},"kinds":[`;
  for (const [kindIndex, { tables, ...kind }] of kinds.entries()) {
    yield `${kindIndex === 0 ? '' : ','}\n${JSON.stringify(kind).slice(0, -1)},"tables":[`;
    for (const [tableIndex, { table, name, columns, pages }] of tables.entries()) {
      const head = JSON.stringify({ table, name, columns }).slice(0, -1);
      yield `${tableIndex === 0 ? '' : ','}\n${head},"rows":[`;
      let isFirst = true;
      for await (const rows of pages()) {
        yield rows
          .map((row, index) => `${isFirst && index === 0 ? '' : ','}\n${JSON.stringify(row)}`)
          .join('');
        isFirst = false;
      }
      yield ']}';
    }
    yield ']}';
  }
  yield ']}';
}

interface Owner {
  id: number;
  own: ReadonlySet<string>;
}

function exportedTable({ table, columns: all, count, pages }: CustomerTable, owner: Owner): ExportedTable {
  const columns: Record<string, string> = {};
  for (const column of all) {
    const words = columnWords(column);
    if (words !== null && NOT_EXPORTED[table]?.[column] === undefined) columns[column] = words;
  }
  const exported = (row: DataRow): DataRow =>
    Object.fromEntries(
      Object.keys(columns).map((column) => [column, ownPart(pickPart(table, column, row, owner), owner)]),
    );
  return {
    table,
    name: TABLE_WORDS[table] ?? table,
    columns,
    count,
    async *pages() {
      for await (const rows of pages()) yield rows.map(exported);
    },
  };
}

/** Returns the part of a value that is about the customer. */
function pickPart(table: string, column: string, row: DataRow, { id }: Owner): unknown {
  const value = row[column];
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const pick = (names: ReadonlySet<string>) =>
    Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name)));
  if (table === 'outbox') return pick(MESSAGE_PARTS);
  // An entry about other accounts may mention the customer, for example a search that found several.
  if (table === 'staff_audit' && column === 'details')
    return row['accountId'] === id ? pick(AUDIT_DETAILS_OF_CUSTOMER) : {};
  return value;
}

/** Omits names of staff and hides addresses of other people, at any depth. */
function ownPart(value: unknown, owner: Owner): unknown {
  if (typeof value === 'string')
    return value.replace(EMAIL_ADDRESS, (address) =>
      owner.own.has(address.toLowerCase()) ? address : EXPORT_WORDS.hidden,
    );
  if (Array.isArray(value)) return value.map((each) => ownPart(each, owner));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !NAMES_STAFF.test(name))
      .map(([name, part]) => [name, ownPart(part, owner)]),
  );
}
