/** What a first view costs and whether anything moves in it, against `budgets.ts`. */
import type { Page, Request as PageRequest, Route } from '@playwright/test';
import { type Budget, BUDGETS } from './budgets';
import { expect, signInByLetter, takeTrial, test } from './support/journey';
import { drawn, expectNothingMoved, watchFromTheStart } from './support/layoutShift';

const KB = 1024;
/** Files are named by hashes, which compress by some bytes differently in each build. */
const BUILDS_DIFFER_KB = 0.1;

interface Cost extends Budget {
  staffFiles: string[];
}

/** Opens `path` as a first visit and waits until it works. */
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
  await drawn(page);
  const idsOf = (kind: string) => [...kinds].flatMap(([id, each]) => (each === kind ? [id] : []));
  const kbOf = (ids: string[]) => ids.reduce((sum, id) => sum + (bytes.get(id) ?? Number.NaN), 0) / KB;
  const scripts = idsOf('Script');
  return {
    htmlKb: kbOf(idsOf('Document').slice(0, 1)),
    scriptKb: kbOf(scripts),
    scripts: scripts.length,
    requests: kinds.size,
    staffFiles: scripts
      .flatMap((id) => urls.get(id) ?? [])
      .filter((url) => /\/(?:console|Staff|Offer|browser|firebaseAuth|ToastStack)\w*-/.test(url)),
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

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

for (const path of ['/', '/info', '/offer', '/support'] as const) {
  test(`${path} is there with its document, and nothing moves`, async ({ page, context }) => {
    await watchFromTheStart(context);
    const cost = await firstView(page, path, () => expect(heading(page)).toBeVisible());
    await expectWithin(page, BUDGETS[path], cost);
  });
}

test('/login works within its budget, and nothing moves', async ({ page, context }) => {
  await watchFromTheStart(context);
  const cost = await firstView(page, '/login', async () => {
    await expect(heading(page)).toBeVisible();
    await expect(page.locator('html[data-starts]')).toHaveCount(0);
  });
  await expectWithin(page, BUDGETS['/login'], cost);
});

test('/capitulum works within its budget, and nothing moves', async ({ page, context }) => {
  await watchFromTheStart(context);
  const cost = await firstView(page, '/capitulum', async () => {
    await expect(page.getByLabel('Username')).toBeVisible();
    await expect(page.locator('html[data-starts]')).toHaveCount(0);
  });
  // The console's own files are what is asked for here.
  expect(cost.staffFiles).not.toEqual([]);
  await expectWithin(page, BUDGETS['/capitulum'], { ...cost, staffFiles: [] });
});

test('/shop works within its budget, and nothing moves', async ({ page, context }) => {
  await watchFromTheStart(context);
  const cost = await firstView(page, '/shop', async () => {
    await expect(page.getByRole('button', { name: /Попробовать/ })).toBeVisible();
    await expect(page.locator('html[data-starts]')).toHaveCount(0);
  });
  await expectWithin(page, BUDGETS['/shop'], cost);
});

test('/profile works within its budget, and nothing moves', async ({ page, browser, email }, info) => {
  await signInByLetter(page, email);
  await takeTrial(page);
  await expect(page.getByText('подписка активна')).toBeVisible();
  const { viewport = null, isMobile = false, hasTouch = false, baseURL = '' } = info.project.use;
  // Another browser of the same person: nothing of the product is in its cache.
  const context = await browser.newContext({
    storageState: await page.context().storageState(),
    ...{ viewport, isMobile, hasTouch, baseURL },
  });
  await watchFromTheStart(context);
  const fresh = await context.newPage();
  const cost = await firstView(fresh, '/profile', () =>
    expect(fresh.getByRole('link', { name: /подключить/i }).first()).toBeVisible(),
  );
  await expectWithin(fresh, BUDGETS['/profile'], cost);
  await context.close();
});

/** Holds back what is asked for at `addresses`; `letThemCome` tells what that was. */
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

test('letters that come after the first picture wait for the next page', async ({ page }) => {
  const letters = await holdBack(page, /\/fonts\//);
  const scripts = await holdBack(page, /\/assets\/.*\.js$/);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const requests = await letters.letThemCome();
  expect(requests.length).toBeGreaterThan(0);
  await Promise.all(requests.map(async (request) => (await request.response())?.finished()));
  const width = async () => (await page.getByRole('link', { name: 'Публичная оферта' }).boundingBox())?.width;
  const before = await width();
  await scripts.letThemCome();
  await expect(page.locator('html[data-starts]')).toHaveCount(0);
  await drawn(page);
  expect(await width()).toBe(before);
});
