/** Tests the browser's back and forward buttons: the user is never trapped, and the history contains no secret. */
import type { Page, Route } from '@playwright/test';
import { expect, signInByEmail, startApplication, takeTrial, test } from './support/journey';
import { signInAsStaff } from './support/staff';

test('back leads out of the sign-in, the shop and the profile', async ({ page, email }) => {
  await page.goto('/');
  await signInByEmail(page, email);
  await page.waitForURL('**/shop');
  await page.goBack();
  await page.waitForURL('**/sandbox');
  await page.goForward();
  await takeTrial(page);
  await expect(page.getByText('подписка активна')).toBeVisible();
  await page.goBack();
  await page.waitForURL('**/sandbox');
  await page.goBack();
  await page.waitForURL('**/wait');
  await page.goBack();
  await page.waitForURL('**/login');
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Войти в аккаунт' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
});

const scrolledBy = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

test('starting the application keeps the scroll position', async ({ page }) => {
  await page.goto('/offer');
  await page.evaluate(() => window.scrollTo(0, 900));
  await startApplication(page);
  expect(await scrolledBy(page)).toBe(900);
  await page.reload();
  await startApplication(page);
  expect(await scrolledBy(page)).toBe(900);
  await page.evaluate(() => window.scrollTo(0, 1200));
  // The test dispatches the click, because a real click would first scroll to the link.
  await page.getByRole('link', { name: 'Просвет' }).first().dispatchEvent('click');
  await expect(page).toHaveURL('/');
  await expect.poll(() => scrolledBy(page)).toBe(0);
  await page.goBack();
  await expect.poll(() => scrolledBy(page)).toBe(1200);
});

test('a new document starts at the top, and going back restores the scroll position', async ({ page }) => {
  await signInAsStaff(page);
  await page.goto('/adept/audit');
  await expect(page.getByRole('table')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 300 });
  await page.evaluate(() => window.scrollTo(0, 200));
  await expect.poll(() => scrolledBy(page)).toBe(200);
  await page.goto('/adept/team');
  await expect(page.getByRole('table')).toBeVisible();
  expect(await scrolledBy(page)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('table')).toBeVisible();
  await expect.poll(() => scrolledBy(page)).toBe(200);
});

test('going back during hydration keeps the scroll position that the browser has restored', async ({
  page,
  context,
}) => {
  await page.goto('/offer');
  const contents = page.getByRole('link', { name: 'Возврат денег' });
  await contents.scrollIntoViewIfNeeded();
  await page.evaluate(() => {
    window.location.hash = 'refunds';
  });
  await page.addInitScript(() => {
    window.addEventListener('applicationstarts', () => window.history.back(), { once: true });
    window.addEventListener('applicationready', () => {
      document.documentElement.dataset['taken'] = '';
    });
  });
  // Simulates a slow phone, so that the browser has gone back before everything is rendered.
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.reload();
  await page.keyboard.press('Shift');
  await expect(page.locator('html')).toHaveAttribute('data-taken', '');
  await expect(page).toHaveURL(/\/offer$/);
  await expect(contents).toBeInViewport();
});

test('going back to a position from before the start of the application restores it', async ({ page }) => {
  await page.goto('/offer');
  await page.evaluate(() => window.scrollTo(0, 700));
  await page.evaluate(() => {
    window.location.hash = 'refunds';
  });
  const refunds = page.getByRole('heading', { name: '9. Возврат денег' });
  await expect(refunds).toBeInViewport();
  await startApplication(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/offer$/);
  await expect(refunds).not.toBeInViewport();
  await expect.poll(() => scrolledBy(page)).toBe(700);
  await page.goForward();
  await expect(refunds).toBeInViewport();
  await page.goBack();
  await expect.poll(() => scrolledBy(page)).toBe(700);
});

test('going back after a reload, before the application has started, restores the scroll position', async ({
  page,
}) => {
  await page.goto('/offer');
  await startApplication(page);
  const contents = page.getByRole('link', { name: 'Возврат денег' });
  await contents.click();
  const refunds = page.getByRole('heading', { name: '9. Возврат денег' });
  await expect(refunds).toBeFocused();
  await page.reload();
  await page.goBack();
  await expect(page).toHaveURL(/\/offer$/);
  await startApplication(page);
  await expect(contents).toBeInViewport();
});

test.describe('going back to another page of the document before the shown page is hydrated', () => {
  /** Opens /login and the offer in one document, and reloads the offer. The next script at `address` is held back. */
  async function reloadOffer(page: Page, address: RegExp): Promise<{ script: Promise<Route> }> {
    await page.goto('/login');
    await expect(page.locator('html[data-starts]')).toHaveCount(0);
    await page.getByRole('link', { name: 'Публичная оферта' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Публичная оферта');
    const script = new Promise<Route>((resolve) => {
      void page.route(address, resolve, { times: 1 });
    });
    await page.reload();
    return { script };
  }

  /** Expects the sign-in page alone. A hydration error is a console error, which fails the test. */
  async function expectSignInPage(page: Page): Promise<void> {
    await expect(page.getByPlaceholder('Введите email')).toBeVisible();
    await expect(page.locator('#root main')).toHaveCount(1);
    await expect(page).toHaveURL('/login');
  }

  test('hides the shown page, starts the application and shows the other page', async ({ page }) => {
    const { script } = await reloadOffer(page, /\/assets\/app-[^/]+\.js$/);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeHidden();
    await (await script).continue();
    await expectSignInPage(page);
  });

  test('shows the other page if the application waits for the chunk of the shown page', async ({ page }) => {
    const { script } = await reloadOffer(page, /\/assets\/Offer-[^/]+\.js$/);
    await page.keyboard.press('Shift');
    const held = await script;
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/app-[^/]+\.js$/.test(name)),
    );
    await page.goBack();
    await held.continue();
    await expectSignInPage(page);
  });

  test('hydrates the shown page if the user has gone forward again', async ({ page }) => {
    const { script } = await reloadOffer(page, /\/assets\/app-[^/]+\.js$/);
    await page.goBack();
    const held = await script;
    await page.goForward();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Публичная оферта');
    await heading.evaluate((shown) => shown.setAttribute('data-shown', ''));
    await held.continue();
    await expect(page.locator('html[data-starts]')).toHaveCount(0);
    await expect(page.locator('h1[data-shown]')).toBeVisible();
  });
});
