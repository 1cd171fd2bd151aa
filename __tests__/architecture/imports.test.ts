/** Who may import whom. */
import { sourceFiles, type SourceFile } from '../support/sourceTree';

const files = sourceFiles();
const byPath = new Map(files.map((file) => [file.path, file]));

function importsFrom(from: RegExp, to: RegExp): string[] {
  return files
    .filter((file) => from.test(file.path))
    .flatMap((file) =>
      file.imports
        .filter((each) => to.test(each.target ?? each.specifier))
        .map((each) => `${file.path} -> ${each.target ?? each.specifier}`),
    );
}

it('reads a tree that is there', () => {
  expect(files.length).toBeGreaterThan(50);
  expect(files.some((file) => file.imports.length > 3)).toBe(true);
});

it.each([
  ['web never imports server', /^src\/web\//, /^src\/server\//],
  ['server never imports web', /^src\/server\//, /^src\/web\//],
  ['shared imports neither', /^src\/shared\//, /^src\/(web|server)\//],
  ['screens never import screens', /^src\/web\/screens\/(?!staff\/)/, /^src\/web\/screens\/(?!texts)/],
  [
    'production never loads the sandbox',
    /^src\/server\/(startProduction\.ts|http|usecases|domain|store\/(?!schema)|jobs|payments)/,
    /^src\/server\/sandbox\//,
  ],
])('%s', (_rule, from, to) => {
  const offences = importsFrom(from, to).filter((line) => {
    const [source, target] = line.split(' -> ');
    // A screen in a folder of its own may be made of several files.
    const folder = /^src\/web\/screens\/([^/]+)\//.exec(source ?? '');
    return !(folder && target?.startsWith(`src/web/screens/${folder[1]}/`));
  });
  expect(offences).toEqual([]);
});

it('domain imports only shared and itself', () => {
  const offences = files
    .filter((file) => file.path.startsWith('src/server/domain/'))
    .flatMap((file) =>
      file.imports
        .filter((each) => !/^src\/(shared|server\/domain)\//.test(each.target ?? each.specifier))
        .map((each) => `${file.path} -> ${each.specifier}`),
    );
  expect(offences).toEqual([]);
});

it('shared imports nothing but the schema library', () => {
  const packages = files
    .filter((file) => file.path.startsWith('src/shared/'))
    .flatMap((file) => file.imports.filter((each) => each.target === null).map((each) => each.specifier));
  expect([...new Set(packages)]).toEqual(['valibot']);
});

/** What lies outside is touched in named files only. */
const SINGLE_DOORS: [string, RegExp, string[]][] = [
  ['firebase', /^firebase(\/|$)/, ['src/web/platform/firebaseAuth.ts']],
  ['notistack', /^notistack$/, ['src/web/toasts/ToastStack.tsx']],
  ['redux-persist', /^redux-persist(\/|$)/, ['src/web/app/store.ts', 'src/web/identity/persistence.ts']],
  ['qrcode', /^qrcode$/, ['src/web/platform/qrCode.ts']],
  ['pg', /^(pg|drizzle-orm\/node-postgres.*)$/, ['src/server/store/openDatabase.ts']],
  ['PGlite', /^(@electric-sql\/pglite.*|drizzle-orm\/pglite.*)$/, ['src/server/store/openDatabase.ts']],
  ['nodemailer', /^nodemailer$/, ['src/server/mail/smtpMailer.ts']],
  ['argon2', /^@node-rs\/argon2$/, ['src/server/usecases/staff/passwords.ts']],
  ['pino', /^pino$/, ['src/server/logging/pinoLogger.ts']],
];

it.each(SINGLE_DOORS)('%s is imported only where it belongs', (_name, pattern, doors) => {
  const importers = files
    .filter((file) => file.imports.some((each) => each.target === null && pattern.test(each.specifier)))
    .map((file) => file.path);
  expect(importers.filter((file) => !doors.includes(file))).toEqual([]);
});

it('has no import cycle', () => {
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
      const next = each.target !== null && !each.typeOnly ? byPath.get(each.target) : undefined;
      if (next) visit(next, [...trail, file.path]);
    }
    state.set(file.path, 'done');
  };
  for (const file of files) visit(file, []);
  expect(cycles).toEqual([]);
});
