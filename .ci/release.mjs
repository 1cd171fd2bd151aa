/**
 * Makes a release: `npm run release -- 1.2.3`. Checks that working tree, changelog, public offer and schema agree, writes
 * the version to `package.json` and `CHANGELOG.md`, lists the digests of new migrations, commits, and makes the tag `v1.2.3`
 * and an archive of the sources in `dist/release`. With `--check` the command only checks.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const CHANGELOG = 'CHANGELOG.md';
const OFFER = 'src/shared/offerEdition.ts';
const MIGRATIONS = 'src/server/store/migrations';
/** Test that keeps released migrations unchanged. */
const MIGRATIONS_TEST = '__tests__/architecture/migrations.test.ts';
const ARCHIVES = 'dist/release';
/** Statement of a migration that raises the oldest version of the product that may use the database. */
const OLDEST_VERSION = /UPDATE "schema_state" SET "oldest_version" = '(\d+\.\d+\.\d+)'/;

const git = (...args) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** Returns the output of a Git command, or null if the command fails. */
function gitOrNull(...args) {
  try {
    return git(...args);
  } catch {
    return null;
  }
}

const numbersOf = (version) => version.split('.').map(Number);

function isNewer(version, than) {
  const [left, right] = [numbersOf(version), numbersOf(than)];
  const at = left.findIndex((number, index) => number !== right[index]);
  return at !== -1 && left[at] > right[at];
}

/** Returns the text between the heading `## [Unreleased]` and the next heading of a version. */
function unreleased(changelog) {
  return /^## \[Unreleased\]\n([^]*?)(?=^## \[|(?![^]))/m.exec(changelog)?.[1] ?? null;
}

function offerEdition(text) {
  const field = (name) => new RegExp(`${name}: '([^']+)'`).exec(text)?.[1] ?? '';
  return {
    version: field('version'),
    effectiveFrom: field('effectiveFrom'),
    fingerprint: field('fingerprint'),
  };
}

/** Returns the name of the newest migration. */
function schemaName() {
  const { entries } = JSON.parse(fs.readFileSync(path.join(MIGRATIONS, 'meta/_journal.json'), 'utf8'));
  return entries.at(-1).tag;
}

function treeProblems(version) {
  const { version: current } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
  const problems = [];
  if (!/^\d+\.\d+\.\d+$/.test(version)) return ['The version must have the form 1.2.3.'];
  if (!isNewer(version, current)) problems.push(`${version} is not newer than ${current} in package.json.`);
  if (git('status', '--porcelain') !== '') problems.push('The working tree has uncommitted changes.');
  if (gitOrNull('rev-parse', '--verify', `refs/tags/v${version}`) !== null)
    problems.push(`The tag v${version} exists.`);
  return problems;
}

function changelogProblems(version) {
  const text = unreleased(fs.readFileSync(CHANGELOG, 'utf8'));
  if (text === null) return [`${CHANGELOG} has no section [Unreleased].`];
  if (!/^- /m.test(text)) return [`The section [Unreleased] of ${CHANGELOG} is empty.`];
  return /^### Added$/m.test(text) && !version.endsWith('.0')
    ? [`${CHANGELOG} lists new functions, so ${version} must end with .0 (Semantic Versioning).`]
    : [];
}

function offerProblems(lastTag, now) {
  const offer = offerEdition(fs.readFileSync(OFFER, 'utf8'));
  const problems = [];
  if (new Date(offer.effectiveFrom) > now)
    problems.push(`Version ${offer.version} of the public offer is valid only from ${offer.effectiveFrom}.`);
  const before = lastTag === null ? null : gitOrNull('show', `${lastTag}:${OFFER}`);
  if (before !== null) {
    const { version, fingerprint } = offerEdition(before);
    if (fingerprint !== offer.fingerprint && version === offer.version)
      problems.push(`The public offer has changed since ${lastTag}, but its version is still ${version}.`);
  }
  return problems;
}

function schemaProblems(lastTag) {
  const problems = [];
  execFileSync('npm', ['run', '--silent', 'db:generate'], { stdio: 'pipe' });
  if (git('status', '--porcelain', '--', MIGRATIONS) !== '') {
    problems.push('The migrations do not match the schema: npm run db:generate has written a new migration.');
  }
  const released =
    lastTag === null ? [] : git('ls-tree', '-r', '--name-only', lastTag, '--', MIGRATIONS).split('\n');
  for (const file of released.filter((name) => name.endsWith('.sql'))) {
    if (gitOrNull('show', `${lastTag}:${file}`) !== gitOrNull('show', `HEAD:${file}`))
      problems.push(`${file} has changed since ${lastTag}. A released migration must not change.`);
  }
  // Instances of the previous release run during a rolling upgrade, and must be able to start again.
  for (const name of fs.readdirSync(MIGRATIONS).filter((each) => each.endsWith('.sql'))) {
    const [, oldest] = OLDEST_VERSION.exec(fs.readFileSync(path.join(MIGRATIONS, name), 'utf8')) ?? [];
    if (oldest !== undefined && lastTag !== null && isNewer(oldest, lastTag.slice(1)))
      problems.push(`${name} requires version ${oldest}, but ${lastTag} must still run on the schema.`);
  }
  return problems;
}

/** Adds the digests of new migrations to the test that keeps released migrations unchanged. */
function listMigrations() {
  const text = fs.readFileSync(MIGRATIONS_TEST, 'utf8');
  const added = fs
    .readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql') && !text.includes(`'${name}'`))
    .sort()
    .map((name) => {
      const digest = createHash('sha256')
        .update(fs.readFileSync(path.join(MIGRATIONS, name)))
        .digest('hex');
      return `  '${name}': '${digest}',\n`;
    });
  fs.writeFileSync(
    MIGRATIONS_TEST,
    text.replace(/^const RELEASED[^]*?(?=^};)/m, (list) => list + added.join('')),
  );
}

function writeVersion(version, now) {
  for (const file of ['package.json', 'package-lock.json']) {
    const manifest = JSON.parse(fs.readFileSync(file, 'utf8'));
    manifest.version = version;
    if (manifest.packages?.[''] !== undefined) manifest.packages[''].version = version;
    fs.writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
  }
  const offer = offerEdition(fs.readFileSync(OFFER, 'utf8'));
  const heading = `## [${version}] - ${now.toISOString().slice(0, 10)}`;
  const about = `Public offer ${offer.version}, schema \`${schemaName()}\`.`;
  const changelog = fs.readFileSync(CHANGELOG, 'utf8');
  fs.writeFileSync(
    CHANGELOG,
    changelog.replace('## [Unreleased]\n', () => `## [Unreleased]\n\n${heading}\n\n${about}\n`),
  );
}

/** Writes an archive of the tagged sources and its SHA-256 digest. Returns the path of the archive. */
function writeArchive(version) {
  fs.mkdirSync(ARCHIVES, { recursive: true });
  const file = path.join(ARCHIVES, `prosvet-${version}.tar.gz`);
  git('archive', '--format=tar.gz', `--prefix=prosvet-${version}/`, `--output=${file}`, `v${version}`);
  const digest = createHash('sha256').update(fs.readFileSync(file)).digest('hex');
  fs.writeFileSync(`${file}.sha256`, `${digest}  ${path.basename(file)}\n`);
  return file;
}

const words = process.argv.slice(2);
const [version] = words.filter((word) => word !== '--check');
if (version === undefined) {
  console.error('Usage: npm run release -- <version> [--check]');
  process.exit(2);
}
const now = new Date();
const lastTag = gitOrNull('describe', '--tags', '--abbrev=0', '--match', 'v*');
const problems = treeProblems(version);
// The other checks need a clean working tree.
if (problems.length === 0)
  problems.push(...changelogProblems(version), ...offerProblems(lastTag, now), ...schemaProblems(lastTag));
if (problems.length > 0) {
  for (const problem of problems) console.error(problem);
  process.exit(1);
}
if (words.includes('--check')) {
  console.log(`${version} can be released.`);
} else {
  writeVersion(version, now);
  listMigrations();
  git('commit', '--quiet', '--all', '--message', `Release version ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Version ${version}`);
  console.log(`Made the tag v${version} and ${writeArchive(version)}.`);
}
