/**
 * Selects the test suites to run after a change. The suites closest to the changed files come first, then the fastest
 * suites that depend on these files. The total duration is at most `BUDGET_SECONDS`.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const BUDGET_SECONDS = 100;
/** Assumed duration of a test suite that has never run on this machine, in s. */
const UNKNOWN_SECONDS = 6;
const MEMORY = path.join('node_modules', '.cache', 'suite-seconds.json');

function remembered() {
  try {
    return JSON.parse(fs.readFileSync(MEMORY, 'utf8'));
  } catch {
    return {};
  }
}

/** Stores the duration of each test suite in a Jest report, in s. */
export function rememberSeconds(report) {
  const seconds = remembered();
  for (const { name, startTime, endTime } of report.testResults) {
    if (endTime > startTime) seconds[path.relative('.', name)] = (endTime - startTime) / 1000;
  }
  fs.mkdirSync(path.dirname(MEMORY), { recursive: true });
  fs.writeFileSync(MEMORY, JSON.stringify(seconds));
}

const git = (...args) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter((line) => line !== '');

/** Returns the commit where the branch left the main branch, or `HEAD` if there is no main branch. */
function base() {
  for (const main of ['main', 'origin/main']) {
    try {
      return git('merge-base', 'HEAD', main)[0];
    } catch {
      continue;
    }
  }
  return 'HEAD';
}

function changedFiles() {
  const changed = [
    ...git('diff', '--name-only', '--diff-filter=d', base()),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return [...new Set(changed)].filter((file) => /^(?:src|__tests__)\/.*\.tsx?$/.test(file));
}

/**
 * Returns the distance of a test suite from the changed files. The distance is 0 for a changed suite, and 1 for the suite
 * that mirrors a changed file. The distance is 2 for a suite in the folder of a suite with distance 0 or 1, and 3 for all
 * other suites.
 */
function distance(suite, files) {
  if (files.includes(suite)) return 0;
  const mirrored = files.map((file) => file.replace(/^src\//, '__tests__/'));
  const stem = (file) => file.replace(/(?:\.test)?\.tsx?$/, '');
  if (mirrored.some((file) => stem(file) === stem(suite))) return 1;
  return mirrored.some((file) => path.dirname(file) === path.dirname(suite)) ? 2 : 3;
}

/** Returns the test suites to run, the number of related suites that do not run, and the number of changed files. */
export function relatedSuites() {
  const files = changedFiles();
  if (files.length === 0) return { suites: [], left: 0, files: 0 };
  const listed = execFileSync(
    process.execPath,
    [
      path.join('node_modules', 'jest', 'bin', 'jest.js'),
      '--listTests',
      ...['--selectProjects', 'node', 'web', '--findRelatedTests', ...files],
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const seconds = remembered();
  const cost = (suite) => seconds[suite] ?? UNKNOWN_SECONDS;
  const related = listed
    .split('\n')
    .filter((line) => line.startsWith('/'))
    .map((file) => path.relative('.', file))
    .sort((a, b) => distance(a, files) - distance(b, files) || cost(a) - cost(b));
  let spent = 0;
  const suites = related.filter((suite) => {
    spent += cost(suite);
    return spent <= BUDGET_SECONDS;
  });
  return { suites, left: related.length - suites.length, files: files.length };
}
