/**
 * Mutation testing: `npm run mutate -- <file>…`, or `<file>:12-40,77` for certain lines only. The script mutates a file
 * in one place at a time: comparisons, boolean operators, signs, conditions, SQL conditions, returns and statements. For
 * each mutation the script runs the tests that execute the mutated code. The script prints the mutations that no test
 * detects, and for every other mutation the test that failed first.
 *
 * Server suites run on a temporary PostgreSQL. `MUTANTS` limits the number of mutations per file, and the mutations are
 * then spread evenly over the file. The script works on a copy of the repository, so an interrupted run leaves no changes
 * behind.
 */
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { startTemporaryPostgres } from './temporaryPostgres.mjs';

const targets = process.argv.slice(2).map((argument) => {
  const [name, lines = '1-1000000'] = argument.split(':');
  // Line ranges of the file, inclusive at both ends.
  const ranges = lines.split(',').map((range) => range.split('-').map(Number));
  const isAsked = (line) => ranges.some(([from, to = from]) => line >= from && line <= to);
  return { file: path.relative('.', name), isAsked };
});
if (targets.length === 0 || targets.some(({ file }) => !fs.existsSync(file))) {
  console.error('usage: npm run mutate -- src/server/domain/billing/…[:12-40,77] …');
  process.exit(2);
}
const limit = Number(process.env.MUTANTS ?? Infinity);

const JEST = path.join('node_modules', 'jest', 'bin', 'jest.js');
/** File in the copy of the repository that records which test executes which mutated place. */
const REACHED = 'reached-mutants.txt';
/** Maximum number of test titles to pass to Jest. If more tests execute a mutated place, their whole suites run. */
const MOST_TITLES = 100;

const { SyntaxKind } = ts;
/** Operator that replaces each JavaScript operator in a mutation. */
const OPERATORS = new Map([
  [SyntaxKind.LessThanToken, '<='],
  [SyntaxKind.LessThanEqualsToken, '<'],
  [SyntaxKind.GreaterThanToken, '>='],
  [SyntaxKind.GreaterThanEqualsToken, '>'],
  [SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [SyntaxKind.AmpersandAmpersandToken, '||'],
  [SyntaxKind.BarBarToken, '&&'],
  [SyntaxKind.PlusToken, '-'],
  [SyntaxKind.MinusToken, '+'],
  [SyntaxKind.AsteriskToken, '/'],
  [SyntaxKind.SlashToken, '*'],
]);
/** Function that replaces each SQL comparison function in a mutation. */
const SQL_COMPARISONS = new Map([
  ['gt', 'gte'],
  ['gte', 'gt'],
  ['lt', 'lte'],
  ['lte', 'lt'],
  ['isNull', 'isNotNull'],
  ['isNotNull', 'isNull'],
]);

/**
 * Returns the mutants of a file. A mutant consists of the mutated place, the new text, and the syntax node that runs when
 * a test executes the place.
 */
function buildMutants({ file, isAsked, source }) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const mutants = [];
  const replace = (node, text, reached = node) => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
    if (!isAsked(line + 1)) return;
    mutants.push({ file, start: node.getStart(), end: node.getEnd(), text, line: line + 1, reached });
  };
  const isText = (node) =>
    ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node);
  const visit = (node) => {
    // Type annotations are not mutated, because the compiler checks types.
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const other = OPERATORS.get(node.operatorToken.kind);
      if (other !== undefined && !isText(node.left) && !isText(node.right))
        replace(node.operatorToken, other, node);
      if (node.operatorToken.kind === SyntaxKind.QuestionQuestionToken) replace(node, node.left.getText());
    }
    if (node.kind === SyntaxKind.TrueKeyword) replace(node, 'false');
    if (node.kind === SyntaxKind.FalseKeyword) replace(node, 'true');
    if (ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken) {
      replace(node, node.operand.getText());
    }
    if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
      const condition = ts.isIfStatement(node) ? node.expression : node.condition;
      replace(condition, 'true');
      replace(condition, 'false');
    }
    if (ts.isExpressionStatement(node)) replace(node, ';');
    if (ts.isReturnStatement(node) && node.expression) replace(node, 'return undefined as never;');
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const called = node.expression.text;
      const other = SQL_COMPARISONS.get(called);
      if (other !== undefined) replace(node.expression, `require('drizzle-orm').${other}`, node);
      if (called === 'and' || called === 'or') {
        for (const argument of node.arguments) replace(argument, 'undefined', node);
      }
    }
    if (ts.isNumericLiteral(node) && node.parent.name !== node) replace(node, `(${node.text} + 1)`);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  const step = Math.max(1, mutants.length / limit);
  const chosen = mutants.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  console.log(`${file}: ${chosen.length} of ${mutants.length} mutants`);
  return chosen;
}

/** Returns the unmutated source with code that records, for each mutant, which test of which suite reached its place. */
function noteReached({ file, source }, mutants) {
  const before = new Map();
  const after = new Map();
  const width = ({ reached }) => reached.getEnd() - reached.getStart();
  // The smallest syntax nodes come first, so that code is inserted into an inner node before the enclosing node.
  const ordered = [...mutants.entries()]
    .filter(([, mutant]) => mutant.file === file)
    .sort(([, a], [, b]) => width(a) - width(b));
  for (const [index, { reached }] of ordered) {
    const isStatement = ts.isExpressionStatement(reached) || ts.isReturnStatement(reached);
    const [open, close] = isStatement ? [`{reached(${index});`, '}'] : [`(reached(${index}),`, ')'];
    before.set(reached.getStart(), open + (before.get(reached.getStart()) ?? ''));
    after.set(reached.getEnd(), (after.get(reached.getEnd()) ?? '') + close);
  }
  const noted = source
    .split('')
    .map((character, at) => (after.get(at) ?? '') + (before.get(at) ?? '') + character);
  return `${noted.join('')}
    function reached(index: number): void {
      const { testPath, currentTestName } = expect.getState();
      const note = JSON.stringify([index, testPath, currentTestName ?? '']);
      const noted = (globalThis.noted ??= new Set());
      if (noted.has(note)) return;
      noted.add(note);
      require('node:fs').appendFileSync(${JSON.stringify(path.join(copy, REACHED))}, note + '\\n');
    }`;
}

/** Returns for each mutant the titles of the tests that reach it, by suite. An empty title means the whole suite. */
function readReached(count) {
  const reached = Array.from({ length: count }, () => new Map());
  if (!fs.existsSync(path.join(copy, REACHED))) return reached;
  for (const note of fs.readFileSync(path.join(copy, REACHED), 'utf8').trim().split('\n')) {
    const [index, suite, title] = JSON.parse(note);
    const suites = reached[index];
    suites.set(suite, [...(suites.get(suite) ?? []), title]);
  }
  return reached;
}

/** Copies all files that git does not ignore, and links the dependencies. */
function copyRepository() {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'prosvet-mutate-')));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' });
  for (const each of files.split('\n').filter((name) => name !== '' && fs.existsSync(name))) {
    fs.mkdirSync(path.dirname(path.join(folder, each)), { recursive: true });
    fs.copyFileSync(each, path.join(folder, each));
  }
  fs.symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

/**
 * Runs suites in the given order until a test fails. Resolves to the duration of each passed suite, in ms, and to the
 * failure, or null if all tests pass. A run that exceeds `limitMs` counts as a failure, because the mutation made a test
 * hang.
 */
function run(suites, { titles = [], limitMs = 2 ** 31 - 1 } = {}) {
  return new Promise((resolve) => {
    const only = titles.map((title) => title.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|');
    running = spawn(
      process.execPath,
      [
        ...[JEST, '--bail', '--silent', '--maxWorkers=1'],
        ...['--reporters=./.ci/firstFailure.mjs', '--testSequencer=./.ci/givenOrder.mjs'],
        ...(titles.length > 0 ? [`--testNamePattern=^(?:${only})$`] : []),
        ...['--runTestsByPath', ...suites],
      ],
      { cwd: copy, stdio: ['ignore', 'pipe', 'ignore'], env: { ...environment, SUITES: suites.join('\n') } },
    );
    let printed = '';
    running.stdout.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      running.kill('SIGKILL');
    }, limitMs);
    running.once('close', (code) => {
      clearTimeout(timer);
      const durations = new Map(
        [...printed.matchAll(/^passed in (\d+) ms: (.*)$/gm)].map(([, ms, suite]) => [suite, Number(ms)]),
      );
      const failed = /^failed: (.*)$/m.exec(printed)?.[1] ?? 'the run itself';
      resolve({ durations, failure: isLate ? 'no end in time' : code === 0 ? null : failed });
    });
  });
}

/**
 * Returns the suites that mirror a file, the suites that import it, and the suites in the folder of its mirror.
 * `MUTANT_SUITES` is a path pattern that selects suites among all direct and indirect dependents of the file instead.
 */
function relatedSuites() {
  const files = targets.map(({ file }) => file);
  const listed = execFileSync(process.execPath, [JEST, '--listTests', '--findRelatedTests', ...files], {
    cwd: copy,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const selected = process.env.MUTANT_SUITES;
  const isNear = (suite) => {
    const text = fs.readFileSync(suite, 'utf8');
    return files.some(
      (file) =>
        path.dirname(path.relative(copy, suite)) === path.dirname(file.replace(/^src\//, '__tests__/')) ||
        text.includes(`/${path.basename(file).replace(/\.tsx?$/, '')}'`),
    );
  };
  return listed
    .split('\n')
    .filter((line) => line.startsWith('/'))
    .filter((suite) => (selected === undefined ? isNear(suite) : new RegExp(selected).test(suite)));
}

let running = null;
const environment = { ...process.env };
let postgres = null;
if (targets.some(({ file }) => file.startsWith('src/server/')) && !environment.TEST_DATABASE_URL) {
  postgres = await startTemporaryPostgres();
  environment.TEST_DATABASE_URL = postgres.url;
}
const copy = copyRepository();
const cleanUp = async () => {
  running?.kill('SIGKILL');
  fs.rmSync(copy, { recursive: true, force: true });
  await postgres?.stop();
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => void cleanUp().then(() => process.exit(1)));
}

try {
  const inCopy = (file) => path.join(copy, file);
  const sources = targets.map((target) => ({
    ...target,
    source: fs.readFileSync(inCopy(target.file), 'utf8'),
  }));
  const mutants = sources.flatMap(buildMutants);
  const suites = relatedSuites();
  console.log(`${suites.length} related suites`);
  if (suites.length === 0) throw new Error('No test suite depends on the file.');
  for (const each of sources) fs.writeFileSync(inCopy(each.file), noteReached(each, mutants));
  const started = Date.now();
  const { durations, failure } = await run(suites);
  if (failure !== null) throw new Error(`A test fails without any change: ${failure}`);
  for (const { file, source } of sources) fs.writeFileSync(inCopy(file), source);
  const limitMs = 3 * (Date.now() - started) + 60_000;
  const reached = readReached(mutants.length);
  const survivors = [];
  for (const [index, { file, start, end, text, line }] of mutants.entries()) {
    const { source } = sources.find((each) => each.file === file);
    const quickestFirst = [...reached[index].keys()].sort((a, b) => durations.get(a) - durations.get(b));
    const titles = [...new Set([...reached[index].values()].flat())];
    const isSpelledOut = titles.length <= MOST_TITLES && !titles.includes('');
    let killer = null;
    if (titles.length > 0) {
      fs.writeFileSync(inCopy(file), source.slice(0, start) + text + source.slice(end));
      killer = (await run(quickestFirst, { titles: isSpelledOut ? titles : [], limitMs })).failure;
      fs.writeFileSync(inCopy(file), source);
    }
    const change = `${path.basename(file)}:${line}: ${source.slice(start, end).split('\n')[0]} → ${text}`;
    const unreached = titles.length === 0 ? ' (no test reaches it)' : '';
    console.log(
      `${index + 1}/${mutants.length} ${killer === null ? 'SURVIVED' : 'killed'} ${change}${unreached}`,
    );
    if (killer === null) survivors.push({ file, change: change + unreached });
    else console.log(`    by ${killer}`);
  }
  console.log();
  for (const { change } of survivors) console.log(`  survived ${change}`);
  for (const { file } of targets) {
    const isOfFile = (each) => each.file === file;
    const tried = mutants.filter(isOfFile).length;
    console.log(`score of ${file}: ${tried - survivors.filter(isOfFile).length} of ${tried} killed`);
  }
} finally {
  await cleanUp();
}
