/**
 * The suites that a change needs at once: those near the changed files first, then the quickest of
 * those that depend on them, as many as two minutes hold.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const BUDGET_SECONDS = 100;
/** Of a suite that has not run here yet. */
const UNKNOWN_SECONDS = 6;
const MEMORY = path.join('node_modules', '.cache', 'suite-seconds.json');

function remembered() {
  try {
    return JSON.parse(fs.readFileSync(MEMORY, 'utf8'));
  } catch {
    return {};
  }
}

/** Remembers how long the suites of a report of jest took. */
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

/** Where the branch left the main one; the last commit where there is no such branch. */
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

/** 0 for a changed suite, 1 for the one of a changed file, 2 for its room's, 3 for others. */
function distance(suite, files) {
  if (files.includes(suite)) return 0;
  const mirrored = files.map((file) => file.replace(/^src\//, '__tests__/'));
  const stem = (file) => file.replace(/(?:\.test)?\.tsx?$/, '');
  if (mirrored.some((file) => stem(file) === stem(suite))) return 1;
  return mirrored.some((file) => path.dirname(file) === path.dirname(suite)) ? 2 : 3;
}

/** The suites to run, how many related ones are left out, and how many files have changed. */
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
