/** Checks the documentation: its length, its links, and the names that it mentions. */
import fs from 'node:fs';
import path from 'node:path';
import { CONFIGURATION_FILE } from '../server/configuration/configurationDocument';
import { PERSONAL_DATA_FILE } from '../server/store/personalDataDocument';
import { ROOT, textFiles } from '../support/sourceTree';

const README_LINES_MAX = 150;
const DECISIONS_MAX = 46;
const DECISION_WORDS_MAX = 120;
/**
 * Maximum number of words of the documentation without decision records, runbooks, the change log and generated documents.
 * Shorten old text before you raise this number.
 */
const WORDS_MAX = 10_900;

const DECISIONS = 'docs/decisions/';
const RUNBOOKS = 'docs/runbooks/';
/** Paths of generated documents. */
const GENERATED = new Set([CONFIGURATION_FILE, PERSONAL_DATA_FILE]);
/** Folders that contain no documentation of the product. */
const OTHERS = new Set(['node_modules', 'dist', 'test-results', 'playwright-report']);

interface Page {
  /** Path of the document in the repository. */
  path: string;
  text: string;
}

function listMarkdown(folder: string): string[] {
  return fs.readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory())
      return entry.name.startsWith('.') || OTHERS.has(entry.name) ? [] : listMarkdown(file);
    return file.endsWith('.md') ? [file] : [];
  });
}

const pages = listMarkdown('.').map((file): Page => ({
  path: file,
  text: fs.readFileSync(path.join(ROOT, file), 'utf8'),
}));

const withoutCodeBlocks = (text: string): string => text.replace(/^```[^]*?^```/gm, '');
/** Returns the number of words. Separators of table cells and other punctuation do not count. */
const wordsIn = (text: string): number =>
  text.split(/[\s|]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
const exists = (file: string): boolean => fs.existsSync(path.join(ROOT, file));

/** Returns the anchors of the headings of a Markdown page, as GitHub generates them. */
function listAnchors({ text }: Page): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutCodeBlocks(text).matchAll(/^#+ (.+)$/gm)) {
    const words = heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '');
    const anchor = words.trim().replace(/\s/g, '-');
    const repeated = [...anchors].filter(
      (other) => other === anchor || other.startsWith(`${anchor}-`),
    ).length;
    anchors.add(anchors.has(anchor) ? `${anchor}-${repeated}` : anchor);
  }
  return anchors;
}

/** Returns the targets of the links and images of a Markdown page. Targets on other hosts are omitted. */
function listTargets({ text }: Page): string[] {
  const prose = withoutCodeBlocks(text).replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)]
    .map(([, link, image]) => link ?? image ?? '')
    .filter((target) => !/^[a-z]+:/.test(target));
}

function isBroken(page: Page, target: string): boolean {
  const [file = '', anchor] = target.split('#');
  const linked = file === '' ? page.path : path.posix.join(path.posix.dirname(page.path), file);
  if (!exists(linked)) return true;
  if (anchor === undefined) return false;
  const linkedPage = pages.find((other) => other.path === linked);
  return linkedPage === undefined || !listAnchors(linkedPage).has(anchor);
}

it('finds the documentation', () => {
  expect(pages.map((page) => page.path)).toEqual(
    expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'deploy/README.md', 'src/server/README.md']),
  );
});

it('links only to files and headings that exist', () => {
  const broken = pages.flatMap((page) =>
    listTargets(page)
      .filter((target) => isBroken(page, target))
      .map((target) => `${page.path}: ${target}`),
  );
  expect(broken).toEqual([]);
});

it('names only files that exist', () => {
  const missing = pages.flatMap(({ path: page, text }) =>
    [...text.matchAll(/`((?:src|__tests__|docs|deploy|public|\.ci)\/[\w./-]*)`/g)]
      .map(([, file = '']) => file)
      .filter((file) => !exists(file))
      .map((file) => `${page}: ${file}`),
  );
  expect(missing).toEqual([]);
});

it('is cited in comments by its current file names', () => {
  const missing = textFiles('src', '__tests__').flatMap(({ path: file, text }) =>
    [...text.matchAll(/\b(?:docs|deploy)\/[\w./-]+\.md\b/g)]
      .map(([cited]) => cited)
      .filter((cited) => !exists(cited))
      .map((cited) => `${file}: ${cited}`),
  );
  expect(missing).toEqual([]);
});

it('names only commands that exist', () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const unknown = pages.flatMap(({ path: page, text }) =>
    [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !(name in manifest.scripts))
      .map((name) => `${page}: npm run ${name}`),
  );
  expect(unknown).toEqual([]);
});

it('lists the calls of the sandbox as they are', () => {
  const page = pages.find((each) => each.path === 'docs/sandbox.md')?.text ?? '';
  const listed = [...page.matchAll(/^\| ((?:`(?:GET|POST)[^|]*)) \|/gm)].flatMap(([, cell = '']) => {
    const [, route = ''] = /(\/[\w/{}]*)/.exec(cell) ?? [];
    return [...cell.matchAll(/GET|POST/g)].map(
      ([method]) => `${method} ${route.replace(/\{(\w+)\}/g, ':$1')}`,
    );
  });
  const routes = textFiles('src/server/sandbox')
    .filter(({ path: file }) => file.endsWith('/sandboxApi.ts'))
    .flatMap(({ text }) =>
      [...text.matchAll(/\bapi\.(get|post)\('([^']+)'/g)].map(
        ([, method = '', route = '']) => `${method.toUpperCase()} ${route}`,
      ),
    );
  expect(listed.sort()).toEqual(routes.sort());
});

it(`keeps the README within ${README_LINES_MAX} lines`, () => {
  const readme = pages.find((page) => page.path === 'README.md');
  expect(readme?.text.trimEnd().split('\n').length).toBeLessThanOrEqual(README_LINES_MAX);
});

it(`keeps the documentation within ${WORDS_MAX} words, without decisions, runbooks, the change log and generated documents`, () => {
  const counted = pages.filter(
    ({ path: page }) =>
      page !== 'CHANGELOG.md' &&
      !GENERATED.has(page) &&
      ![DECISIONS, RUNBOOKS].some((folder) => page.startsWith(folder)),
  );
  expect(counted.reduce((sum, { text }) => sum + wordsIn(text), 0)).toBeLessThanOrEqual(WORDS_MAX);
});

it('has a runbook for each alert, with symptom, look at, do, verify and tried', () => {
  const rules = fs.readFileSync(path.join(ROOT, 'deploy/alerts.yml'), 'utf8');
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => `${RUNBOOKS}${name}.md`);
  const runbooks = pages.filter((page) => page.path.startsWith(RUNBOOKS));
  expect(runbooks.map((page) => page.path).sort()).toEqual(alerts.sort());
  const incomplete = runbooks.filter(
    ({ text }) =>
      !/^\*\*Symptom\.\*\* [^]+^## Look at$[^]+^## Do$[^]+^## Verify$[^]+^## Tried$[^]+/m.test(text),
  );
  expect(incomplete.map((page) => page.path)).toEqual([]);
  const guide = pages.find((page) => page.path === 'deploy/README.md');
  expect(guide === undefined ? [] : listTargets(guide)).toContain('../docs/runbooks');
});

describe('decisions', () => {
  const records = pages.filter(({ path: page }) => page.startsWith(DECISIONS) && /\/\d{4}-[^/]+$/.test(page));

  it(`are at most ${DECISIONS_MAX} records of at most ${DECISION_WORDS_MAX} words`, () => {
    expect(records.length).toBeGreaterThan(0);
    expect(records.length).toBeLessThanOrEqual(DECISIONS_MAX);
    const long = records.filter(({ text }) => wordsIn(text) > DECISION_WORDS_MAX).map((page) => page.path);
    expect(long).toEqual([]);
  });

  it('are numbered without gaps and repetitions', () => {
    const numbers = records.map(({ path: page }) =>
      Number(page.slice(DECISIONS.length, DECISIONS.length + 4)),
    );
    expect(numbers.toSorted((one, other) => one - other)).toEqual(records.map((_record, index) => index + 1));
  });

  it('have a context, a decision, consequences and rejected options, and are in the index', () => {
    const index = pages.find((page) => page.path === `${DECISIONS}README.md`);
    expect(index).toBeDefined();
    const listed = index === undefined ? [] : listTargets(index).map((target) => DECISIONS + target);
    const incomplete = records
      .filter(
        ({ path: page, text }) =>
          !listed.includes(page) ||
          !['Context', 'Decision', 'Consequences', 'Rejected'].every((part) => text.includes(`**${part}.**`)),
      )
      .map((page) => page.path);
    expect(incomplete).toEqual([]);
  });
});
