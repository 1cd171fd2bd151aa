/**
 * Runs everything that CI checks and prints one total at the end. `npm run check` runs all steps, and `npm run check --
 * types lint` runs only the named steps. `npm run check:fast` runs the quick checks and only those tests that are related
 * to the changed files.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { failedInJest, failedInPlaywright } from './failedTests.mjs';
import { relatedSuites, rememberSeconds } from './relatedSuites.mjs';
import { startTemporaryPostgres } from './temporaryPostgres.mjs';

const bin = (name) => path.join('node_modules', '.bin', name);
const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'prosvet-check-'));
/**
 * Number of Jest workers. A small machine has two cores. A third worker keeps both cores busy, because tests also wait
 * for timers and the database.
 */
const WORKERS = 3;
/**
 * Output of one step. A step that runs alone streams its output. The output of a parallel step is printed when the step
 * ends, so that the lines of parallel steps do not mix.
 */
class Output {
  constructor(live) {
    this.live = live;
    this.text = '';
  }

  write(text) {
    if (this.live) process.stdout.write(text);
    else this.text += text;
  }

  run(command, args, env = {}) {
    return new Promise((resolve) => {
      const child = spawn(command, args, {
        stdio: this.live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, ...env },
      });
      for (const stream of [child.stdout, child.stderr]) {
        stream?.setEncoding('utf8').on('data', (text) => this.write(text));
      }
      child.once('error', (error) => {
        this.write(`${error.message}\n`);
        resolve(1);
      });
      child.once('close', (code) => resolve(code ?? 1));
    });
  }
}

/** Runs the commands of a step that counts as one test. The step passes if every command exits with code 0. */
async function single(output, ...commands) {
  for (const [command, ...args] of commands) {
    if ((await output.run(command, args)) !== 0) return { passed: 0, failed: 1 };
  }
  return { passed: 1, failed: 0 };
}

/**
 * Returns the numbers of passed and failed tests that a test runner reports. A non-zero exit code without a failed test
 * counts as one failure.
 */
function total(code, passed, failed) {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

async function jest(output, name, args, { env = {}, workers = WORKERS } = {}) {
  const file = path.join(reports, `${name}.json`);
  const code = await output.run(
    process.execPath,
    [
      path.join('node_modules', 'jest', 'bin', 'jest.js'),
      ...args,
      `--maxWorkers=${workers}`,
      '--json',
      `--outputFile=${file}`,
      '--silent=false',
    ],
    env,
  );
  if (!fs.existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(fs.readFileSync(file, 'utf8'));
  rememberSeconds(report);
  failures.push(...failedInJest(report));
  const suites = report.testResults.filter(
    (suite) => suite.status === 'failed' && suite.assertionResults.length === 0,
  );
  return total(code, report.numPassedTests, report.numFailedTests + suites.length + report.numPendingTests);
}

async function playwright(output) {
  const file = path.join(reports, 'e2e.json');
  const code = await output.run(bin('playwright'), ['test', '-c', '__tests__/e2e/playwright.config.ts'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  if (!fs.existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(fs.readFileSync(file, 'utf8'));
  failures.push(...failedInPlaywright(report));
  const { stats } = report;
  return total(code, stats.expected, stats.unexpected + stats.flaky + stats.skipped);
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

/**
 * Test suites that check rules of the whole repository. These suites run after every change, whatever files have changed.
 */
const RULES = [
  '__tests__/architecture/',
  '__tests__/shared/contract',
  '__tests__/server/http/(authorisationMatrix|openApi|wireInput)',
  '__tests__/web/api/specCalls',
];

/** Full-size simulations. All other test runs execute only a sample of these simulations. */
const SIMULATIONS = [
  '__tests__/server/domain/billing/(lifecycle|emails|money|subscription)',
  '__tests__/server/sandbox/(customerSimulation|vpnDeliverySimulation)',
  '__tests__/server/usecases/connect/applyKey',
  '__tests__/server/usecases/billing/providerEvents/orderOfArrival',
  '__tests__/server/http/wireInput',
];

const STEPS = {
  types: (output) => single(output, ['npm', 'run', '--silent', 'types']),
  lint: (output) => single(output, ['npm', 'run', '--silent', 'lint']),
  unused: (output) => single(output, ['npm', 'run', '--silent', 'unused']),
  build: (output) => single(output, ['npm', 'run', '--silent', 'build']),
  // Checks the production files of the image, and builds the image if a builder is present.
  image: (output) => single(output, ['npm', 'run', '--silent', 'check:image']),
  // Test suites that need no database: all of `shared`, `architecture` and `web`.
  unit: (output, workers) =>
    jest(
      output,
      'unit',
      [
        ...['--selectProjects', 'node', 'web'],
        ...['--testPathPatterns', '__tests__/(shared|architecture|web)/'],
      ],
      { workers },
    ),
  postgres: (output, workers) =>
    withPostgres((url) =>
      jest(output, 'postgres', ['--selectProjects', 'node', '--testPathPatterns', '__tests__/server'], {
        env: { TEST_DATABASE_URL: url },
        workers,
      }),
    ),
  // Runs test suites whose result may depend on the embedded database. The browser tests run on the embedded database as
  // well. All steps run on the current Node version, because no lock file pins another one.
  embedded: (output, workers) =>
    jest(
      output,
      'embedded',
      [
        ...['--selectProjects', 'node', 'web'],
        ...['--testPathPatterns', '__tests__/journeys/', '__tests__/server/store/'],
      ],
      { workers },
    ),
  e2e: playwright,
};

/** Steps that run only if the command line names them. */
const FURTHER_STEPS = {
  rules: (output, workers) =>
    jest(output, 'rules', ['--selectProjects', 'node', 'web', '--testPathPatterns', ...RULES], { workers }),
  changed: (output, workers) => {
    const { suites, left, files } = relatedSuites();
    output.write(`${files} changed files, ${suites.length} suites near them`);
    output.write(left === 0 ? '\n' : `; ${left} further ones are left to npm test\n`);
    if (suites.length === 0) return { passed: 0, failed: 0 };
    return jest(output, 'changed', ['--selectProjects', 'node', 'web', '--runTestsByPath', ...suites], {
      workers,
    });
  },
  simulate: (output) =>
    jest(output, 'simulate', ['--selectProjects', 'node', '--testPathPatterns', ...SIMULATIONS], {
      env: { SIMULATION_SHARE: process.env.SIMULATION_SHARE ?? '1' },
    }),
};

/**
 * Rows of steps, which run one after another. The lanes of a row run in parallel, and the steps of a lane run one after
 * another. A row keeps both cores of a small machine busy until the row ends.
 */
const WHOLE = [
  [
    ['lint', 'types', 'unused', 'build', 'unit'],
    ['image', 'embedded'],
  ],
  [['postgres']],
  [['e2e']],
];
const FAST = [
  [['types'], ['lint', 'unused']],
  [['rules'], ['changed']],
];

const sum = { passed: 0, failed: 0 };
const lines = [];
const failures = [];

async function runStep(name, together) {
  const output = new Output(!together);
  if (!together) console.log(`\n== ${name}`);
  const started = Date.now();
  let result;
  try {
    result = await { ...STEPS, ...FURTHER_STEPS }[name](output, together ? 2 : WORKERS);
  } catch (error) {
    output.write(`${error instanceof Error ? error.message : error}\n`);
    result = { passed: 0, failed: 1 };
  }
  if (together) console.log(`\n== ${name}\n${output.text}`);
  sum.passed += result.passed;
  sum.failed += result.failed;
  const seconds = Math.round((Date.now() - started) / 1000);
  lines.push(`  ${name.padEnd(10)} ${result.passed} passed, ${result.failed} failed, ${seconds} s`);
}

const asked = process.argv.slice(2);
const names = asked.filter((name) => name !== '--fast');
const unknown = names.filter((name) => !(name in STEPS || name in FURTHER_STEPS));
if (unknown.length > 0) {
  const known = [...Object.keys(STEPS), ...Object.keys(FURTHER_STEPS)].join(', ');
  console.error(`unknown step ${unknown.join(', ')}; known steps: ${known}`);
  process.exit(2);
}

const plan = names.length > 0 ? names.map((name) => [[name]]) : asked.includes('--fast') ? FAST : WHOLE;
const started = Date.now();
for (const row of plan) {
  await Promise.all(
    row.map(async (lane) => {
      for (const name of lane) await runStep(name, row.length > 1);
    }),
  );
}
fs.rmSync(reports, { recursive: true, force: true });
if (failures.length > 0) console.log(`\n== failed tests\n${failures.join('\n\n')}`);
console.log(`\n${lines.join('\n')}\n  in ${Math.round((Date.now() - started) / 1000)} s in total\n`);
console.log(`${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed === 0 ? 0 : 1;
