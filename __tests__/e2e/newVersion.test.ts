/** Tests the deployment of a new version while a tab is open: the chunks of the old document no longer exist. */
import { expect, type Page } from '@playwright/test';
import { startApplication } from './support/journey';
import { test as base } from './support/pageTranslator';

// The browser logs a console error for a missing file, so this test does not use the `test` function of the journeys.
const test = base;

/** Counts how many times the page's document was loaded. The iframe of Google's SDK is not counted. */
function countDocuments(page: Page): () => number {
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents += 1;
  });
  return () => documents;
}

test('a tab recovers by one reload, and only when the chunk is needed', async ({ page }) => {
  const documents = countDocuments(page);
  // The reload loads the new version of the application, all of whose chunks exist.
  await page.route(/\/assets\/login-.*\.js$/, (route) =>
    documents() < 2 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  );
  const ahead = page.waitForResponse(/\/assets\/login-.*\.js$/);
  await page.goto('/');
  await startApplication(page);
  await ahead;
  await expect(page.getByRole('link', { name: 'Войти в аккаунт' })).toBeVisible();
  expect(documents()).toBe(1);
  await page.getByRole('link', { name: 'Войти в аккаунт' }).click();
  await expect(page.getByRole('heading', { name: 'Войти / Зарегистрироваться' })).toBeVisible();
  expect(documents()).toBe(2);
});

test('a tab whose chunk stays missing shows an error and does not reload repeatedly', async ({ page }) => {
  const documents = countDocuments(page);
  await page.route(/\/assets\/login-.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/login');
  await expect(page.getByRole('button', { name: /обновить|снова|ещё раз/i })).toBeVisible();
  expect(documents()).toBe(2);
});
