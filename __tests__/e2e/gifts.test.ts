/**
 * Tests how gifts are activated: by email in a new browser, with one press, and during an active subscription. Also tests
 * used and invalid gift keys.
 */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectToFit, signInByEmail, takeTrial, test } from './support/journey';
import { newGift } from './support/staff';

const UNKNOWN = 'Такого подарка нет: он уже активирован или ключ скопирован не целиком.';

const storedKey = (page: Page) => page.evaluate(() => localStorage.getItem('key'));

test('a new customer activates a gift by email, and its key works only once', async ({
  page,
  context,
  request,
  sandbox,
  email,
}) => {
  const key = await newGift(request, 18);

  await test.step('sees the length of the gift, and keeps the gift after a reload [screen-37]', async () => {
    await page.goto(`/gift?key=${key}`);
    await expect(page.getByText(/^1\sгод 6\sмесяцев$/)).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
    await expect(page.getByText('* подарок будет привязан к почте, с которой войдёшь')).toBeVisible();
    expect(await storedKey(page)).toBe(key);
    await page.reload();
    await expect(page.getByText(/^1\sгод 6\sмесяцев$/)).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
  });

  await test.step('requests the email', async () => {
    await page.getByPlaceholder('Введите email').fill(email);
    await page.getByRole('button', { name: '→ Войти по email ссылке' }).click();
    await page.waitForURL('**/wait');
  });

  await test.step('opens the email in another tab after the first tab was closed [screen-36]', async () => {
    const emailMessage = await sandbox.newestEmail(email);
    expect(emailMessage.subject).toMatch(/подарок/i);
    const tab = await context.newPage();
    await page.close();
    await tab.goto(emailMessage.links.find((link) => link.includes('/open')) ?? '');
    await tab.waitForURL('**/profile');
    await expect(tab.getByText('подарочная подписка')).toBeVisible();
    await expect(tab.getByText(email)).toBeVisible();
    expect(await storedKey(tab)).toBeNull();

    await tab.goto(`/gift?key=${key}`);
    await expect(tab.getByText(UNKNOWN)).toBeVisible();
    await expect(tab).toHaveURL('/');
  });
});

test('an email that is opened in a browser that did not request it also gives the gift', async ({
  page,
  browser,
  request,
  sandbox,
  email,
}) => {
  const key = await newGift(request, 1);
  await page.goto(`/gift?key=${key}`);
  await page.getByPlaceholder('Введите email').fill(email);
  await page.getByRole('button', { name: '→ Войти по email ссылке' }).click();
  await page.waitForURL('**/wait');
  const emailMessage = await sandbox.newestEmail(email);
  const fresh = await (await browser.newContext()).newPage();
  await fresh.goto(emailMessage.links.find((link) => link.includes('/open')) ?? '');
  await fresh.getByPlaceholder('Введите email').fill(email);
  await fresh.getByRole('button', { name: 'Продолжить' }).click();
  await fresh.waitForURL('**/profile');
  await expect(fresh.getByText('подарочная подписка')).toBeVisible();
  await fresh.context().close();
});

test('a key that is typed at the sign-in is checked and activated [screen-28]', async ({
  page,
  request,
  sandbox,
  email,
}) => {
  const key = await newGift(request, 24);
  await page.goto('/login');
  await page.getByLabel('Подарочный ключ').fill('ABCDEFGHJKLMNPQRSTUV');
  await page.getByPlaceholder('Введите email').click();
  await expect(page.getByText(UNKNOWN)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Подарочный ключ').fill(key);
  await page.getByPlaceholder('Введите email').fill(email);
  await expect(page.getByText(/^Подарок: 2\sгода/)).toBeVisible();
  await expectToFit(page);
  await page.getByRole('button', { name: '→ Войти по email ссылке' }).click();
  await page.waitForURL('**/wait');
  const emailMessage = await sandbox.newestEmail(email);
  await page.goto(emailMessage.links.find((link) => link.includes('/open')) ?? '');
  await page.waitForURL('**/profile');
  await expect(page.getByText('подарочная подписка')).toBeVisible();
});

test('a signed-in customer activates a gift with one press [flow-20]', async ({ page, request, email }) => {
  await signInByEmail(page, email);
  await page.waitForURL('**/shop');
  await page.goto(`/gift?key=${await newGift(request, 1)}`);
  await expect(page.getByText(/^1\sмесяц$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Активировать подарок' })).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole('button', { name: 'Активировать подарок' }).click();
  await page.waitForURL('**/profile');
  await expect(page.getByText('подарочная подписка')).toBeVisible();
});

test('a gift during an active subscription postpones the next charge', async ({ page, request, email }) => {
  await signInByEmail(page, email);
  await takeTrial(page);
  await expect(page.getByText('подписка активна')).toBeVisible();
  const nextCharge = async () => {
    await page.goto('/subscription');
    const text =
      (await page
        .getByText(/\d{2}\.\d{2}\.\d{2} \d{2}:\d{2}/)
        .first()
        .textContent()) ?? '';
    const [, day, month, year] = /(\d{2})\.(\d{2})\.(\d{2})/.exec(text) ?? [];
    return Date.UTC(2000 + Number(year), Number(month) - 1, Number(day));
  };
  const before = new Date(await nextCharge());

  await page.goto(`/gift?key=${await newGift(request, 2)}`);
  await page.getByRole('button', { name: 'Активировать подарок' }).click();
  await page.waitForURL('**/profile');
  await expect(page.getByText('подписка активна')).toBeVisible();
  const days = (new Date(await nextCharge()).getTime() - before.getTime()) / 86_400_000;
  expect(days).toBeGreaterThanOrEqual(58);
  expect(days).toBeLessThanOrEqual(62);
});

for (const [what, query] of [
  ['unknown', '?key=ABCDEFGHJKLMNPQRSTUV'],
  ['malformed', '?key=0123456789'],
  ['missing', ''],
] as const) {
  test(`a gift with a key that is ${what} leads to the landing page with an explanation [flow-19]`, async ({
    page,
  }) => {
    await page.goto(`/gift${query}`);
    await expect(page.getByText(UNKNOWN)).toBeVisible();
    await expect(page).toHaveURL('/');
    expect(await storedKey(page)).toBeNull();
  });
}
