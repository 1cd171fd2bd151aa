/**
 * Checks that migrations after version 1.0.0 are additive. Instances of the previous version run on the schema of the next
 * version, and data of version 1.0.0 must survive every later version.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isOlderVersion, productVersion } from '../../src/server/productVersion';
import { OUTSIDE_TRANSACTION } from '../../src/server/store/migrate';
import { ROOT } from '../support/sourceTree';

const FOLDER = path.join(ROOT, 'src/server/store/migrations');

const RELEASES = JSON.parse(readFileSync(path.join(ROOT, 'releases.json'), 'utf8')) as {
  version: string;
  migrations: Record<string, string>;
}[];

/**
 * Statements that a migration may contain. The previous version runs correctly on the schema after such a statement, and
 * no statement takes long while it blocks requests.
 */
const ADDITIVE: readonly RegExp[] = [
  /^CREATE TABLE "(\w+)" \(/,
  // A column of an existing table must be nullable or have a constant default, because the previous version inserts rows
  // without it.
  /^ALTER TABLE "\w+" ADD COLUMN "\w+" (?!.*(?:NOT NULL|UNIQUE|serial|GENERATED|DEFAULT))/,
  /^ALTER TABLE "\w+" ADD COLUMN "\w+" .*DEFAULT (?:'[^']*'|\d+|true|false) NOT NULL$/,
  // A check of existing rows blocks requests. The new constraint applies to new rows, and the next version validates it.
  /^ALTER TABLE "\w+" ADD CONSTRAINT "\w+" FOREIGN KEY .* NOT VALID$/,
  /^ALTER TABLE "\w+" VALIDATE CONSTRAINT "\w+"$/,
  /^ALTER TABLE "\w+" ALTER COLUMN "\w+" (?:SET DEFAULT|DROP NOT NULL)/,
  /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY "\w+" ON /,
  /^DROP INDEX CONCURRENTLY IF EXISTS "\w+"$/,
  /^UPDATE "schema_state" SET "oldest_version" = '\d+\.\d+\.\d+'$/,
];

/** Statements that are allowed only for a table that the same migration creates. */
const FOR_NEW_TABLE: readonly RegExp[] = [
  /^ALTER TABLE "(\w+)" ADD CONSTRAINT /,
  /^CREATE (?:UNIQUE )?INDEX "\w+" ON "(\w+)" /,
  /^CREATE TRIGGER "\w+" BEFORE UPDATE OR DELETE ON "(\w+)"/,
  /^INSERT INTO "(\w+)" /,
];

/** Statements of the contract step, which the previous version must not need any more. */
const CONTRACTION: readonly RegExp[] = [
  /^DROP TABLE "\w+"/,
  /^ALTER TABLE "\w+" DROP (?:COLUMN|CONSTRAINT) "\w+"/,
  /^DROP INDEX "\w+"/,
];

interface Journal {
  entries: { tag: string; when: number }[];
}

const read = (name: string): string => readFileSync(path.join(FOLDER, name), 'utf8');

function splitStatements(text: string): string[] {
  return text
    .split('--> statement-breakpoint')
    .map((statement) =>
      statement
        .replaceAll(/^--.*$/gm, '')
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replace(/;$/, ''),
    )
    .filter((statement) => statement !== '');
}

/** Returns the statements of a migration that the rules for migrations after version 1.0.0 forbid. */
function forbiddenIn(text: string): string[] {
  const statements = splitStatements(text);
  const created = statements.flatMap((each) => /^CREATE TABLE "(\w+)"/.exec(each)?.[1] ?? []);
  const contracts = statements.some((each) => each.startsWith('UPDATE "schema_state"'));
  const isOutside = text.startsWith(OUTSIDE_TRANSACTION);
  return statements.filter((statement) => {
    if (/ CONCURRENTLY /.test(statement) !== isOutside) return true;
    if (ADDITIVE.some((pattern) => pattern.test(statement))) return false;
    if (FOR_NEW_TABLE.some((pattern) => created.includes(pattern.exec(statement)?.[1] ?? ''))) return false;
    return !(contracts && CONTRACTION.some((pattern) => pattern.test(statement)));
  });
}

const journal = JSON.parse(read('meta/_journal.json')) as Journal;
const later = journal.entries.map(({ tag }) => `${tag}.sql`).slice(1);

it('keeps released migrations unchanged', () => {
  expect(RELEASES.map(({ version }) => version)).toContain(productVersion());
  for (const { migrations } of RELEASES)
    for (const [name, digest] of Object.entries(migrations))
      expect([name, createHash('sha256').update(read(name)).digest('hex')]).toEqual([name, digest]);
});

it('lists every migration in the journal, in the order of their times', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'));
  expect(journal.entries.map(({ tag }) => `${tag}.sql`)).toEqual(files.toSorted());
  const times = journal.entries.map(({ when }) => when);
  // A migration whose time is not the newest would be skipped.
  expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
});

it('contains only additive migrations after the first one', () => {
  expect(later.map((name) => [name, forbiddenIn(read(name))])).toEqual(later.map((name) => [name, []]));
});

it('lets the present version use the schema', () => {
  const stated = journal.entries.flatMap(({ tag }) =>
    [
      ...read(`${tag}.sql`).matchAll(/"oldest_version"\D*'(\d+\.\d+\.\d+)'|VALUES \(1, '(\d+\.\d+\.\d+)'\)/g),
    ].map(([, changed, first]) => changed ?? first ?? ''),
  );
  expect(stated).not.toEqual([]);
  for (const version of stated) expect(isOlderVersion(productVersion(), version)).toBe(false);
});

describe('the rules for migrations', () => {
  const BREAK = ';\n--> statement-breakpoint\n';

  it.each([
    [
      'a new table with index and foreign key',
      [
        'CREATE TABLE "later" (\n\t"id" serial PRIMARY KEY NOT NULL\n)',
        'ALTER TABLE "later" ADD CONSTRAINT "later_fk" FOREIGN KEY ("id") REFERENCES "public"."accounts"("id")',
        'CREATE INDEX "later_id" ON "later" USING btree ("id")',
      ],
    ],
    ['a nullable column', ['ALTER TABLE "accounts" ADD COLUMN "later" text']],
    ['a column with a default', [`ALTER TABLE "accounts" ADD COLUMN "later" integer DEFAULT 0 NOT NULL`]],
    [
      'a concurrent index',
      [
        `${OUTSIDE_TRANSACTION}\nDROP INDEX CONCURRENTLY IF EXISTS "later"`,
        'CREATE INDEX CONCURRENTLY "later" ON "accounts" USING btree ("photo_url")',
      ],
    ],
    [
      'a contraction that raises the oldest version',
      [
        'ALTER TABLE "accounts" DROP COLUMN "photo_url"',
        `UPDATE "schema_state" SET "oldest_version" = '1.1.0'`,
      ],
    ],
  ])('allow %s', (_what, statements) => {
    expect(forbiddenIn(statements.join(BREAK))).toEqual([]);
  });

  it.each([
    'ALTER TABLE "accounts" DROP COLUMN "photo_url"',
    'DROP TABLE "accounts"',
    'ALTER TABLE "accounts" RENAME COLUMN "photo_url" TO "picture"',
    'ALTER TABLE "accounts" RENAME TO "customers"',
    'ALTER TABLE "accounts" ADD COLUMN "later" text NOT NULL',
    'ALTER TABLE "accounts" ADD COLUMN "later" uuid DEFAULT gen_random_uuid() NOT NULL',
    'ALTER TABLE "accounts" ALTER COLUMN "photo_url" SET NOT NULL',
    'ALTER TABLE "accounts" ALTER COLUMN "id" SET DATA TYPE smallint',
    'ALTER TABLE "accounts" ADD CONSTRAINT "later" UNIQUE("photo_url")',
    'ALTER TABLE "accounts" ADD CONSTRAINT "later" CHECK (id > 0)',
    'CREATE INDEX "later" ON "accounts" USING btree ("photo_url")',
    'CREATE INDEX CONCURRENTLY "later" ON "accounts" USING btree ("photo_url")',
    'UPDATE "accounts" SET "photo_url" = null',
    'DELETE FROM "accounts"',
    'CREATE TRIGGER "later" BEFORE UPDATE OR DELETE ON "accounts" FOR EACH ROW EXECUTE FUNCTION "reject_change"()',
  ])('forbid %s', (statement) => {
    expect(forbiddenIn(statement)).toEqual([statement]);
  });
});
