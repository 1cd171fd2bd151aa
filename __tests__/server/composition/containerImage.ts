/**
 * Checks the container image: `npm run check:image`. Builds the production files as `deploy/Containerfile` does, checks
 * the list of files, and starts the server from a read-only bind mount as PID 1 of a new PID namespace. If `buildah` is
 * present, also builds the image, and starts the server from its file system.
 *
 * A machine without access to a container registry needs `IMAGE_ROOTFS`, a folder with a Debian root file system
 * (`debootstrap --variant=minbase`), from which the check makes local base images with the names of the real ones.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../../.ci/freePort.mjs';
import { startTemporaryPostgres } from '../../../.ci/temporaryPostgres.mjs';
import { startCommand } from '../../support/childProcess';
import { productionVariables } from '../../support/productionVariables';
import { ROOT } from '../../support/sourceTree';

const IMAGE = 'localhost/prosvet:check';
const SIZE_MAX_MB = 250;
const START_DEADLINE_MS = 60_000;
const STOP_DEADLINE_MS = 10_000;
const IMAGE_USER = 10_001;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function run(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): string {
  return execFileSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
    ...options,
    env: { ...process.env, ...options.env },
  });
}

const isPresent = (command: string): boolean => {
  try {
    execFileSync('which', [command], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Builds the production files in a copy of the committed sources. Returns the folder that the image contains as `/app`. */
async function buildProductionFiles(folder: string): Promise<string> {
  const sources = path.join(folder, 'sources');
  await mkdir(sources);
  run('sh', ['-c', `git archive HEAD | tar --extract --directory "${sources}"`], { cwd: ROOT });
  run('cp', ['--archive', '--link', path.join(ROOT, 'node_modules'), sources]);
  run('npm', ['run', '--silent', 'build'], { cwd: sources, env: { BUILD_ENTRIES: 'production' } });
  run('npm', ['pkg', 'delete', 'devDependencies'], { cwd: sources });
  run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline', '--silent'], { cwd: sources });
  const app = path.join(folder, 'app');
  await mkdir(app);
  for (const name of ['package.json', 'node_modules', 'dist'])
    run('cp', ['--archive', path.join(sources, name), app]);
  return app;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

/** Throws if the files contain the sandbox, tests, sources or a package that production does not load. */
async function checkFiles(app: string): Promise<void> {
  const files = await filesIn(app);
  const { dependencies } = JSON.parse(await readFile(path.join(app, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const top = [...new Set(files.map((file) => file.split('/')[0] ?? ''))].sort();
  const allowed = ['CHANGELOG.md', 'dist', 'node_modules', 'package.json', 'sbom.json'];
  const unexpected = [
    ...top.filter((name) => !allowed.includes(name)),
    ...files.filter((file) => /^dist\/server\/(start|cardProvider)\.js$|^dist\/server\/sandbox\//.test(file)),
    ...files.filter((file) =>
      /^node_modules\/(@electric-sql|vite|typescript|react|firebase|tsx|jest|playwright)/.test(file),
    ),
  ];
  if (unexpected.length > 0) throw new Error(`unexpected files: ${unexpected.slice(0, 10).join(', ')}`);
  const entries = ['startProduction', 'staff', 'provider', 'doctor', 'setup'].map(
    (name) => `dist/server/${name}.js`,
  );
  const missing = [
    ...entries,
    'dist/web/app.html',
    'dist/prerender/renderPage.js',
    'dist/server/store/migrations/0000_initial.sql',
    ...Object.keys(dependencies).map((name) => `node_modules/${name}/package.json`),
  ].filter((file) => !files.includes(file));
  if (missing.length > 0) throw new Error(`missing files: ${missing.join(', ')}`);
  // The names of the fake services occur in the code of the sandbox only.
  const server = files.filter((file) => file.startsWith('dist/server/') && file.endsWith('.js'));
  for (const file of server) {
    const text = await readFile(path.join(app, file), 'utf8');
    if (/createSandbox|fakeCardProvider|fakeVpnPanel/.test(text))
      throw new Error(`${file} contains the sandbox`);
  }
  print(`production files: ${files.length} files, no sandbox, no build tools`);
}

/**
 * Script for `unshare`: makes the folder `$1` read-only, and replaces itself with Node.js as PID 1. With `root` as `$2` the
 * folder is a whole root file system, in which the process runs as the user of the image. The script stores nothing.
 */
const AS_PID_1 = `
set -e
mount --make-rprivate /
mount --bind "$1" "$1"
mount --options remount,bind,ro "$1"
if [ "$2" = root ]; then
  mount --types proc proc "$1/proc"
  exec chroot --userspec=${IMAGE_USER}:${IMAGE_USER} "$1" /bin/sh -c 'cd /app && exec node --enable-source-maps dist/server/startProduction.js'
fi
cd "$1"
exec "$NODE" --enable-source-maps dist/server/startProduction.js
`;

/** Starts the server as PID 1 with a read-only file system, requests its pages, and stops it with SIGTERM. */
async function checkProcess(folder: string, kind: 'app' | 'root'): Promise<void> {
  const postgres = await startTemporaryPostgres();
  const [port, closedPort] = [await freePort(), await freePort()];
  const child = startCommand(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', AS_PID_1, 'sh', folder, kind],
    {
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin',
        ...productionVariables({
          port,
          databaseUrl: postgres.url,
          mailPort: closedPort,
          cardProviderPort: closedPort,
        }),
        DRAIN_SECONDS: '1',
        NODE: process.execPath,
      },
    },
  );
  try {
    const startedAt = performance.now();
    const timer = setTimeout(() => void child.kill('SIGKILL'), START_DEADLINE_MS);
    await child.until('Ready on');
    clearTimeout(timer);
    const startMs = performance.now() - startedAt;
    for (const target of ['/healthz', '/readyz', '/', '/login']) {
      const response = await fetch(`http://127.0.0.1:${port}${target}`);
      if (response.status !== 200) throw new Error(`${target} responds ${response.status}`);
    }
    const children = await readFile(`/proc/${String(child.pid)}/task/${String(child.pid)}/children`, 'utf8');
    const server = Number(children.trim());
    const status = await readFile(`/proc/${server}/status`, 'utf8');
    const innerPid = /^NSpid:.*\t(\d+)$/m.exec(status)?.[1];
    const user = /^Uid:\t(\d+)/m.exec(status)?.[1];
    if (innerPid !== '1') throw new Error(`the server has PID ${innerPid ?? 'unknown'} in its namespace`);
    if (kind === 'root' && user !== String(IMAGE_USER))
      throw new Error(`the server runs as user ${user ?? 'unknown'}`);
    const stoppedAt = performance.now();
    process.kill(server, 'SIGTERM');
    const code = await child.exited;
    const stopMs = performance.now() - stoppedAt;
    if (code !== 0 || stopMs > STOP_DEADLINE_MS)
      throw new Error(
        `the server ended with ${code ?? 'a signal'} after ${Math.round(stopMs)} ms:\n${child.output()}`,
      );
    print(
      `${kind === 'app' ? 'production files' : 'image'}: ready as PID 1 on a read-only file system in ${Math.round(startMs)} ms, ` +
        `user ${user ?? 'unknown'}, gone ${Math.round(stopMs)} ms after SIGTERM`,
    );
  } finally {
    await child.kill('SIGKILL');
    await postgres.stop();
  }
}

const buildah = (...args: string[]): string => run('buildah', ['--storage-driver', 'vfs', ...args]);

const hasImage = (name: string): boolean => {
  try {
    execFileSync('buildah', ['--storage-driver', 'vfs', 'inspect', '--type', 'image', name], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
};

/** Folders that Debian's slim images do not contain. */
const OMITTED_FROM_SLIM = [
  'var/cache/apt',
  'var/lib/apt/lists',
  ...['doc', 'info', 'locale', 'man'].map((name) => `usr/share/${name}`),
];

/** Makes local images with the names of the base images from a root file system and this machine's Node.js. */
async function makeBaseImages(
  rootfs: string,
  folder: string,
  names: { node: string; base: string },
): Promise<void> {
  const base = buildah('from', 'scratch').trim();
  buildah('add', '--quiet', base, rootfs, '/');
  const root = buildah('mount', base).trim();
  for (const omitted of OMITTED_FROM_SLIM)
    await rm(path.join(root, omitted), { recursive: true, force: true });
  buildah('commit', '--quiet', base, names.base);
  const local = path.join(folder, 'local');
  await mkdir(path.join(local, 'bin'), { recursive: true });
  await copyFile(process.execPath, path.join(local, 'bin/node'));
  const npm = path.resolve(run('npm', ['root', '--global']).trim(), 'npm');
  await mkdir(path.join(local, 'lib/node_modules'), { recursive: true });
  run('cp', ['--archive', npm, path.join(local, 'lib/node_modules')]);
  run('ln', ['--symbolic', '../lib/node_modules/npm/bin/npm-cli.js', path.join(local, 'bin/npm')]);
  const certificates = process.env['NODE_EXTRA_CA_CERTS'];
  if (certificates !== undefined) {
    // The package registry of this machine has a certificate of its own, which the final stage does not contain.
    await copyFile(certificates, path.join(local, 'certificates.pem'));
    buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/usr/local/certificates.pem', base);
  }
  buildah('add', '--quiet', base, local, '/usr/local');
  buildah('commit', '--quiet', base, names.node);
  buildah('rm', base);
}

/** Builds the image. Returns false, and prints the reason, if this machine cannot build it. */
async function checkImage(folder: string): Promise<boolean> {
  if (!isPresent('buildah')) {
    print('image: NOT BUILT, because this machine has no builder (buildah)');
    return false;
  }
  const file = await readFile(path.join(ROOT, 'deploy/Containerfile'), 'utf8');
  const parseArgument = (argument: string): string =>
    new RegExp(`^ARG ${argument}=(\\S+)`, 'm').exec(file)?.[1] ?? '';
  const names = { node: parseArgument('NODE_IMAGE'), base: parseArgument('BASE_IMAGE') };
  const rootfs = process.env['IMAGE_ROOTFS'];
  const isComplete = Object.values(names).every((name) => hasImage(name));
  if (rootfs !== undefined) {
    if (!isComplete) await makeBaseImages(rootfs, folder, names);
  } else if (!isComplete) {
    try {
      for (const name of Object.values(names)) buildah('pull', '--quiet', name);
    } catch {
      print('image: NOT BUILT, because the base images cannot be pulled and IMAGE_ROOTFS is not set');
      return false;
    }
  }
  const startedAt = performance.now();
  const npmrc = path.join(os.homedir(), '.npmrc');
  buildah(
    ...[
      'build',
      '--isolation',
      'chroot',
      '--format',
      'docker',
      '--pull=never',
      '--quiet',
      '--network',
      'host',
    ],
    ...(existsSync(npmrc) ? ['--volume', `${npmrc}:/root/.npmrc:ro`] : []),
    ...['--file', path.join(ROOT, 'deploy/Containerfile'), '--tag', IMAGE, ROOT],
  );
  const container = buildah('from', '--pull=never', IMAGE).trim();
  try {
    const root = buildah('mount', container).trim();
    const kilobytes = Number(run('du', ['--summarize', '--block-size=1000', root]).split('\t')[0]);
    const megabytes = Math.round(kilobytes / 1000);
    if (megabytes > SIZE_MAX_MB) throw new Error(`the image has ${megabytes} MB`);
    await checkFiles(path.join(root, 'app'));
    const tools = ['npm', 'npx', 'gcc', 'make', 'python3', 'git', 'curl'].filter((name) =>
      ['usr/local/bin', 'usr/bin', 'bin'].some((bin) => existsSync(path.join(root, bin, name))),
    );
    if (tools.length > 0) throw new Error(`the image contains ${tools.join(', ')}`);
    const sbom = JSON.parse(await readFile(path.join(root, 'app/sbom.json'), 'utf8')) as {
      components: unknown[];
    };
    if (((await stat(path.join(root, 'app'))).mode & 0o022) !== 0)
      throw new Error('others may write to /app');
    print(
      `image: built in ${Math.round((performance.now() - startedAt) / 1000)} s, ${megabytes} MB, ` +
        `${sbom.components.length} packages in sbom.json`,
    );
    await checkProcess(root, 'root');
  } finally {
    buildah('rm', container);
  }
  return true;
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'prosvet-image-'));
try {
  const app = await buildProductionFiles(folder);
  await checkFiles(app);
  if (process.getuid?.() === 0) await checkProcess(app, 'app');
  else print('production files: NOT STARTED as PID 1, because this needs root');
  await checkImage(folder);
} finally {
  await rm(folder, { recursive: true, force: true });
}
