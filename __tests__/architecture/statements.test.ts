/**
 * Checks that every statement of the specification has a test that is tagged with its id, and that every tag is the id of
 * a statement.
 */
import ts from 'typescript';
import { textFiles } from '../support/sourceTree';
import { KINDS, STATEMENTS } from './statements';

const TAGS = new RegExp(`\\[((?:(?:${KINDS.join('|')})-\\d+(?:, )?)+)\\]$`);

const idsIn = (text: string) => TAGS.exec(text.trimEnd())?.[1]?.split(', ') ?? [];

/** Returns the title of a `describe`, a test or a step, or null for any other call. */
function parseTitle(node: ts.Node): string | null {
  if (!ts.isCallExpression(node) || !/^(it|test|describe)\b/.test(node.expression.getText())) return null;
  const title = node.arguments[0];
  if (title === undefined) return null;
  if (ts.isStringLiteralLike(title)) return title.text;
  return ts.isTemplateExpression(title) ? title.getText().slice(1, -1) : null;
}

/** Returns the ids of the statements in a test file, from test titles and from comments at the ends of table rows. */
function findTags({ path, text }: { path: string; text: string }): string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    const title = parseTitle(node);
    if (title !== null) titles.push(title);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  const endsOfRows = text
    .split('\n')
    .flatMap((line) => /^\s*(?!\/\/)\S.*\/\/ (\[.*\])$/.exec(line)?.[1] ?? []);
  return [...titles, ...endsOfRows].flatMap(idsIn);
}

const tags = textFiles('__tests__')
  .filter((file) => /\.test\.tsx?$/.test(file.path) && !file.path.startsWith('__tests__/architecture/'))
  .flatMap((file) => findTags(file).map((id) => ({ id, file: file.path })));

it.each(KINDS)('has statements about each %s', (kind) => {
  expect(Object.keys(STATEMENTS).filter((id) => id.startsWith(`${kind}-`)).length).toBeGreaterThan(10);
});

it('contains no statement twice', () => {
  const statements = Object.values(STATEMENTS);
  expect(statements.filter((statement, index) => statements.indexOf(statement) !== index)).toEqual([]);
});

it('every statement has a test', () => {
  const shown = new Set(tags.map(({ id }) => id));
  expect(Object.keys(STATEMENTS).filter((id) => !shown.has(id))).toEqual([]);
});

it('every tag has a statement', () => {
  expect(tags.filter(({ id }) => !(id in STATEMENTS))).toEqual([]);
});

it.each([
  ["it('leads on [flow-1, call-22]', () => undefined);", ['flow-1', 'call-22']],
  ["describe.each([1])('of %d [screen-3]', () => undefined);", ['screen-3']],
  ["const rows = [\n  ['a', 1], // [number-4]\n];", ['number-4']],
  ["// it('was a test [flow-1]', () => undefined);", []],
  ["// ['a', 1], // [number-4]", []],
  ['// [flow-1]', []],
])('extracts the ids from %j', (text, ids) => {
  expect(findTags({ path: 'a.test.ts', text })).toEqual(ids);
});
