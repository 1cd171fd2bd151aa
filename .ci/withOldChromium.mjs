/**
 * `node .ci/withOldChromium.mjs <command>` runs a command with `CHROMIUM_PATH` set to Chromium 109, the oldest Chromium of the browser
 * floor. The browser is installed from npm into a temporary folder.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

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
  // The code of the npm package would use a browser of any version at `/tmp/chromium`, so its files are unpacked here.
  const files = path.join(folder, 'node_modules', '@sparticuz', 'chromium', 'bin');
  const read = (name) => brotliDecompressSync(fs.readFileSync(path.join(files, `${name}.br`)));
  const executable = path.join(folder, 'chromium');
  fs.writeFileSync(executable, read('chromium'), { mode: 0o755 });
  for (const name of ['swiftshader.tar', 'aws.tar']) {
    const { status } = spawnSync('tar', ['-x', '-C', folder], { input: read(name) });
    if (status !== 0) throw new Error(`${name} could not be unpacked.`);
  }
  const environments = [{}, { LD_LIBRARY_PATH: path.join(folder, 'lib') }];
  const environment = environments
    .map((more) => ({ ...process.env, ...more, CHROMIUM_PATH: executable }))
    .find((env) => spawnSync(executable, ['--version', '--no-sandbox'], { env }).status === 0);
  if (environment === undefined) throw new Error(`Chromium ${VERSION} does not start.`);
  const [program = '', ...args] = process.argv.slice(2);
  const { status } = spawnSync(program, args, { stdio: 'inherit', env: environment });
  process.exitCode = status ?? 1;
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
