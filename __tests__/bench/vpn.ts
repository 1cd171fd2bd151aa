/**
 * `npm run bench:vpn` measures the delivery of VPN access against the strict fake of the VPN panel in its own process: the
 * time of 10 000 endings at 20 concurrent requests, the longest waits of a new device and of a payment meanwhile, and time
 * and memory of the comparison of 100 000 credentials. `BENCH_CREDENTIALS`, `BENCH_ENDINGS` and `BENCH_PANEL_MS` set the sizes and the
 * response times of the VPN panel in ms (`5,50`).
 *
 * `BENCH_TREES` names folders of the product, separated by commas, which are measured one after another in the same run. A
 * folder of version 1.1.0 gets a copy of the measuring process:
 * @example git worktree add ../base v1.1.0 && ln -s "$PWD/node_modules" ../base/node_modules && BENCH_TREES=../base,. npm run bench:vpn
 */
import { cp } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { startTemporaryPostgres } from '../../.ci/temporaryPostgres.mjs';
import { startCommand } from '../support/childProcess';
import { ROOT } from '../support/sourceTree';
import { print } from './databases';

const TREES = (process.env['BENCH_TREES'] ?? '.').split(',').map((tree) => path.resolve(tree));
const DELAYS_MS = (process.env['BENCH_PANEL_MS'] ?? '5,50').split(',');
const CREDENTIALS = process.env['BENCH_CREDENTIALS'] ?? '100000';
const ENDINGS = process.env['BENCH_ENDINGS'] ?? '10000';

const FOLDER = '__tests__/bench/vpn';

interface Result {
  comparisonS: number;
  aboveIdleMb: number;
  endingsS: number;
  endingsProcessorS: number;
  longestWaitS: number;
  newDevices: number;
  longestPaymentS: number;
  payments: number;
}

const postgres = await startTemporaryPostgres();
const admin = new pg.Client({ connectionString: postgres.url });
await admin.connect();

async function createDatabase(name: string): Promise<string> {
  await admin.query(`create database ${name}`);
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return url.href;
}

/** Starts a TypeScript module of a folder of the product. */
const start = (tree: string, file: string, env: Record<string, string>) =>
  startCommand(process.execPath, ['--expose-gc', '--import', 'tsx', path.join(tree, FOLDER, file)], {
    cwd: tree,
    env: { ...process.env, NODE_ENV: 'test', ...env },
  });

async function measure(tree: string, delay: string, run: number): Promise<Result> {
  const panel = start(ROOT, 'panelProcess.ts', {
    PANEL_DATABASE_URL: await createDatabase(`panel_${run}`),
    PANEL_CREDENTIALS: CREDENTIALS,
    PANEL_DELAY_MS: delay,
  });
  try {
    await panel.until('Panel on ');
    const [, port = ''] = /Panel on (\d+)/.exec(panel.output()) ?? [];
    const product = start(tree, 'deliveryProcess.ts', {
      BENCH_DATABASE_URL: await createDatabase(`product_${run}`),
      BENCH_PANEL_URL: `http://127.0.0.1:${port}`,
      BENCH_CREDENTIALS: CREDENTIALS,
      BENCH_ENDINGS: ENDINGS,
    });
    const code = await product.exited;
    if (code !== 0) throw new Error(`the measurement failed:\n${product.output()}`);
    return JSON.parse(product.output().trim().split('\n').at(-1) ?? '') as Result;
  } finally {
    await panel.kill('SIGKILL');
  }
}

try {
  let run = 0;
  print(`${CREDENTIALS} credentials, ${ENDINGS} endings`);
  for (const tree of TREES) {
    const folder = path.join(tree, FOLDER);
    if (tree !== ROOT) await cp(path.join(ROOT, FOLDER), folder, { recursive: true });
    for (const delay of DELAYS_MS) {
      const found = await measure(tree, delay, (run += 1));
      const { comparisonS, aboveIdleMb, endingsS, endingsProcessorS } = found;
      const { longestWaitS, newDevices, longestPaymentS, payments } = found;
      print(
        `${tree}, panel ${delay} ms: endings ${endingsS.toFixed(1)} s (${endingsProcessorS.toFixed(1)} s of processor), longest wait of ${newDevices} new devices ` +
          `${longestWaitS.toFixed(2)} s, of ${payments} payments ${longestPaymentS.toFixed(2)} s, comparison ${comparisonS.toFixed(1)} s, ${aboveIdleMb.toFixed(0)} MB above idle`,
      );
    }
  }
} finally {
  await admin.end();
  await postgres.stop();
}
