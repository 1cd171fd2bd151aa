/**
 * Makes a release: `npm run release -- 1.2.3`. Checks that working tree, changelog, public offer and schema agree with each
 * other and with the earlier releases in `releases.json`, writes the version to `package.json`, `CHANGELOG.md` and
 * `releases.json`, takes the pictures of the documentation, commits, and makes the tag `v1.2.3` and an archive of the sources in `dist/release`. With `--check` the
 * command only checks. Earlier tags are not read, because a copy of the repository may lack them.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const CHANGELOG = 'CHANGELOG.md';
const OFFER = 'src/shared/offerEdition.ts';
const MIGRATIONS = 'src/server/store/migrations';
/**
 * Releases, oldest first: `version`, `date` (ISO 8601), `offer` with the version and fingerprint of the public offer,
 * `schema` (the newest migration), and the SHA-256 digest of each of the `migrations` by file name.
 */
const RELEASES = 'releases.json';
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

const parseVersion = (version) => version.split('.').map(Number);

function isNewer(version, than) {
  const [left, right] = [parseVersion(version), parseVersion(than)];
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

/** Returns the SHA-256 digest of each migration by file name. */
function migrationDigests() {
  const names = fs.readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'));
  return Object.fromEntries(
    names.sort().map((name) => {
      const text = fs.readFileSync(path.join(MIGRATIONS, name));
      return [name, createHash('sha256').update(text).digest('hex')];
    }),
  );
}

/** Returns how the changelog states a release. */
const buildChangelogEntry = ({ version, date, offer, schema }) =>
  `## [${version}] - ${date}\n\nPublic offer ${offer.version}, schema \`${schema}\`.\n`;

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

function changelogProblems(version, releases) {
  const changelog = fs.readFileSync(CHANGELOG, 'utf8');
  const text = unreleased(changelog);
  if (text === null) return [`${CHANGELOG} has no section [Unreleased].`];
  const problems = [];
  const stated = [...changelog.matchAll(/^## \[(\d[^\]]*)\]/gm)].map(([, each]) => each).reverse();
  const recorded = releases.map((release) => release.version);
  if (stated.join() !== recorded.join())
    problems.push(
      `${CHANGELOG} lists the versions ${stated.join(', ')}, but ${RELEASES} ${recorded.join(', ')}.`,
    );
  for (const release of releases)
    if (!changelog.includes(buildChangelogEntry(release)))
      problems.push(
        `${CHANGELOG} states another date, public offer or schema of ${release.version} than ${RELEASES}.`,
      );
  if (!/^- /m.test(text)) problems.push(`The section [Unreleased] of ${CHANGELOG} is empty.`);
  else if (/^### Added$/m.test(text) && !version.endsWith('.0'))
    problems.push(`${CHANGELOG} lists new functions, so ${version} must end with .0 (Semantic Versioning).`);
  return problems;
}

function offerProblems(last, now) {
  const offer = offerEdition(fs.readFileSync(OFFER, 'utf8'));
  const problems = [];
  if (new Date(offer.effectiveFrom) > now)
    problems.push(`Version ${offer.version} of the public offer is valid only from ${offer.effectiveFrom}.`);
  if (last?.offer.version === offer.version && last.offer.fingerprint !== offer.fingerprint)
    problems.push(
      `The public offer has changed since ${last.version}, but its version is still ${offer.version}.`,
    );
  return problems;
}

function schemaProblems(releases) {
  const problems = [];
  const last = releases.at(-1);
  execFileSync('npm', ['run', '--silent', 'db:generate'], { stdio: 'pipe' });
  if (git('status', '--porcelain', '--', MIGRATIONS) !== '') {
    problems.push('The migrations do not match the schema: npm run db:generate has written a new migration.');
  }
  const present = migrationDigests();
  for (const { version, migrations } of releases)
    for (const [name, digest] of Object.entries(migrations))
      if (present[name] !== digest)
        problems.push(`${name} has changed since ${version}. A released migration must not change.`);
  // Instances of the previous release run during a rolling upgrade, and must be able to start again.
  for (const name of Object.keys(present)) {
    const [, oldest] = OLDEST_VERSION.exec(fs.readFileSync(path.join(MIGRATIONS, name), 'utf8')) ?? [];
    if (oldest !== undefined && last !== undefined && isNewer(oldest, last.version))
      problems.push(`${name} requires version ${oldest}, but ${last.version} must still run on the schema.`);
  }
  return problems;
}

function writeVersion(version, releases, now) {
  for (const file of ['package.json', 'package-lock.json']) {
    const manifest = JSON.parse(fs.readFileSync(file, 'utf8'));
    manifest.version = version;
    if (manifest.packages?.[''] !== undefined) manifest.packages[''].version = version;
    fs.writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
  }
  const { version: edition, fingerprint } = offerEdition(fs.readFileSync(OFFER, 'utf8'));
  const release = {
    version,
    date: now.toISOString().slice(0, 10),
    offer: { version: edition, fingerprint },
    schema: schemaName(),
    migrations: migrationDigests(),
  };
  fs.writeFileSync(RELEASES, `${JSON.stringify([...releases, release], null, 2)}\n`);
  const changelog = fs.readFileSync(CHANGELOG, 'utf8');
  fs.writeFileSync(
    CHANGELOG,
    changelog.replace('## [Unreleased]\n', () => `## [Unreleased]\n\n${buildChangelogEntry(release)}`),
  );
}

/** Takes the pictures of the documentation from the new build. Returns false if a command fails. */
function takePictures() {
  return ['build', 'screenshots'].every((script) => {
    const { status } = spawnSync('npm', ['run', '--silent', '--if-present', script], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return status === 0;
  });
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
const releases = JSON.parse(fs.readFileSync(RELEASES, 'utf8'));
const problems = treeProblems(version);
// The other checks need a clean working tree.
if (problems.length === 0)
  problems.push(
    ...changelogProblems(version, releases),
    ...offerProblems(releases.at(-1), now),
    ...schemaProblems(releases),
  );
if (problems.length > 0) {
  for (const problem of problems) console.error(problem);
  process.exit(1);
}
if (words.includes('--check')) {
  console.log(`${version} can be released.`);
} else {
  writeVersion(version, releases, now);
  if (!takePictures()) {
    git('checkout', '--quiet', '--', '.');
    console.error('The pictures of the documentation could not be taken (npm run screenshots).');
    process.exit(1);
  }
  git('commit', '--quiet', '--all', '--message', `Release version ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Version ${version}`);
  console.log(`Made the tag v${version} and ${writeArchive(version)}.`);
}
