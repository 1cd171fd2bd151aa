/**
 * `npm run mutate -- <file> [from-to]`: changes the file in one place after another (comparisons,
 * boolean operators, signs, conditions, returns, statements), runs the tests that are related to it,
 * and prints which changes no test has noticed. It works on a copy of the repository, so that an end
 * in the middle leaves nothing changed. MUTANTS limits how many are tried, evenly spread.
 */
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import ts from 'typescript';

const [given, lines] = process.argv.slice(2);
if (given === undefined || !fs.existsSync(given)) {
  console.error('usage: npm run mutate -- src/server/billing/… [from-to]');
  process.exit(2);
}
const file = path.relative('.', given);
const [from, to] = (lines ?? '1-1000000').split('-').map(Number);
const limit = Number(process.env.MUTANTS ?? Infinity);
const TIMEOUT_MS = Number(process.env.MUTANT_TIMEOUT_MS ?? 300_000);

const { SyntaxKind } = ts;
/** What stands in for an operator. */
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

/** Every single change of the source: where it is and what the place becomes. */
function mutantsOf(source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const mutants = [];
  const replace = (node, text) => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
    if (line + 1 < from || line + 1 > to) return;
    mutants.push({ start: node.getStart(), end: node.getEnd(), text, line: line + 1 });
  };
  const isText = (node) =>
    ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node);
  const visit = (node) => {
    // Types are the compiler's to check.
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const other = OPERATORS.get(node.operatorToken.kind);
      if (other !== undefined && !isText(node.left) && !isText(node.right))
        replace(node.operatorToken, other);
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
    if (ts.isNumericLiteral(node)) replace(node, `(${node.text} + 1)`);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return mutants;
}

/** The repository with everything that git does not ignore, beside its own dependencies. */
function copyRepository() {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'prosvet-mutate-'));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' });
  for (const each of files.split('\n').filter((name) => name !== '' && fs.existsSync(name))) {
    fs.mkdirSync(path.dirname(path.join(copy, each)), { recursive: true });
    fs.copyFileSync(each, path.join(copy, each));
  }
  fs.symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

let running = null;

/** Whether the related tests pass. A test that never ends has noticed the change. */
function testsPass(copy, suites) {
  return new Promise((resolve) => {
    const jest = path.join('node_modules', 'jest', 'bin', 'jest.js');
    running = spawn(
      process.execPath,
      [jest, '--bail', '--silent', '--maxWorkers=1', '--runTestsByPath', ...suites],
      { cwd: copy, stdio: 'ignore' },
    );
    const timer = setTimeout(() => running.kill('SIGKILL'), TIMEOUT_MS);
    running.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
}

/**
 * The suite that mirrors the file, its neighbours, and every one that imports the file itself: they
 * run in this order. MUTANT_SUITES=all adds all that reach the file through others.
 */
function relatedTests(copy) {
  const jest = path.join('node_modules', 'jest', 'bin', 'jest.js');
  const listed = execFileSync(process.execPath, [jest, '--listTests', '--findRelatedTests', file], {
    cwd: copy,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const own = `${file.replace(/^src\//, '__tests__/').replace(/\.tsx?$/, '')}.test.`;
  const imported = `/${path.basename(file).replace(/\.tsx?$/, '')}'`;
  const distance = (suite) => {
    if (suite.startsWith(own)) return 0;
    if (path.dirname(suite) === path.dirname(own)) return 1;
    return fs.readFileSync(path.join(copy, suite), 'utf8').includes(imported) ? 2 : 3;
  };
  return listed
    .split('\n')
    .filter((line) => line.startsWith('/'))
    .map((line) => path.relative(fs.realpathSync(copy), line))
    .filter((suite) => process.env.MUTANT_SUITES === 'all' || distance(suite) < 3)
    .sort((a, b) => distance(a) - distance(b));
}

const copy = copyRepository();
const cleanUp = () => {
  running?.kill('SIGKILL');
  fs.rmSync(copy, { recursive: true, force: true });
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    cleanUp();
    process.exit(1);
  });
}

try {
  const target = path.join(copy, file);
  const source = fs.readFileSync(target, 'utf8');
  const every = mutantsOf(source);
  const step = Math.max(1, every.length / limit);
  const mutants = every.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  const suites = relatedTests(copy);
  console.log(`${file}: ${mutants.length} of ${every.length} mutants, ${suites.length} related suites`);
  if (suites.length === 0 || !(await testsPass(copy, suites))) {
    throw new Error('The related tests do not pass before anything is changed.');
  }
  const survivors = [];
  for (const [index, { start, end, text, line }] of mutants.entries()) {
    fs.writeFileSync(target, source.slice(0, start) + text + source.slice(end));
    const lives = await testsPass(copy, suites);
    const change = `${line}: ${source.slice(start, end).split('\n')[0]} → ${text}`;
    if (lives) survivors.push(change);
    console.log(`${index + 1}/${mutants.length} ${lives ? 'SURVIVED' : 'killed'} ${change}`);
  }
  const killed = mutants.length - survivors.length;
  console.log(`\n${survivors.map((change) => `  survived ${change}`).join('\n')}`);
  console.log(`score of ${file}: ${killed} of ${mutants.length} killed`);
} finally {
  cleanUp();
}
