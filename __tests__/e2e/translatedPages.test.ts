/**
 * Tests pages that the browser translates. `npm run prove -- translated` walks all journeys and console tasks on such pages.
 */
import type { Page } from '@playwright/test';
import { APPLICATION_STARTS } from '../../src/web/beforeApplication/beforeApplication';
import { TRY_FREE } from '../support/offer';
import { expect, openNewestEmail, payWithCard, requestEmail, test } from './support/journey';
import { translatePages } from './support/pageTranslator';
import { findUserId, FIRST_ADMIN, signInAsStaff } from './support/staff';

/** Holds the scripts of the application back. Resolves to the function that releases them. */
async function holdApplication(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await isReleased;
    await route.continue();
  });
  return release;
}

test('a translated page keeps working after a wrong code and while the shop opens the payment', async ({
  page,
  context,
  email,
}) => {
  await translatePages(context);
  await requestEmail(page, email);
  const code = page.getByLabel('Или введи код из письма');
  await code.fill('00000000');
  await expect(page.getByText(/Код не подошёл/)).toBeVisible();
  await code.fill('11111111');
  await expect(page.getByText(/Код не подошёл/)).toBeVisible();
  await openNewestEmail(page, email);
  await page.waitForURL('**/shop');
  await expect(page.locator('font').first()).toBeAttached();
  await page.getByRole('checkbox', { name: /Соглашаюсь на эти списания/ }).check();
  await page.getByRole('button', { name: TRY_FREE }).click();
  await payWithCard(page);
  await page.waitForURL('**/profile');
  await expect(page.getByText('подписка активна')).toBeVisible();
});

test('a translated page repeats what was typed and pressed before the application started', async ({
  page,
  context,
}) => {
  await translatePages(context);
  const release = await holdApplication(page);
  await page.goto('/capitulum', { waitUntil: 'commit' });
  await expect(page.locator('font').first()).toBeAttached();
  await page.getByLabel('Username').fill(FIRST_ADMIN.username);
  await page.getByLabel('Password').fill(FIRST_ADMIN.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  release();
  await page.waitForURL('**/adept');
});

for (const [when, startsAt] of [
  ['before the application starts', null],
  ['while the application starts', APPLICATION_STARTS],
] as const)
  test(`a visitor goes on typing on a page that the browser translates ${when}`, async ({
    page,
    context,
    email,
  }) => {
    await translatePages(context, startsAt);
    const release = await holdApplication(page);
    await page.goto('/login', { waitUntil: 'commit' });
    const field = page.getByPlaceholder('Введите email');
    await field.click();
    await page.keyboard.type(email.slice(0, 5));
    release();
    await expect(page.locator('html')).not.toHaveAttribute('data-starts');
    await expect(page.locator('font').first()).toBeAttached();
    await page.keyboard.type(email.slice(5));
    await expect(field).toHaveValue(email);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/wait');
  });

test('staff go on typing the password on a translated page, whose first field has the attribute autofocus', async ({
  page,
  context,
}) => {
  const { username, password } = FIRST_ADMIN;
  await translatePages(context);
  const release = await holdApplication(page);
  await page.goto('/capitulum', { waitUntil: 'commit' });
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').click();
  await page.keyboard.type(password.slice(0, 5));
  release();
  await expect(page.locator('html')).not.toHaveAttribute('data-starts');
  await page.keyboard.type(password.slice(5));
  await expect(page.getByLabel('Username')).toHaveValue(username);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/adept');
});

test(
  'a refund on a translated page of the console is reported as made',
  { tag: '@desktop' },
  async ({ page, context, browser, baseURL, email }) => {
    const shop = await browser.newPage(baseURL === undefined ? {} : { baseURL });
    await shop.goto('/pay');
    await shop
      .getByRole('dialog')
      .getByLabel(/почт|email/i)
      .fill(email);
    await payWithCard(shop);
    await shop.waitForURL('**/thanks');
    await shop.close();

    await translatePages(context);
    await signInAsStaff(page);
    await page.goto(`/crucify?id=${String(await findUserId(page.request, email))}`);
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Refund' });
    await expect(dialog.locator('font').first()).toBeAttached();
    await dialog.getByRole('button', { name: /^Refund \d/ }).click();
    await expect(page.getByText('Refund Successfully')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(email);
  },
);
