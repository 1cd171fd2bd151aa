/**
 * Everything that CI checks, in its order, with one total at the end. `npm run check` runs all of
 * it; `npm run check -- types lint` runs the named steps.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startTemporaryPostgres } from './temporaryPostgres.mjs';

const bin = (name) => path.join('node_modules', '.bin', name);
const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'prosvet-check-'));

function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** A step that passes or fails as a whole counts as one. */
async function single(command, args, env) {
  const code = await run(command, args, env);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** A runner that exits badly without naming a failed test still counts as one failure. */
function total(code, passed, failed) {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

async function jest(name, args, env = {}, runner = [process.execPath]) {
  const file = path.join(reports, `${name}.json`);
  const [command, ...before] = runner;
  const code = await run(
    command,
    [
      ...before,
      path.join('node_modules', 'jest', 'bin', 'jest.js'),
      ...args,
      '--maxWorkers=2',
      '--json',
      `--outputFile=${file}`,
      '--silent=false',
    ],
    env,
  );
  if (!fs.existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(fs.readFileSync(file, 'utf8'));
  const suites = report.testResults.filter(
    (suite) => suite.status === 'failed' && suite.assertionResults.length === 0,
  );
  return total(code, report.numPassedTests, report.numFailedTests + suites.length + report.numPendingTests);
}

/**
 * A browser on a busy machine stumbles now and then: a test gets a second attempt, which is named
 * in the output. More of them than this is a defect of the tests or of the product.
 */
const MAX_SECOND_ATTEMPTS = 3;

async function playwright() {
  const file = path.join(reports, 'e2e.json');
  const code = await run(bin('playwright'), ['test', '-c', '__tests__/e2e/playwright.config.ts'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  if (!fs.existsSync(file)) return { passed: 0, failed: 1 };
  const { stats } = JSON.parse(fs.readFileSync(file, 'utf8'));
  const { expected, unexpected, flaky, skipped } = stats;
  if (flaky > 0) console.log(`${flaky} browser tests passed at the second attempt only`);
  if (flaky > MAX_SECOND_ATTEMPTS) return total(code, expected, unexpected + flaky + skipped);
  return total(code, expected + flaky, unexpected + skipped);
}

async function withPostgres(test) {
  if (process.env.TEST_DATABASE_URL) return test(process.env.TEST_DATABASE_URL);
  const postgres = await startTemporaryPostgres();
  try {
    return await test(postgres.url);
  } finally {
    await postgres.stop();
  }
}

const STEPS = {
  types: () => single(bin('tsc'), ['-p', '.']),
  lint: () => single('npm', ['run', '--silent', 'lint']),
  build: () => single('npm', ['run', '--silent', 'build']),
  unit: () =>
    jest('unit', ['--selectProjects', 'node', 'web', '--testPathIgnorePatterns', '__tests__/journeys']),
  journeys: () => jest('journeys', ['--selectProjects', 'web', '--testPathPatterns', '__tests__/journeys']),
  postgres: () =>
    withPostgres((url) =>
      jest(
        'postgres',
        [
          ...['--selectProjects', 'node', '--testPathPatterns', '__tests__/server'],
          // Pure rules know no database.
          ...['--testPathIgnorePatterns', '__tests__/server/domain'],
        ],
        { TEST_DATABASE_URL: url },
      ),
    ),
  // What runs in Node only: the browser's own parts would prove nothing there.
  node24: () =>
    jest('node24', ['--selectProjects', 'node', 'web', '--testPathIgnorePatterns', '__tests__/web/'], {}, [
      'npx',
      '--yes',
      'node@24',
    ]),
  e2e: playwright,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in STEPS));
if (unknown.length > 0) {
  console.error(`unknown step ${unknown.join(', ')}; there are ${Object.keys(STEPS).join(', ')}`);
  process.exit(2);
}

const sum = { passed: 0, failed: 0 };
const lines = [];
for (const name of asked.length > 0 ? asked : Object.keys(STEPS)) {
  console.log(`\n== ${name}`);
  const started = Date.now();
  let result;
  try {
    result = await STEPS[name]();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    result = { passed: 0, failed: 1 };
  }
  sum.passed += result.passed;
  sum.failed += result.failed;
  lines.push(
    `${name.padEnd(10)} ${result.passed} passed, ${result.failed} failed, ${Math.round((Date.now() - started) / 1000)} s`,
  );
}
fs.rmSync(reports, { recursive: true, force: true });
console.log(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`);
console.log(`${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed === 0 ? 0 : 1;
