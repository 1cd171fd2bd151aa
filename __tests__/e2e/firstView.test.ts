/**
 * Tests the first visit of every page. The size of the page must be within its budget in `budgets.ts`, and its layout
 * must be stable, accessible and fit the window.
 */
import type { Browser, BrowserContext, Page, Request as PageRequest, Route } from '@playwright/test';
import { isStaffPath } from '../../src/shared/linkedPaths';
import { PENDING } from '../../src/web/components/display/pending';
import { type Budget, BUDGETS, type MeasuredPath, measuredPaths } from './budgets';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  requestEmail,
  signInByEmail,
  takeTrial,
  test,
} from './support/journey';
import { expectNothingMoved, rendered, watchFromTheStart } from './support/layoutShift';
import { findUserId, newGift, signInAsStaff } from './support/staff';

const KB = 1024;
/**
 * Tolerance of the size budgets, in kB. File names contain hashes, which compress to different sizes in each build: builds
 * of the same code differed by up to 0.2 kB after a change of other modules.
 */
const BUILDS_DIFFER_KB = 0.2;

/**
 * Timers of at least this length, in ms, never fire during the measurement. A static page starts its application after
 * ten seconds, and /connect requests a new link every five seconds. On a slow machine these later requests would be
 * counted.
 */
const ENDLESS_FROM_MS = 5_000;

interface Cost extends Budget {
  staffFiles: string[];
}

/** Records layout shifts like `watchFromTheStart`, and also disables long timers. */
async function watchFirstView(context: BrowserContext): Promise<void> {
  await watchFromTheStart(context);
  await context.addInitScript((fromMs) => {
    const start = window.setTimeout.bind(window);
    Object.defineProperty(window, 'setTimeout', {
      value: (handler: TimerHandler, ms = 0, ...rest: unknown[]) =>
        ms >= fromMs ? 0 : start(handler, ms, ...rest),
    });
  }, ENDLESS_FROM_MS);
}

/** Opens `path` as a first visit and waits until the page is interactive. */
async function firstView(page: Page, path: string, works: () => Promise<void>): Promise<Cost> {
  const network = await page.context().newCDPSession(page);
  const kinds = new Map<string, string>();
  const urls = new Map<string, string>();
  const bytes = new Map<string, number>();
  network.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    if (request.url.startsWith('data:')) return;
    kinds.set(requestId, type ?? 'Other');
    urls.set(requestId, request.url);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    bytes.set(requestId, encodedDataLength),
  );
  await network.send('Network.enable');
  await page.goto(path);
  await works();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await rendered(page);
  const listIds = (kind: string) => [...kinds].flatMap(([id, each]) => (each === kind ? [id] : []));
  // A script may still be loading while the page is already interactive, for example the script of the card widget.
  await expect
    .poll(() => [...listIds('Document'), ...listIds('Script')].filter((id) => !bytes.has(id)))
    .toEqual([]);
  const sumKb = (ids: string[]) => ids.reduce((sum, id) => sum + (bytes.get(id) ?? Number.NaN), 0) / KB;
  const scripts = listIds('Script');
  return {
    htmlKb: sumKb(listIds('Document').slice(0, 1)),
    scriptKb: sumKb(scripts),
    scripts: scripts.length,
    requests: kinds.size,
    staffFiles: scripts
      .flatMap((id) => urls.get(id) ?? [])
      .filter((url) => /\/(?:console|Staff|Offer|browser|firebaseAuth)\w*-/.test(url)),
  };
}

async function expectWithin(page: Page, budget: Budget, { staffFiles, ...cost }: Cost): Promise<void> {
  expect(staffFiles).toEqual([]);
  for (const name of ['htmlKb', 'scriptKb', 'scripts', 'requests'] as const) {
    const most = budget[name] + (name.endsWith('Kb') ? BUILDS_DIFFER_KB : 0);
    expect(cost[name], `${name} of ${JSON.stringify(cost)}`).toBeLessThanOrEqual(most);
  }
  await expectNothingMoved(page);
}

const OF_CUSTOMERS: readonly MeasuredPath[] = [
  '/profile',
  '/subscription',
  '/account',
  '/account/card',
  '/account/data',
  '/account/devices',
  '/account/delete/confirm',
  '/account/sessions',
  '/account/email',
  '/connect',
  '/mobileProfile',
  '/mobileDetach',
];
const CONSOLE: readonly MeasuredPath[] = measuredPaths.filter(
  (path) => isStaffPath(path) && path !== '/capitulum',
);
const OPEN_TO_ALL = measuredPaths.filter(
  (path) => path !== '/wait' && !CONSOLE.includes(path) && !OF_CUSTOMERS.includes(path),
);

/** Returns the loaded files that the page at `path` does not need. */
function foreignOn(path: MeasuredPath, files: string[]): string[] {
  if (isStaffPath(path)) return [];
  // /connect renders a link for another device, and the desktop sign-in consists of Google's sign-in only.
  const own = {
    '/connect': /\/browser-/,
    '/desktopGAuth': /\/(?:firebaseAuth|browser)-/,
    '/offer': /\/(?:Offer|LegalDocument)-/,
    '/account/delete/confirm': /\/ConfirmDeletion-/,
    '/account/deleted': /\/AccountDeleted-/,
    '/privacy': /\/(?:Privacy|LegalDocument)-/,
  };
  return files.filter((file) => !(path in own) || !own[path as keyof typeof own].test(file));
}

async function measure(page: Page, path: MeasuredPath, query = ''): Promise<void> {
  const cost = await firstView(page, path + query, async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html[data-starts="atOnce"], html[data-held]')).toHaveCount(0);
    await expect(page.locator(`[${PENDING}], [data-settled="false"], .MuiSkeleton-root`)).toHaveCount(0);
  });
  await expectWithin(page, BUDGETS[path], { ...cost, staffFiles: foreignOn(path, cost.staffFiles) });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

/**
 * Measures each page in a new browser context of the signed-in user, so that the browser's cache contains no file of the
 * product.
 */
async function measureAnew(
  signedIn: Page,
  browser: Browser,
  paths: readonly MeasuredPath[],
  queries: Partial<Record<MeasuredPath, string>> = {},
): Promise<void> {
  const { viewport = null, isMobile = false, hasTouch = false, baseURL = '' } = test.info().project.use;
  const storageState = await signedIn.context().storageState();
  for (const path of paths) {
    await test.step(path, async () => {
      const context = await browser.newContext({
        storageState,
        ...{ viewport, isMobile, hasTouch, baseURL },
      });
      await watchFirstView(context);
      await measure(await context.newPage(), path, queries[path]);
      await context.close();
    });
  }
}

for (const path of OPEN_TO_ALL) {
  test(
    `${path} works within its budget, is accessible, and has no layout shift`,
    { tag: '@bothWidths' },
    async ({ page, context, request }) => {
      await watchFirstView(context);
      await measure(page, path, path === '/gift' ? `?key=${await newGift(request, 3)}` : '');
    },
  );
}

test(
  '/wait is interactive within its budget, is accessible, and has no layout shift',
  { tag: '@bothWidths' },
  async ({ page, browser, email }) => {
    await requestEmail(page, email);
    await measureAnew(page, browser, ['/wait']);
  },
);

test(
  'the pages of a customer are interactive within their budgets, are accessible, and have no layout shift',
  { tag: '@bothWidths' },
  async ({ page, browser, email }) => {
    await signInByEmail(page, email);
    await takeTrial(page);
    await expect(page.getByText('подписка активна')).toBeVisible();
    await measureAnew(page, browser, OF_CUSTOMERS);
  },
);

test('the pages of the console are interactive within their budgets, are accessible, and have no layout shift', async ({
  page,
  browser,
  request,
  email,
}) => {
  await signInByEmail(page, email);
  await page.waitForURL('**/shop');
  const id = String(await findUserId(request, email));
  await signInAsStaff(page);
  await measureAnew(page, browser, CONSOLE, {
    '/crucify': `?id=${id}`,
    '/torride': `?user=${id}&device=none`,
    '/severance': `?userId=${id}`,
  });
});

/** Holds back requests whose URL matches `addresses`. Calling `letThemCome` releases the requests, and resolves to them. */
async function holdBack(
  page: Page,
  addresses: RegExp,
): Promise<{ letThemCome: () => Promise<PageRequest[]> }> {
  let mayCome = false;
  const held: Route[] = [];
  await page.route(addresses, async (route) => {
    if (mayCome) await route.continue();
    else held.push(route);
  });
  return {
    letThemCome: async () => {
      mayCome = true;
      await Promise.all(held.map((route) => route.continue()));
      return held.map((route) => route.request());
    },
  };
}

/** Adds latency to all further requests and limits the bandwidth. */
async function slowDown(
  page: Page,
  { latencyMs, kbPerSecond }: { latencyMs: number; kbPerSecond: number },
): Promise<void> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: kbPerSecond * KB,
    uploadThroughput: -1,
  });
}

test('over a slow network the application’s chunks are requested before the first paint, each once', async ({
  page,
}) => {
  await slowDown(page, { latencyMs: 300, kbPerSecond: 200 });
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.locator('html[data-starts]')).toHaveCount(0);
  const { picture, files } = await page.evaluate(() => ({
    picture: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    files: performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/assets\/(?:app|login)-[^/]+\.js$/.test(name))
      .map(({ name, startTime }) => ({ name, startTime })),
  }));
  expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
  expect(files).toHaveLength(2);
  for (const { startTime } of files) expect(startTime).toBeLessThan(picture);
});

test('/open shows its frame before any script has loaded', async ({ page }) => {
  const scripts = await holdBack(page, /\/assets\/.*\.js$/);
  await page.goto('/open#t=garbage', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: 'Вход по ссылке' })).toBeVisible();
  await expect(page.getByText('Проверяем ссылку')).toBeVisible();
  await scripts.letThemCome();
  await expect(page.getByRole('heading', { level: 1, name: 'Ссылка не сработала' })).toBeVisible();
});

test('web fonts that arrive after the first paint are used from the next page on', async ({ page }) => {
  const fonts = await holdBack(page, /\/fonts\//);
  const scripts = await holdBack(page, /\/assets\/.*\.js$/);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const requests = await fonts.letThemCome();
  expect(requests.length).toBeGreaterThan(0);
  await Promise.all(requests.map(async (request) => (await request.response())?.finished()));
  const width = async () => (await page.getByRole('link', { name: 'Публичная оферта' }).boundingBox())?.width;
  const before = await width();
  await scripts.letThemCome();
  await expect(page.locator('html[data-starts]')).toHaveCount(0);
  await rendered(page);
  expect(await width()).toBe(before);
});

test(
  'a document that arrives in parts has no layout shift',
  { tag: '@bothWidths' },
  async ({ page, context, email }) => {
    await signInByEmail(page, email);
    await takeTrial(page);
    await watchFromTheStart(context, true);
    await slowDown(page, { latencyMs: 0, kbPerSecond: 12 });
    const scripts = await holdBack(page, /\/assets\/.*\.js$/);
    for (const path of ['/profile', '/login', '/shop', '/offer']) {
      await page.goto(`${path}?slowly=${email}`, { waitUntil: 'domcontentloaded' });
      await rendered(page);
      await test.step(path, () => expectNothingMoved(page));
    }
    await scripts.letThemCome();
  },
);

test('a document that arrives slowly is complete before the application hydrates it', async ({
  page,
  email,
}) => {
  await signInByEmail(page, email);
  await page.waitForURL('**/shop');
  // The first visit puts the scripts into the browser's cache, so the scripts load faster than the document on the second
  // visit.
  await page.goto('/login');
  await expect(page.locator('html[data-starts]')).toHaveCount(0);
  await slowDown(page, { latencyMs: 0, kbPerSecond: 12 });
  for (const path of ['/shop', '/login'] as const) {
    // A different query string makes the browser load the same document from the network instead of the cache.
    await page.goto(`${path}?slowly=${email}`);
    await expect(page.locator('html[data-starts]')).toHaveCount(0);
    await expect(page.locator('#root main')).toHaveCount(1);
    await expect(page.getByRole('region', { name: /^Уведомления/ })).toHaveCount(1);
  }
});
