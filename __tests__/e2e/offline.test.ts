/**
 * Tests a network failure while a page is open: the page stays, reports the failure, and continues when the network is
 * restored.
 */
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectToFit, startApplication } from './support/journey';
import { test as base } from './support/pageTranslator';
import { Sandbox } from './support/sandbox';

// The browser logs a console error for every failed request, so these tests do not use the `test` function of the journeys.
const test = base.extend<{ sandbox: Sandbox; email: string; pageErrors: string[] }>({
  sandbox: async ({ request }, use) => use(new Sandbox(request)),
  email: async ({}, use, info) => use(`offline-${info.testId.slice(-8)}-${info.project.name}@example.com`),
  pageErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

/** Opens a page and cuts the network before anything is prefetched. */
async function openAndCut(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'requestIdleCallback', { value: () => 0 });
  });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await startApplication(page);
  await page.context().setOffline(true);
}

const alert = (page: Page, text: string | RegExp) => page.locator('[data-toast]').filter({ hasText: text });

test('a failed email shows an error, and the page continues when the network is restored', async ({
  page,
  email,
}) => {
  await openAndCut(page, '/login');
  await page.getByPlaceholder('Введите email').fill(email);
  await page.getByRole('button', { name: '→ Войти по email ссылке' }).click();
  await expect(alert(page, 'К сожалению отправить проверочное письмо не удалось.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.context().setOffline(false);
  await page.getByText('Перезагрузить страницу').click();
  await expect(page.getByPlaceholder('Введите email')).toHaveValue(email);
  await page.getByRole('button', { name: '→ Войти по email ссылке' }).click();
  await page.waitForURL('**/wait');
});

test('an application that failed to load is loaded when the network is restored', async ({ page, email }) => {
  const files = /\/assets\/.*\.js$/;
  await page.route(files, (route) => route.abort('internetdisconnected'));
  // The browser requests a file again if its prefetch failed.
  await page.addInitScript(() => {
    const markLost = ({ target }: Event) => {
      if (target instanceof HTMLScriptElement) document.documentElement.dataset['lost'] = 'application';
    };
    document.addEventListener('error', markLost, true);
  });
  await page.goto('/login');
  await expect(page.locator('html[data-lost]')).toHaveCount(1);
  await page.context().setOffline(true);
  await page.unroute(files);
  const isAgain = page.waitForEvent('domcontentloaded');
  await page.context().setOffline(false);
  await isAgain;
  await startApplication(page);
  await page.getByPlaceholder('Введите email').fill(email);
  await page.getByRole('button', { name: '→ Войти по email ссылке' }).click();
  await page.waitForURL('**/wait');
});

test('copying an address shows a confirmation', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAndCut(page, '/support');
  await page.getByRole('button', { name: /скопировать/i }).click();
  await expect(page.locator('[data-toast="success"]')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Публичная оферта', exact: true }).click();
  await page.waitForURL('**/offer');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the support address can be copied even if the application never loads', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort('internetdisconnected'));
  await page.goto('/support');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Скопировать почту' }).click();
  await expect(page.getByRole('button', { name: 'Скопировано' })).toBeVisible();
  const address = await page.locator('a[href^="mailto:"]').first().textContent();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
});

test('a screen that was never loaded shows an offline notice and opens when the network is restored', async ({
  page,
}) => {
  await openAndCut(page, '/support');
  await page.getByRole('link', { name: 'Публичная оферта', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Нет связи' })).toBeVisible();
  await expectAccessible(page);
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: /оферта/i })).toBeVisible();
});

test('every screen shows an unobtrusive offline notice', async ({ page }) => {
  for (const path of ['/', '/login', '/shop', '/support', '/offer', '/privacy', '/account/delete']) {
    await page.context().setOffline(false);
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await startApplication(page);
    await expect(page.getByText('Нет связи.')).toBeHidden();
    await page.context().setOffline(true);
    await expect(page.getByText('Нет связи.')).toBeInViewport();
  }
  await expectAccessible(page);
  await expectToFit(page);
});
