/**
 * `npm run prove -- <name>…|all`: the proofs at full size. Each is a suite of `npm test`, which runs a small sample of it;
 * here its size comes by the environment, where a variable that is set already stays as it is (`FAILOVERS=10 npm run prove --
 * failovers`). A table at the end says what ran and what it counted. `--list` names them.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startTemporaryPostgres } from './temporaryPostgres.mjs';

const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'prosvet-prove-'));

/** Which of the two databases: both, unless the proof is about one. Null: it knows no database. */
const BOTH = ['postgres', 'embedded'];

/**
 * `suites`: patterns of paths, whose tests give themselves the time that their size takes; `only`: a pattern of titles. `env`: the full size. `project` other than node is named.
 */
const PROOFS = {
  authorisation: {
    what: 'every call and path for every kind of caller',
    suites: ['http/authorisationMatrix'],
    on: BOTH,
  },
  races: {
    what: 'crowds on one row: rounds of 200 callers, one winner each',
    suites: ['http/crowds'],
    env: { RACE_ROUNDS: '50' },
    on: ['postgres'],
  },
  notifications: {
    what: 'notifications in every order, twice and late',
    suites: ['usecases/billing/intake/orderOfArrival', 'domain/billing/subscription'],
    env: { SIMULATION_SHARE: '1' },
    on: ['postgres'],
  },
  money: {
    what: '20 000 histories against the rules in words, 1000 lives',
    suites: ['domain/billing/(money|lifecycle|emails|figures)'],
    env: { SIMULATION_SHARE: '1' },
    on: [null],
  },
  simulation: {
    what: 'a town of 240 days',
    suites: ['sandbox/customerSimulation'],
    env: { SIMULATION_SHARE: '1' },
    on: ['postgres'],
  },
  delivery: {
    what: 'keys in the VPN panel: how soon they follow, 1000 spoilt ones, 500 crossings, 200 first fetches at once',
    suites: ['sandbox/vpnDeliverySimulation', 'usecases/connect'],
    env: { SIMULATION_SHARE: '1' },
    on: BOTH,
  },
  kills: {
    what: 'SIGKILL of the server while it acknowledges',
    suites: ['composition/sandboxProcess'],
    only: 'SIGKILL',
    env: { KILLS: '200' },
    on: ['embedded'],
  },
  failovers: {
    what: 'the database ended, restarted and cut off under load',
    suites: ['http/databaseAway', 'store/postgresPool'],
    env: { FAILOVERS: '50' },
    on: ['postgres'],
  },
  databaseKills: {
    what: 'SIGKILL of a database that writes before it acknowledges, under load',
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
    what: 'emails and commands that hang: a sign-in email leaves beside them, and the process ends in time',
    suites: ['composition/productionProcess'],
    env: { BACKLOG: '100000' },
    on: ['postgres'],
  },
  proxy: {
    what: 'the examples of deploy/ by their tools; rolling restarts behind nginx with TLS',
    script: 'check:deploy',
    env: { ROLLING_RESTARTS: '10' },
    on: [null],
  },
  tabs: {
    what: 'two tabs that renew one session at once',
    suites: ['journeys/staffTabs'],
    project: 'web',
    env: { TAB_ROUNDS: '100' },
    on: [null],
  },
  scanners: {
    what: 'visits of mail scanners, by GET, HEAD and with scripts: nothing is used up',
    suites: ['journeys/scannerVisits'],
    project: 'web',
    env: { SCANNER_VISITS: '500' },
    on: [null],
  },
  screens: {
    what: 'every screen and state at 320, 390, 1440 px and 200 %: axe, the policy, no scroll aside',
    script: 'check:screens',
    on: [null],
  },
  fuzz: {
    what: 'bodies of nonsense to every call: no 5xx, none slow, no canary in a log or an error',
    suites: ['http/wireInput'],
    only: 'nonsense',
    env: { FUZZ_BODIES: '10000' },
    on: ['postgres'],
  },
  signInAttacks: {
    what: '50 000 wrong codes with a made-up token, and for 10 000 live emails from 1 000 networks: everybody still signs in',
    suites: ['usecases/signIn/signInUnderAttack'],
    env: { CODE_ATTACK_POSTS: '50000' },
    on: ['postgres'],
  },
  limits: {
    what: 'every limit at it, one over and after its window',
    suites: ['throttle/limits'],
    on: BOTH,
  },
  wire: {
    what: 'faults on the wire for every call of the application',
    suites: ['web/api'],
    project: 'web',
    on: [null],
  },
  storage: {
    what: 'corrupt states of the browser storage',
    suites: ['web/(identity|tabStorage)'],
    project: 'web',
    env: { CORRUPT_STATES: '10000' },
    on: [null],
  },
  backup: { what: 'a dump, a loss, a restore, compared row by row', script: 'check:backup', on: [null] },
  whole: { what: 'whole test runs without a failure', script: 'test', env: { WHOLE_RUNS: '20' }, on: [null] },
};

/** Left out of `all`: hours. */
const BY_NAME_ONLY = new Set(['whole']);

function run(command, args, env) {
  return new Promise((resolve) => {
    // What is undefined here is not inherited either: a proof on the embedded database is told of no other one.
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('error', () => resolve(1));
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** The size that holds: the full one, but for what whoever started it has set. */
const sizeOf = ({ env = {} }) =>
  Object.fromEntries(Object.entries(env).map(([name, full]) => [name, process.env[name] ?? full]));

async function runScript(proof) {
  const size = sizeOf(proof);
  const times = Number(size.WHOLE_RUNS ?? 1);
  let passed = 0;
  for (let time = 0; time < times; time += 1)
    if ((await run('npm', ['run', '--silent', proof.script], size)) === 0) passed += 1;
  return { passed, failed: times - passed };
}

/** Of the proof that runs; stopped too when the person who waits has had enough. */
let postgres = null;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    void (postgres?.stop() ?? Promise.resolve()).then(() => process.exit(130));
  });
}

async function runSuites(name, proof, database) {
  const { suites, only, project = 'node' } = proof;
  const file = path.join(reports, `${name}-${database ?? 'none'}.json`);
  postgres =
    database === 'postgres' && !process.env.TEST_DATABASE_URL ? await startTemporaryPostgres() : null;
  const url = database === 'postgres' ? (postgres?.url ?? process.env.TEST_DATABASE_URL) : '';
  const where = project === 'web' ? '__tests__/' : '__tests__/server/';
  const code = await run(
    process.execPath,
    [
      // The embedded database is WebAssembly: optimizing it takes longer than most of it lives.
      ...(database === 'embedded' ? ['--liftoff-only'] : []),
      path.join('node_modules', 'jest', 'bin', 'jest.js'),
      ...['--selectProjects', project, '--maxWorkers=2', '--silent=false', '--json', `--outputFile=${file}`],
      ...(only === undefined ? [] : ['--testNamePattern', only]),
      ...['--testPathPatterns', ...suites.map((suite) => where + suite)],
    ],
    { ...sizeOf(proof), TEST_DATABASE_URL: url || undefined },
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
  if (unknown.length > 0) console.error(`unknown proof ${unknown.join(', ')}`);
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
    const { passed, failed } = proof.script ? await runScript(proof) : await runSuites(name, proof, database);
    failures += failed;
    const minutes = ((Date.now() - began) / 60_000).toFixed(1);
    const size = Object.entries(sizeOf(proof))
      .map(([key, value]) => `${key}=${value}`)
      .join(' ');
    lines.push(
      `| ${name} | ${database ?? ''} | ${proof.what} | ${size} | ${passed} | ${failed} | ${minutes} |`,
    );
  }
}
fs.rmSync(reports, { recursive: true, force: true });
console.log('\n| proof | database | what | size | passed | failed | min |\n|---|---|---|---|---|---|---|');
console.log(lines.join('\n'));
process.exitCode = failures === 0 ? 0 : 1;
