/**
 * `node .ci/withOldChromium.mjs <command>` runs a command with `CHROMIUM_PATH` set to Chromium 109, the oldest Chromium of the browser
 * floor. The browser is installed from npm into a temporary folder.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

const VERSION = '109.0.0';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'prosvet-chromium-'));
try {
  const installed = spawnSync(
    'npm',
    ['install', '--prefix', folder, '--no-save', `@sparticuz/chromium@${VERSION}`],
    {
      stdio: 'inherit',
    },
  );
  if (installed.status !== 0) throw new Error(`Chromium ${VERSION} could not be installed.`);
  // The npm package unpacks the browser into the temporary folder, and its libraries only if it detects AWS Lambda.
  Object.assign(process.env, {
    TMPDIR: folder,
    AWS_LAMBDA_FUNCTION_NAME: 'any',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs16.x',
  });
  const { default: chromium } = createRequire(path.join(folder, 'any.js'))('@sparticuz/chromium');
  const executable = await chromium.executablePath();
  const [program = '', ...args] = process.argv.slice(2);
  const { status } = spawnSync(program, args, {
    stdio: 'inherit',
    env: { ...process.env, TMPDIR: os.tmpdir(), CHROMIUM_PATH: executable },
  });
  process.exitCode = status ?? 1;
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
