/**
 * `npm run prove -- <name>…|all` runs long tests at full size. `npm test` runs a small sample of each long test. The full
 * size is set by environment variables. An environment variable that is already set keeps its value, for example
 * `FAILOVERS=10 npm run prove -- failovers`. A table at the end lists the long tests that ran, with their numbers of
 * passed and failed tests. `--list` prints the names of all long tests.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startTemporaryPostgres } from './temporaryPostgres.mjs';

const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'prosvet-prove-'));

/**
 * Databases on which a long test runs. Most long tests run on both databases. A test of one database runs on this
 * database only. Null means that the test needs no database.
 */
const BOTH = ['postgres', 'embedded'];

/**
 * Long tests by name. `suites` are path patterns, and each suite sets its own timeouts by its size. A test without suites
 * runs the npm script `script` or the program `command`. `only` is a pattern of test titles. `workers` is the number of
 * Jest workers, by default 2. `env` contains the environment variables of the full size. `project` is the Jest project, by
 * default `node`.
 */
const PROOFS = {
  authorisation: {
    what: 'authorization of every call and path for every kind of caller',
    suites: ['http/authorisationMatrix'],
    on: BOTH,
  },
  races: {
    what: 'races on one row: 200 concurrent callers per round, exactly one of which succeeds',
    suites: ['http/crowds'],
    env: { RACE_ROUNDS: '50' },
    on: ['postgres'],
  },
  notifications: {
    what: 'card notifications in every order, duplicated and late; 10 000 invented ones',
    suites: [
      'usecases/billing/providerEvents/(orderOfArrival|changedObjects)',
      'domain/billing/subscription',
    ],
    env: { SIMULATION_SHARE: '1' },
    on: ['postgres'],
  },
  charges: {
    what: 'charges on two server processes, one of which gets SIGKILL while it charges: 200 rounds, 50 customers',
    suites: ['usecases/billing/charges/chargeRaces'],
    env: { CHARGE_RACES: '200', CHARGE_RACE_CUSTOMERS: '50' },
    on: ['postgres'],
  },
  busyDay: {
    what: '100 000 payments at YooKassa in one day: at most 10 requests and 20 MB for a charge with an unknown outcome, and an hourly poll in 20 MB that continues after HTTP 429',
    suites: ['usecases/billing/charges/busyDay'],
    env: { BUSY_DAY_PAYMENTS: '100000' },
    on: ['postgres'],
  },
  money: {
    what: '20 000 random histories against a second implementation of the rules, 1000 simulated accounts, 2000 subscriptions whose months an upgrade corrects',
    suites: ['domain/billing/(money|lifecycle|emails|figures|monthAnchorUpgrades)'],
    env: { SIMULATION_SHARE: '1' },
    on: [null],
  },
  simulation: {
    what: '240-day simulation of customers on the real server',
    suites: ['sandbox/customerSimulation'],
    env: { SIMULATION_SHARE: '1' },
    on: ['postgres'],
  },
  subscriptions: {
    what: '2000 subscriptions over 110 days at each card provider and at both, against a model of the documentation',
    suites: ['usecases/billing/subscriptionModel/'],
    // With one worker for each of the three long suites, no processor core is idle while the third suite runs.
    workers: 3,
    env: { SUBSCRIPTIONS: '2000', SUBSCRIPTION_DAYS: '110' },
    on: ['postgres'],
  },
  delivery: {
    what: 'VPN credentials in the panel: update delay, 1000 corrupted ones, 500 concurrent changes, 200 concurrent first fetches, 20 000 histories with faults of the panel',
    suites: ['sandbox/vpn(DeliverySimulation|PanelFaults|FaultSimulation)', 'usecases/connect'],
    env: { SIMULATION_SHARE: '1', VPN_HISTORIES: '20000' },
    on: BOTH,
  },
  deletion: {
    what: 'deletion of 200 accounts in every state in the middle of charges, and of every trace of a person',
    suites: ['usecases/deletion'],
    env: { SIMULATION_SHARE: '1' },
    on: BOTH,
  },
  kills: {
    what: 'SIGKILL of the server while it acknowledges requests and while it deletes accounts',
    suites: ['composition/sandboxProcess', 'composition/deletionKilled'],
    only: 'SIGKILL',
    env: { KILLS: '200', DELETION_KILLS: '20' },
    on: ['embedded'],
  },
  failovers: {
    what: 'stop, restart and network loss of the database under load',
    suites: ['http/databaseAway', 'store/postgresPool'],
    env: { FAILOVERS: '50' },
    on: ['postgres'],
  },
  databaseKills: {
    what: 'SIGKILL of a durable database under load: no acknowledged write is lost',
    suites: ['store/databaseKilled'],
    env: { DATABASE_KILLS: '50' },
    on: ['postgres'],
  },
  restarts: {
    what: 'rolling restarts of two instances under load',
    suites: ['composition/rollingRestart'],
    env: { ROLLING_RESTARTS: '10' },
    on: ['postgres'],
  },
  backlog: {
    what: 'hanging emails and commands: a sign-in email is still sent, and the process exits within its deadline',
    suites: ['composition/productionProcess'],
    env: { BACKLOG: '100000' },
    on: ['postgres'],
  },
  proxy: {
    what: 'the examples in deploy/ checked with their own tools; rolling restarts behind nginx with TLS',
    script: 'check:deploy',
    env: { ROLLING_RESTARTS: '10' },
    on: [null],
  },
  tabs: {
    what: 'concurrent token refresh in two tabs of one session',
    suites: ['journeys/staffTabs'],
    project: 'web',
    env: { TAB_ROUNDS: '100' },
    on: [null],
  },
  scanners: {
    what: 'visits of mail scanners by GET, HEAD and with scripts use up no link or gift',
    suites: ['journeys/scannerVisits'],
    project: 'web',
    env: { SCANNER_VISITS: '500' },
    on: [null],
  },
  translated: {
    what: 'all journeys and console tasks in a browser that translates each page: nothing fails, and each changed text is visible',
    command: [
      'bash',
      '-c',
      'npm run --silent build && npm run --silent e2e -- mainPath account campaign cardChange connect dataExport gifts google mobileScreens money signInByForeignLink staff lifecycle failedChargeCard yookassa/ --grep-invert "keyboard|width|layout"',
    ],
    env: { TRANSLATED_PAGES: 'true' },
    on: [null],
  },
  browsers: {
    what: 'journeys of customers and staff in WebKitGTK and Firefox of Debian, at 390 and 1440 px, light and dark',
    script: 'check:browsers',
    on: [null],
  },
  oldChromium: {
    what: 'the journeys of a customer in Chromium 109, the oldest of the floor',
    command: [
      'bash',
      '-c',
      'npm run --silent build && node .ci/withOldChromium.mjs npm run --silent e2e -- mainPath connect signInForm',
    ],
    on: [null],
  },
  screens: {
    what: 'every screen and state at 320, 390 and 1440 px and at 200 %: axe, content security policy, no horizontal scrolling',
    script: 'check:screens',
    on: [null],
  },
  fuzz: {
    what: 'random request bodies for every call: no 5xx, no slow response, no canary value in a log or an error',
    suites: ['http/wireInput'],
    only: 'fuzzed input',
    env: { FUZZ_BODIES: '10000' },
    on: ['postgres'],
  },
  signInAttacks: {
    what: '50 000 wrong codes with a forged token, and for 10 000 valid emails from 1 000 networks: all customers can still sign in',
    suites: ['usecases/signIn/signInUnderAttack'],
    env: { CODE_ATTACK_POSTS: '50000', ATTACKING_NETWORKS: '1000' },
    on: ['postgres'],
  },
  mailFloods: {
    what: 'floods of sign-in emails at full size: the next email of a customer, of a new address and of the lane `email` within 2 s',
    suites: ['workers/delivery/mailFloods'],
    env: { SIMULATION_SHARE: '1' },
    on: ['postgres'],
  },
  mail: {
    what: 'every email through a real Postfix if one is installed, otherwise through the scripted mail server; the output names which',
    suites: ['adapters/everyEmail'],
    env: { MAIL_SERVER: 'postfix' },
    on: [null],
  },
  export: {
    what: 'export of an account with 1 000 000 rows: at most 50 MB above idle, /healthz within 250 ms',
    suites: ['usecases/customer/exportStream'],
    env: { EXPORT_ROWS: '1000000' },
    on: ['postgres'],
  },
  paymentAttacks: {
    what: '500 requests at once that open payments, from one network, one account and one /48: 15 of 15 other payments open within 3 s',
    suites: ['usecases/billing/orders/openPaymentAttack'],
    env: { PAYMENT_ATTACK_REQUESTS: '500' },
    on: ['postgres'],
  },
  limits: {
    what: 'every rate limit at its maximum, one request above it, and after its window',
    suites: ['throttle/limits'],
    on: BOTH,
  },
  wire: {
    what: 'network faults for every request of the application',
    suites: ['web/api'],
    project: 'web',
    on: [null],
  },
  storage: {
    what: 'corrupt contents of the browser storage',
    suites: ['web/(identity|tabStorage)'],
    project: 'web',
    env: { CORRUPT_STATES: '10000' },
    on: [null],
  },
  backup: {
    what: 'database dump, data loss and restore, compared row by row',
    script: 'check:backup',
    on: [null],
  },
  findings: {
    what: 'surprising behavior of pinned public packages (findings/README.md): each script still sees it',
    command: [
      'bash',
      '-c',
      'failed=0; for each in findings/*.sh; do bash "$each" || { echo "$each"; failed=1; }; done; exit $failed',
    ],
    on: [null],
  },
  whole: {
    what: '20 complete test runs without a failure',
    script: 'test',
    env: { WHOLE_RUNS: '20' },
    on: [null],
  },
};

/** Long tests that are excluded from `all`, because they take hours. */
const BY_NAME_ONLY = new Set(['whole']);

function run(command, args, env) {
  return new Promise((resolve) => {
    // An environment variable that is undefined here is also removed from the environment, so that a run on the embedded
    // database gets no PostgreSQL URL.
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('error', () => resolve(1));
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Returns the environment variables that set the size of a test. The size is the full size unless the caller has set a
 * variable.
 */
const readSizes = ({ env = {} }) =>
  Object.fromEntries(Object.entries(env).map(([name, full]) => [name, process.env[name] ?? full]));

async function runScript(proof) {
  const size = readSizes(proof);
  const times = Number(size.WHOLE_RUNS ?? 1);
  let passed = 0;
  const [program, ...parameters] = proof.command ?? ['npm', 'run', '--silent', proof.script];
  for (let time = 0; time < times; time += 1) if ((await run(program, parameters, size)) === 0) passed += 1;
  return { passed, failed: times - passed };
}

/** The temporary PostgreSQL of the current run. A signal handler stops it if the user interrupts the run. */
let postgres = null;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    void (postgres?.stop() ?? Promise.resolve()).then(() => process.exit(130));
  });
}

async function runSuites(name, proof, database) {
  const { suites, only, project = 'node', workers = 2 } = proof;
  const file = path.join(reports, `${name}-${database ?? 'none'}.json`);
  postgres =
    database === 'postgres' && !process.env.TEST_DATABASE_URL ? await startTemporaryPostgres() : null;
  const url = database === 'postgres' ? (postgres?.url ?? process.env.TEST_DATABASE_URL) : '';
  const where = project === 'web' ? '__tests__/' : '__tests__/server/';
  const code = await run(
    process.execPath,
    [
      path.join('node_modules', 'jest', 'bin', 'jest.js'),
      ...[
        '--selectProjects',
        project,
        `--maxWorkers=${workers}`,
        '--silent=false',
        '--json',
        `--outputFile=${file}`,
      ],
      ...(only === undefined ? [] : ['--testNamePattern', only]),
      ...['--testPathPatterns', ...suites.map((suite) => where + suite)],
    ],
    { ...readSizes(proof), TEST_DATABASE_URL: url || undefined },
  );
  await postgres?.stop();
  if (!fs.existsSync(file)) return { passed: 0, failed: 1 };
  const { numPassedTests: passed, numFailedTests, testResults } = JSON.parse(fs.readFileSync(file, 'utf8'));
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const failed = numFailedTests + broken.length;
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => name !== 'all' && name !== '--list' && !(name in PROOFS));
if (asked.length === 0 || unknown.length > 0 || asked.includes('--list')) {
  if (unknown.length > 0) console.error(`unknown test ${unknown.join(', ')}`);
  for (const [name, { what }] of Object.entries(PROOFS)) console.log(`  ${name.padEnd(14)} ${what}`);
  process.exit(unknown.length > 0 ? 2 : 0);
}

const names = asked.includes('all') ? Object.keys(PROOFS).filter((name) => !BY_NAME_ONLY.has(name)) : asked;
const lines = [];
let failures = 0;
for (const name of names) {
  const proof = PROOFS[name];
  for (const database of proof.on) {
    console.log(`\n== ${name}${database === null ? '' : ` on ${database}`}: ${proof.what}`);
    const began = Date.now();
    const { passed, failed } =
      proof.suites === undefined ? await runScript(proof) : await runSuites(name, proof, database);
    failures += failed;
    const minutes = ((Date.now() - began) / 60_000).toFixed(1);
    const size = Object.entries(readSizes(proof))
      .map(([key, value]) => `${key}=${value}`)
      .join(' ');
    lines.push(
      `| ${name} | ${database ?? ''} | ${proof.what} | ${size} | ${passed} | ${failed} | ${minutes} |`,
    );
  }
}
fs.rmSync(reports, { recursive: true, force: true });
console.log('\n| test | database | what | size | passed | failed | min |\n|---|---|---|---|---|---|---|');
console.log(lines.join('\n'));
process.exitCode = failures === 0 ? 0 : 1;
