/** The table of the specification's statements names tests that are there. */
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from '../support/sourceTree';
import { SPEC_COVERAGE } from './specCoverage';
import { COVERED_SECTIONS, type Proof } from './specStatements';

interface TestFile {
  /** Titles of its tests and describes, each after those that it stands in. */
  titles: ReadonlySet<string>;
  /** Its text in single blanks. */
  text: string;
}

const inSingleBlanks = (text: string) => text.replace(/\s+/g, ' ');

/** What a `describe`, a test or a step is called in the source; null for any other call. */
function titleOf(node: ts.CallExpression): string | null {
  if (!/^(it|test|describe)\b/.test(node.expression.getText())) return null;
  const title = node.arguments[0];
  if (title === undefined) return null;
  if (ts.isStringLiteralLike(title)) return title.text;
  return ts.isTemplateExpression(title) ? title.getText().slice(1, -1) : null;
}

function readTestFile(file: string): TestFile | null {
  const full = path.join(ROOT, file);
  if (!fs.existsSync(full)) return null;
  const text = fs.readFileSync(full, 'utf8');
  const titles = new Set<string>();
  const visit = (node: ts.Node, outer: string): void => {
    const title = ts.isCallExpression(node) ? titleOf(node) : null;
    const inner = title === null ? outer : outer === '' ? title : `${outer} > ${title}`;
    if (title !== null) titles.add(inner);
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true), '');
  return { titles, text: inSingleBlanks(text) };
}

const read = new Map<string, TestFile | null>();

function testFile(file: string): TestFile | null {
  const known = read.get(file);
  if (known !== undefined) return known;
  const found = readTestFile(file);
  read.set(file, found);
  return found;
}

/** Why a proof is none; null when it is one. */
function faultOf({ file, title, row }: Proof): string | null {
  const found = testFile(file);
  if (found === null) return `${file} is not there`;
  if (!found.titles.has(title)) return `${file} has no test «${title}»`;
  if (row !== undefined && !found.text.includes(inSingleBlanks(row))) return `${file} has no row ${row}`;
  return null;
}

it.each(COVERED_SECTIONS)('section %i has statements', (section) => {
  expect(SPEC_COVERAGE.filter((each) => each.section === section).length).toBeGreaterThan(10);
});

it('lists no statement twice', () => {
  const statements = SPEC_COVERAGE.map(({ statement }) => statement);
  expect(statements.filter((statement, index) => statements.indexOf(statement) !== index)).toEqual([]);
});

it('shows every statement by at least one test', () => {
  expect(SPEC_COVERAGE.filter(({ tests }) => tests.length === 0)).toEqual([]);
});

it.each(COVERED_SECTIONS)('names tests that are there for section %i', (section) => {
  const faults = SPEC_COVERAGE.filter((each) => each.section === section).flatMap(({ tests }) =>
    tests.map(faultOf).filter((fault) => fault !== null),
  );
  expect([...new Set(faults)]).toEqual([]);
});
