/**
 * `npm run bench:pages` measures each page of the built product with Lighthouse 12, on a simulated phone with slow 4G and a
 * 4× CPU slowdown. Pages that require a sign-in are measured signed in. Build first. `PAGES=/,/login` selects pages. The
 * flag `--film` saves images of `/` and `/login` while the pages load. Lighthouse is downloaded by npx on demand, so a
 * clean clone does not contain it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type Browser, chromium, type Page } from 'playwright-core';
import * as v from 'valibot';
import { freePort } from '../../.ci/freePort.mjs';
import { isStaffPath } from '../../src/shared/linkedPaths';
import { type Path, PATHS } from '../../src/web/navigation/paths';
import { ROUTES } from '../../src/web/routes/routeTable';
import { measuredPaths } from '../e2e/budgets';
import { chromiumLaunch } from '../e2e/support/chromium';
import { FIRST_ADMIN } from '../e2e/support/staff';
import { TRY_FREE } from '../support/offer';
import { film } from './film';
import { openSlowPhone } from './slowPhone';

const LIGHTHOUSE = 'lighthouse@12.8.2';

/**
 * Query parameters of the pages that require query parameters. The ids belong to the customer that the benchmark has
 * created.
 */
const QUERIES: Readonly<Record<string, string>> = {
  [PATHS.staffUser]: '?id=1',
  [PATHS.staffLogs]: '?userId=1',
  [PATHS.staffDevice]: '?user=1&device=none',
};
const FILMED = [PATHS.landing, PATHS.login];
const measured: readonly Path[] = measuredPaths;
const needsCustomer = (path: string) =>
  ROUTES.some((row) => row.path === path && (row.guard === 'customer' || row.guard === 'subscriber'));
const needsStaff = (path: string) => isStaffPath(path) && path !== PATHS.staffSignIn;
const PUBLIC = measured.filter((path) => !needsCustomer(path) && !needsStaff(path));
const CUSTOMER = measured.filter(needsCustomer);
const STAFF = measured.filter(needsStaff);

/** Largest contentful paint (LCP) before the pages were prerendered, in s, measured with the same method. */
const LCP_BEFORE_S: Readonly<Record<string, number>> = {
  '/': 3.28,
  '/login': 3.86,
  '/shop': 3.8,
  '/profile': 4.3,
  '/adept': 3.9,
};

const report = v.object({
  categories: v.record(v.string(), v.object({ score: v.nullable(v.number()) })),
  audits: v.record(
    v.string(),
    v.object({ numericValue: v.optional(v.number()), details: v.optional(v.unknown()) }),
  ),
});

const networkRequests = v.object({
  items: v.array(
    v.object({ transferSize: v.optional(v.number(), 0), resourceType: v.optional(v.string(), '') }),
  ),
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (await isSo().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The product or the browser did not start within 60 s.');
}

const port = await freePort();
const base = `http://localhost:${port}`;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'prosvet-pages-'));
const server = spawn(process.execPath, ['dist/server/start.js'], {
  env: {
    ...process.env,
    PORT: String(port),
    PUBLIC_URL: base,
    DATA_DIR: path.join(folder, 'data'),
    SANDBOX_CARD_PROCESS: 'false',
    STAFF_USERNAME: FIRST_ADMIN.username,
    STAFF_PASSWORD: FIRST_ADMIN.password,
  },
  stdio: 'ignore',
});
const debuggingPort = await freePort();
const launch = await chromiumLaunch();
const browser = spawn(
  launch.executablePath,
  [
    ...launch.args,
    '--headless',
    `--remote-debugging-port=${debuggingPort}`,
    `--user-data-dir=${path.join(folder, 'browser')}`,
  ],
  // The browser gets its own process group, because the installed Chromium command may be a shell script that starts the
  // browser.
  { env: launch.env, stdio: 'ignore', detached: true },
);

/** The running Lighthouse process, or null. */
let running: ChildProcess | null = null;

/** Kills a process that leads a process group, and all child processes of this process. */
function endGroup(leader: ChildProcess | null): void {
  if (leader?.pid === undefined) return;
  try {
    process.kill(-leader.pid, 'SIGKILL');
  } catch {
    // The error means that the whole process group has already ended.
  }
}

function end(): void {
  // The script stops Lighthouse before the browser, because Lighthouse would start a new browser if its browser were
  // gone.
  endGroup(running);
  endGroup(browser);
  server.kill('SIGTERM');
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    end();
    process.exit(1);
  });
}
// The benchmark stops its child processes whenever the benchmark exits.
process.once('exit', end);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Runs the Lighthouse command. Resolves to the output of Lighthouse. Rejects if Lighthouse fails. */
async function askLighthouse(address: string): Promise<string> {
  const child = spawn(
    'npx',
    ['--yes', LIGHTHOUSE, address, `--port=${debuggingPort}`, '--output=json', '--quiet'],
    { stdio: ['ignore', 'pipe', 'inherit'], detached: true },
  );
  running = child;
  const [written] = await Promise.all([text(child.stdout), once(child, 'close')]);
  running = null;
  if (child.exitCode !== 0) throw new Error(`Lighthouse ended with ${String(child.exitCode)} at ${address}.`);
  return written;
}

/** Runs Lighthouse in the open browser. Lighthouse clears the cache and keeps the local storage. */
async function measure(page: string): Promise<void> {
  const address = base + page + (QUERIES[page] ?? '');
  const stdout = await askLighthouse(address);
  const { categories, audits } = v.parse(v.pipe(v.string(), v.parseJson(), report), stdout);
  const number = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const { items } = v.parse(networkRequests, audits['network-requests']?.details);
  const kb = (type?: string) =>
    items
      .filter((item) => type === undefined || item.resourceType === type)
      .reduce((sum, item) => sum + item.transferSize, 0) / 1024;
  const before = LCP_BEFORE_S[page];
  print(
    [
      page.padEnd(14),
      ['performance', 'accessibility', 'best-practices', 'seo']
        .map((name) => String(Math.round((categories[name]?.score ?? Number.NaN) * 100)).padStart(3))
        .join(' '),
      (number('first-contentful-paint') / 1000).toFixed(2).padStart(6),
      (number('largest-contentful-paint') / 1000).toFixed(2).padStart(6),
      (before === undefined ? '' : before.toFixed(2)).padStart(6),
      (await worksAt(address)).padStart(6),
      number('total-blocking-time').toFixed(0).padStart(5),
      number('cumulative-layout-shift').toFixed(3).padStart(6),
      kb('Document').toFixed(1).padStart(6),
      kb('Script').toFixed(1).padStart(7),
      kb().toFixed(1).padStart(7),
      String(items.length).padStart(4),
    ].join('  '),
  );
}

/**
 * A script that runs in the page and records when the application is interactive. The script is a string, because a
 * compiled function would need helper functions of the compiler.
 */
const TELL_WHEN_IT_WORKS = `
  addEventListener('applicationready', () => {
    const look = () => {
      if (document.querySelector('h1') === null) requestAnimationFrame(look);
      else window.worksAt = performance.now();
    };
    look();
  });
  new PerformanceObserver((list) => {
    const [first] = list.getEntriesByName('first-contentful-paint');
    if (first !== undefined && document.documentElement.dataset.starts === 'onIntent')
      window.worksAt ??= first.startTime;
  }).observe({ type: 'paint', buffered: true });
`;

interface TimedWindow extends Window {
  worksAt?: number;
}

/**
 * Returns after how many seconds the page is interactive, with real throttling instead of simulated. A page is
 * interactive when its heading is visible and the application has hydrated the page. A static page is interactive when
 * its heading is visible, because a static page works without the application.
 */
async function worksAt(address: string): Promise<string> {
  const [signedIn] = connected.contexts();
  if (signedIn === undefined) throw new Error('The browser has no context.');
  const { context, page } = await openSlowPhone(slowBrowser, {
    storageState: await signedIn.storageState(),
  });
  await page.addInitScript({ content: TELL_WHEN_IT_WORKS });
  await page.goto(address, { waitUntil: 'commit' });
  const handle = await page.waitForFunction(() => (window as TimedWindow).worksAt, null, { timeout: 60_000 });
  const at = await handle.jsonValue();
  await context.close();
  return ((at ?? Number.NaN) / 1000).toFixed(2);
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${base}/login`);
  await page.getByPlaceholder('Введите email').fill(email);
  await page.getByRole('button', { name: '→ Войти по email ссылке' }).click();
  await page.waitForURL('**/wait');
  await page.goto(`${base}/sandbox`);
  const emailMessage = page.locator('article, li, tr').filter({ hasText: email }).first();
  await emailMessage.getByRole('link', { name: /войти/i }).first().click();
  await page.waitForURL('**/shop');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: TRY_FREE }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Номер карты').fill('4242 4242 4242 4242');
  await dialog.getByLabel('Срок действия').fill('12/30');
  await dialog.getByLabel('CVV').fill('123');
  await dialog.getByRole('button', { name: /^Оплатить / }).click();
  await page.waitForURL('**/profile');
}

/** The browser in which Lighthouse measures, and a separate browser without other pages. */
let connected: Browser;
let slowBrowser: Browser;

try {
  await until(async () => (await fetch(`${base}/readyz`)).ok);
  await until(async () => (await fetch(`http://127.0.0.1:${debuggingPort}/json/version`)).ok);
  slowBrowser = await chromium.launch(launch);
  if (process.argv.includes('--film')) {
    for (const each of FILMED) {
      const place = path.join(os.tmpdir(), 'prosvet-film', each.slice(1) || 'index');
      for (const file of await film(slowBrowser, base + each, place)) print(file);
    }
    await slowBrowser.close();
    end();
    process.exit(0);
  }
  const asked = process.env['PAGES']?.split(',');
  const wanted = (pages: readonly string[]) => pages.filter((page) => asked?.includes(page) ?? true);
  print(
    'page            perf a11y best seo   FCP s   LCP s  before  works s   TBT     CLS    html   script   all kB  requests',
  );
  connected = await chromium.connectOverCDP(`http://127.0.0.1:${debuggingPort}`);
  for (const page of wanted(PUBLIC)) await measure(page);
  const [context] = connected.contexts();
  if (context === undefined) throw new Error('The browser has no context.');
  const page = await context.newPage();
  if (wanted(CUSTOMER).length > 0) {
    await signIn(page, 'pages@example.com');
    await page.goto('about:blank');
    for (const each of wanted(CUSTOMER)) await measure(each);
  }
  if (wanted(STAFF).length > 0) {
    await page.goto(`${base}/`);
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${base}/capitulum`);
    await page.getByLabel('Username').fill(FIRST_ADMIN.username);
    await page.getByLabel('Password').fill(FIRST_ADMIN.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/adept');
    await page.goto('about:blank');
    for (const each of wanted(STAFF)) await measure(each);
  }
  await slowBrowser.close();
  await connected.close();
} finally {
  end();
}
process.exit(0);
