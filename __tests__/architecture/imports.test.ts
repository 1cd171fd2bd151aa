/** Checks rules about imports that the layers in `layers.ts` do not express. */
import fs from 'node:fs';
import path from 'node:path';
import { readSourceFile, ROOT, type SourceFile, sourceFiles, withoutComments } from '../support/sourceTree';

const files = sourceFiles();
const byPath = new Map(files.map((file) => [file.path, file]));

/**
 * Returns all files that the given files load at startup or dynamically, directly or indirectly. Type-only imports are
 * ignored, because they load no file.
 */
function loadedBy(starts: readonly string[]): Set<string> {
  const loaded = new Set<string>();
  const visit = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const each of byPath.get(file)?.imports ?? []) {
      if (each.target !== null && !each.typeOnly) visit(each.target);
    }
  };
  starts.forEach(visit);
  return loaded;
}

const ofSandbox = (file: string) =>
  /^src\/server\/(sandbox\/|composition\/(sandboxServer|cardProvider\w+)\.ts)/.test(file);
const entries = ['src/server/start.ts', 'src/server/dev.ts', 'src/server/cardProvider.ts'];

it('production never loads the sandbox', () => {
  const product = files
    .map((file) => file.path)
    .filter((file) => file.startsWith('src/server/') && !ofSandbox(file) && !entries.includes(file));
  expect(product).toContain('src/server/startProduction.ts');
  expect(product).toContain('src/server/composition/productionServer.ts');
  expect([...loadedBy(product)].filter(ofSandbox)).toEqual([]);
});

it('detects files that are loaded dynamically', () => {
  expect([...loadedBy(entries)].filter(ofSandbox).length).toBeGreaterThan(10);
});

/** Package of the embedded database, which only the sandbox opens. */
const EMBEDDED_DATABASE = '@electric-sql/pglite';

it('the dependencies are the packages that production loads; the build bundles all others', () => {
  const starts = ['startProduction', 'staff', 'provider', 'doctor', 'setup'].map(
    (name) => `src/server/${name}.ts`,
  );
  const packages = [...loadedBy(starts)]
    .flatMap((file) => byPath.get(file)?.imports ?? [])
    .filter((each) => each.target === null && !each.typeOnly && !each.specifier.startsWith('node:'))
    .map(({ specifier }) =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    )
    .filter((name) => name !== EMBEDDED_DATABASE);
  const manifest = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  expect(Object.keys(manifest.dependencies).sort()).toEqual([...new Set(packages)].sort());
});

/** Packages for external services and browser features, each with the files that may import the package. */
const SINGLE_DOORS: [string, RegExp, string[]][] = [
  ['firebase', /^firebase(\/|$)/, ['src/web/platform/firebaseAuth.ts']],
  ['notistack', /^notistack$/, ['src/web/components/toasts/ToastStack.tsx']],
  ['redux-persist', /^redux-persist(\/|$)/, ['src/web/app/store.ts', 'src/web/identity/persistence.ts']],
  ['qrcode', /^qrcode$/, ['src/web/platform/qrCode.ts']],
  [
    'pg',
    /^(pg|drizzle-orm\/node-postgres.*)$/,
    [
      'src/server/store/examinePostgres.ts',
      'src/server/store/openDatabase.ts',
      'src/server/store/postgresPool.ts',
      'src/server/store/sessionSettings.ts',
    ],
  ],
  ['PGlite', /^(@electric-sql\/pglite.*|drizzle-orm\/pglite.*)$/, ['src/server/store/openDatabase.ts']],
  ['nodemailer', /^nodemailer$/, ['src/server/adapters/smtpMailer.ts']],
  ['argon2', /^@node-rs\/argon2$/, ['src/server/usecases/staff/passwords.ts']],
  ['prom-client', /^prom-client$/, ['src/server/adapters/prometheusMetrics.ts']],
  ['pino', /^pino$/, ['src/server/logging/pinoLogger.ts']],
];

it.each(SINGLE_DOORS)('%s is imported only in its designated files', (_name, pattern, doors) => {
  const importers = files
    .filter((file) => file.imports.some((each) => each.target === null && pattern.test(each.specifier)))
    .map((file) => file.path);
  expect(importers.filter((file) => !doors.includes(file))).toEqual([]);
});

it('uses only import statements that the test can parse: no inline type import, no require', () => {
  const hidden = /\bimport\('[^']*'\)\.[A-Z]|\bcreateRequire\b|\brequire\(/;
  expect(files.filter((file) => hidden.test(withoutComments(file))).map(({ path }) => path)).toEqual([]);
});

it('has no import cycle, type-only imports included', () => {
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[] = [];
  const visit = (file: SourceFile, trail: string[]): void => {
    if (state.get(file.path) === 'done') return;
    if (state.get(file.path) === 'open') {
      cycles.push([...trail.slice(trail.indexOf(file.path)), file.path].join(' -> '));
      return;
    }
    state.set(file.path, 'open');
    for (const each of file.imports) {
      const next = each.target !== null ? byPath.get(each.target) : undefined;
      if (next) visit(next, [...trail, file.path]);
    }
    state.set(file.path, 'done');
  };
  for (const file of files) visit(file, []);
  expect(cycles).toEqual([]);
});

/** Returns the TypeScript files that a script loads at startup, outside `src` too. */
function loadedByScript(start: string): Set<string> {
  const loaded = new Set<string>();
  const visit = (file: string): void => {
    if (loaded.has(file) || !/\.tsx?$/.test(file)) return;
    loaded.add(file);
    for (const { target, typeOnly } of readSourceFile(file).imports) {
      if (target !== null && !typeOnly) visit(target);
    }
  };
  visit(start);
  return loaded;
}

it('npm scripts that load JSX of the web application name its tsconfig, without which tsx cannot compile JSX', () => {
  const { scripts } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const loading = Object.entries(scripts).filter(([, command]) => {
    const [, script] = /^tsx .*?(\S+\.ts)$/.exec(command) ?? [];
    const files = script === undefined ? [] : [...loadedByScript(script)];
    return files.some((file) => file.startsWith('src/web/') && file.endsWith('.tsx'));
  });
  expect(loading.length).toBeGreaterThan(0);
  const without = loading.filter(([, command]) => !command.includes('--tsconfig src/web/tsconfig.json'));
  expect(without.map(([name]) => name)).toEqual([]);
});
