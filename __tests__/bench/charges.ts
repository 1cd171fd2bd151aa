/**
 * `npm run bench:charges` measures how many due charges of saved payment methods one instance makes in a second, on
 * PostgreSQL and with the card provider in a process of its own. The commit `BENCH_BASE` is measured in the same run with
 * `BENCH_BASE_CHARGES` charges, because it makes one charge after another, so its rate does not depend on their number.
 * `BENCH_CHARGES`, `BENCH_POST_MS` (times of a POST request in ms) and `BENCH_IN_FLIGHT` set the size.
 */
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startTemporaryPostgres } from '../../.ci/temporaryPostgres.mjs';
import { startCommand } from '../support/childProcess';
import { print } from './databases';

const CHARGES = Number(process.env['BENCH_CHARGES'] ?? '3000');
const BASE_CHARGES = Number(process.env['BENCH_BASE_CHARGES'] ?? '60');
const POST_MS = (process.env['BENCH_POST_MS'] ?? '300,1500').split(',').map(Number);
const IN_FLIGHT = Number(process.env['BENCH_IN_FLIGHT'] ?? '32');
const BASE = process.env['BENCH_BASE'] ?? '25aa0c18';
const SHOP = ['100500', 'bench_secret_key'];
const ROOT = path.resolve('.');

interface Result {
  made: number;
  seconds: number;
  perSecond: number;
  /** Processor time per charge with its notification and emails, in ms. */
  serverMsPerCharge: number;
  databaseMsPerCharge: number;
}

const child = (tree: string, file: string, args: readonly string[]) =>
  startCommand(process.execPath, ['--import', 'tsx', file, ...args], {
    cwd: tree,
    env: { ...process.env, NODE_ENV: 'test' },
  });

/** Makes charges with the sources in a working tree, on a new database. */
async function measure(
  tree: string,
  postgresUrl: string,
  { charges, postMs, inFlight }: { charges: number; postMs: number; inFlight: number },
): Promise<Result> {
  const name = `prosvet_bench_charges_${String(process.pid)}_${String(Date.now())}`;
  const admin = new pg.Client({ connectionString: postgresUrl });
  await admin.connect();
  await admin.query(`create database "${name}"`);
  const database = new URL(postgresUrl);
  database.pathname = `/${name}`;
  const provider = child(ROOT, '__tests__/bench/charges/provider.ts', [String(postMs), ...SHOP]);
  try {
    await provider.until('Ready');
    const [, port = '', method = ''] = /Ready (\d+) (\S+)/.exec(provider.output()) ?? [];
    const server = child(tree, '__tests__/bench/charges/run.ts', [
      ...[database.href, `http://127.0.0.1:${port}`, method, String(charges), String(inFlight)],
      ...SHOP,
    ]);
    await server.until('Result');
    const [, json = '{}'] = /Result (.*)/.exec(server.output()) ?? [];
    await server.exited;
    return JSON.parse(json) as Result;
  } finally {
    await provider.kill('SIGKILL');
    await admin.query(`drop database if exists "${name}" with (force)`);
    await admin.end();
  }
}

const print1 = (
  label: string,
  postMs: number,
  { made, seconds, perSecond, serverMsPerCharge, databaseMsPerCharge }: Result,
): void => {
  const figures = `${String(made)} charges in ${seconds.toFixed(1)} s, ${perSecond.toFixed(1)} charges/s`;
  const times = `server ${serverMsPerCharge.toFixed(1)} ms, PostgreSQL ${databaseMsPerCharge.toFixed(1)} ms`;
  print(
    `${label}, ${String(postMs)} ms per POST: ${figures}; processor time of each with its notification and emails: ${times}`,
  );
};

const given = process.env['TEST_DATABASE_URL'];
const temporary = given ? null : await startTemporaryPostgres();
const postgresUrl = given || (temporary?.url ?? '');
const base = await mkdtemp(path.join(os.tmpdir(), 'prosvet-bench-charges-'));
try {
  execFileSync('git', ['worktree', 'add', '--detach', '--force', base, BASE], { stdio: 'ignore' });
  await symlink(path.join(ROOT, 'node_modules'), path.join(base, 'node_modules'));
  await cp(
    path.join(ROOT, '__tests__/bench/processorTime.ts'),
    path.join(base, '__tests__/bench/processorTime.ts'),
  );
  await cp(path.join(ROOT, '__tests__/bench/charges'), path.join(base, '__tests__/bench/charges'), {
    recursive: true,
  });
  for (const postMs of POST_MS) {
    const before = await measure(base, postgresUrl, { charges: BASE_CHARGES, postMs, inFlight: 1 });
    print1(`commit ${BASE} (one request at a time, so fewer charges)`, postMs, before);
    const after = await measure(ROOT, postgresUrl, { charges: CHARGES, postMs, inFlight: IN_FLIGHT });
    print1(`this tree (${String(IN_FLIGHT)} requests in flight)`, postMs, after);
    print(`${String(postMs)} ms per POST: ${(after.perSecond / before.perSecond).toFixed(1)} times the base`);
  }
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', base], { stdio: 'ignore' });
  await rm(base, { recursive: true, force: true });
  await temporary?.stop();
}
