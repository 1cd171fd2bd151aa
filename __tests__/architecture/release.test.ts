/** Tests `npm run release` in a temporary Git repository. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '../support/sourceTree';

const MIGRATION = 'src/server/store/migrations/0000_initial.sql';

let folder: string;

const file = (name: string): string => path.join(folder, name);
const read = (name: string): string => fs.readFileSync(file(name), 'utf8');
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();

function write(name: string, text: string): void {
  fs.mkdirSync(path.dirname(file(name)), { recursive: true });
  fs.writeFileSync(file(name), text);
}

function commit(): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Change');
}

const offer = (version: string, effectiveFrom: string, fingerprint: string): string =>
  `export const OFFER_EDITION = {\n  version: '${version}',\n  effectiveFrom: '${effectiveFrom}',\n  fingerprint: '${fingerprint}',\n};\n`;

const manifest = (generate: string, scripts: Readonly<Record<string, string>> = {}): string =>
  JSON.stringify(
    { name: 'prosvet', version: '0.1.0', scripts: { 'db:generate': generate, ...scripts } },
    null,
    2,
  );

const computeDigest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Records version 0.1.0 as released, in `releases.json` and in the changelog, with its only migration. */
function recordRelease(): void {
  const release = {
    ...{ version: '0.1.0', date: '2026-01-01', offer: { version: '1.3', fingerprint: 'one' } },
    schema: '0000_initial',
    migrations: { '0000_initial.sql': computeDigest('CREATE TABLE a ();\n') },
  };
  write('releases.json', `${JSON.stringify([release], null, 2)}\n`);
  const section = '## [0.1.0] - 2026-01-01\n\nPublic offer 1.3, schema `0000_initial`.\n\n- Shop\n';
  write('CHANGELOG.md', changelog(`\n### Added\n\n- Gifts\n\n${section}`));
  commit();
}

const changelog = (entries: string): string => `# Changelog\n\n## [Unreleased]\n${entries}`;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'prosvet-release-'));
  git('init', '--quiet');
  git('config', 'user.name', 'Release test');
  git('config', 'user.email', 'release@shop.example');
  write('.gitignore', 'dist/\n');
  write('package.json', manifest('exit 0'));
  write('package-lock.json', JSON.stringify({ version: '0.1.0', packages: { '': { version: '0.1.0' } } }));
  write('CHANGELOG.md', changelog('\n### Added\n\n- Gifts\n'));
  write('src/shared/offerEdition.ts', offer('1.3', '2026-01-01T00:00:00+03:00', 'one'));
  write(
    'src/server/store/migrations/meta/_journal.json',
    JSON.stringify({ entries: [{ tag: '0000_initial' }] }),
  );
  write(MIGRATION, 'CREATE TABLE a ();\n');
  write('releases.json', '[]\n');
  commit();
});

afterEach(() => {
  fs.rmSync(folder, { recursive: true });
});

function release(...words: string[]): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(ROOT, '.ci/release.mjs'), ...words],
    { cwd: folder, encoding: 'utf8' },
  );
  return { code: status, said: stdout + stderr };
}

it('writes the version, the changelog, the tag and the archive', () => {
  expect(release('1.0.0')).toEqual({
    code: 0,
    said: 'Made the tag v1.0.0 and dist/release/prosvet-1.0.0.tar.gz.\n',
  });
  expect(JSON.parse(read('package.json'))).toMatchObject({ version: '1.0.0' });
  expect(JSON.parse(read('package-lock.json'))).toEqual({
    version: '1.0.0',
    packages: { '': { version: '1.0.0' } },
  });
  const today = new Date().toISOString().slice(0, 10);
  expect(read('CHANGELOG.md')).toBe(
    `# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - ${today}\n\nPublic offer 1.3, schema \`0000_initial\`.\n\n### Added\n\n- Gifts\n`,
  );
  expect(git('describe', '--exact-match')).toBe('v1.0.0');
  expect(git('status', '--porcelain')).toBe('');
  const archive = file('dist/release/prosvet-1.0.0.tar.gz');
  const listed = execFileSync('tar', ['--list', '--file', archive], { encoding: 'utf8' });
  expect(listed).toContain('prosvet-1.0.0/CHANGELOG.md');
  execFileSync('sha256sum', ['--check', '--quiet', 'prosvet-1.0.0.tar.gz.sha256'], {
    cwd: path.dirname(archive),
  });
});

it('records the release with the digest of every migration', () => {
  recordRelease();
  write('src/server/store/migrations/0001_later.sql', 'CREATE TABLE b ();\n');
  commit();
  expect(release('1.0.0').code).toBe(0);
  expect(JSON.parse(read('releases.json'))).toMatchObject([
    { version: '0.1.0' },
    {
      version: '1.0.0',
      date: new Date().toISOString().slice(0, 10),
      offer: { version: '1.3', fingerprint: 'one' },
      schema: '0000_initial',
      migrations: {
        '0000_initial.sql': computeDigest('CREATE TABLE a ();\n'),
        '0001_later.sql': computeDigest('CREATE TABLE b ();\n'),
      },
    },
  ]);
  expect(git('status', '--porcelain')).toBe('');
  write(
    'CHANGELOG.md',
    read('CHANGELOG.md').replace('[Unreleased]\n', '[Unreleased]\n\n### Added\n\n- Cards\n'),
  );
  commit();
  expect(release('1.1.0', '--check')).toEqual({ code: 0, said: '1.1.0 can be released.\n' });
});

describe('the pictures of the documentation', () => {
  const PICTURE = '__tests__/e2e/screenshots/shop.png';
  const withScripts = (scripts: Readonly<Record<string, string>>) => {
    write(PICTURE, 'old');
    write('package.json', manifest('exit 0', scripts));
    commit();
  };

  it('are taken from the new build, and are part of the release', () => {
    withScripts({
      build: 'echo built > dist-marker && mv dist-marker .git/',
      screenshots: `cp .git/dist-marker ${PICTURE}`,
    });
    expect(release('1.0.0')).toMatchObject({ code: 0 });
    expect(git('show', `v1.0.0:${PICTURE}`)).toBe('built');
    expect(git('status', '--porcelain')).toBe('');
  });

  it.each(['build', 'screenshots'])('stop the release if %s fails', (script) => {
    withScripts({ [script]: 'exit 1' });
    const head = git('rev-parse', 'HEAD');
    const { code, said } = release('1.0.0');
    expect(code).toBe(1);
    expect(said).toContain('pictures of the documentation');
    expect(git('rev-parse', 'HEAD')).toBe(head);
    expect(git('tag')).toBe('');
    expect(git('status', '--porcelain')).toBe('');
  });
});

it('changes nothing with --check', () => {
  expect(release('1.0.0', '--check')).toEqual({ code: 0, said: '1.0.0 can be released.\n' });
  expect(git('tag')).toBe('');
  expect(git('status', '--porcelain')).toBe('');
});

describe('rejects', () => {
  function expectProblem(problem: string | RegExp, version = '1.0.0'): void {
    const head = git('rev-parse', 'HEAD');
    const { code, said } = release(version);
    expect(said).toMatch(problem);
    expect(code).toBe(1);
    expect(git('rev-parse', 'HEAD')).toBe(head);
  }

  it('a version that is malformed, or not newer', () => {
    expectProblem('must have the form 1.2.3', 'v1.0');
    expectProblem('0.1.0 is not newer than 0.1.0', '0.1.0');
    expectProblem('0.0.9 is not newer than 0.1.0', '0.0.9');
    expect(release().code).toBe(2);
  });

  it('uncommitted changes, and a tag that exists', () => {
    git('tag', 'v1.0.0');
    write('README.md', 'changed');
    expectProblem(/uncommitted changes[^]*The tag v1\.0\.0 exists/);
  });

  it('an empty changelog', () => {
    recordRelease();
    write('CHANGELOG.md', read('CHANGELOG.md').replace('### Added\n\n- Gifts\n\n', ''));
    commit();
    expectProblem('is empty');
    write('CHANGELOG.md', '# Changelog\n');
    commit();
    expectProblem('has no section');
  });

  it('a changelog that lists other releases, or another date, offer or schema of a release', () => {
    recordRelease();
    const text = read('CHANGELOG.md');
    write('CHANGELOG.md', text.replace('2026-01-01', '2026-01-02'));
    commit();
    expectProblem('states another date, public offer or schema of 0.1.0 than releases.json');
    write('CHANGELOG.md', text.replace('schema `0000_initial`', 'schema `0001_later`'));
    commit();
    expectProblem('states another date, public offer or schema of 0.1.0');
    write('CHANGELOG.md', text.replace('## [0.1.0]', '## [0.2.0]'));
    commit();
    expectProblem('CHANGELOG.md lists the versions 0.2.0, but releases.json 0.1.0.');
  });

  it('a patch version with new functions', () => {
    expectProblem('lists new functions, so 0.1.1 must end with .0', '0.1.1');
    write('CHANGELOG.md', changelog('\n### Fixed\n\n- Gifts\n'));
    commit();
    expect(release('0.1.1', '--check').code).toBe(0);
  });

  it('an offer that is not valid yet, and a changed offer without a new edition', () => {
    write('src/shared/offerEdition.ts', offer('1.4', '2999-01-01T00:00:00+03:00', 'two'));
    commit();
    expectProblem('Version 1.4 of the public offer is valid only from 2999');
    recordRelease();
    write('src/shared/offerEdition.ts', offer('1.3', '2026-01-01T00:00:00+03:00', 'two'));
    commit();
    expectProblem('The public offer has changed since 0.1.0, but its version is still 1.3');
  });

  it('a schema without its migration, and a changed migration of an earlier release', () => {
    recordRelease();
    write(MIGRATION, 'CREATE TABLE b ();\n');
    commit();
    expectProblem('0000_initial.sql has changed since 0.1.0');
    fs.rmSync(file(MIGRATION));
    commit();
    expectProblem('0000_initial.sql has changed since 0.1.0');
    write(MIGRATION, 'CREATE TABLE a ();\n');
    write('package.json', manifest('touch src/server/store/migrations/0001_new.sql'));
    commit();
    expectProblem('The migrations do not match the schema');
  });

  it('a schema on which the previous release cannot run', () => {
    recordRelease();
    write(
      'src/server/store/migrations/0001_contract.sql',
      `UPDATE "schema_state" SET "oldest_version" = '1.0.0';\n`,
    );
    commit();
    expectProblem('0001_contract.sql requires version 1.0.0, but 0.1.0 must still run');
  });
});
