/** Tests the screens that the mobile app opens: its shop, its profile, and the screen for detaching a device. */
import type { Page } from '@playwright/test';
import { TRY_FREE_ON_MOBILE } from '../support/offer';
import {
  agree,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectToFit,
  hold,
  openNewestEmail,
  payWithCard,
  test,
} from './support/journey';

/** Goes from the mobile shop through the sign-in back to the shop, and pays. */
async function subscribeInMobileShop(page: Page, email: string): Promise<void> {
  await page.goto('/mobileShop');
  await page.getByRole('button', { name: TRY_FREE_ON_MOBILE }).click();
  await page.waitForURL('**/login');
  await page.getByPlaceholder('Введите email').fill(email);
  await page.getByRole('button', { name: '→ Войти по email ссылке' }).click();
  await page.waitForURL('**/wait');
  await openNewestEmail(page, email);
  await page.waitForURL('**/mobileShop');
  await agree(page);
  await page.getByRole('button', { name: TRY_FREE_ON_MOBILE }).click();
  await payWithCard(page);
  await page.waitForURL('**/profile');
}

test('a new customer buys in the mobile shop and manages devices in the app', async ({
  page,
  sandbox,
  email,
}) => {
  await test.step('the shop offers a trial of 2 days [screen-44]', async () => {
    await page.goto('/mobileShop');
    await expect(page.getByRole('button', { name: TRY_FREE_ON_MOBILE })).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
    await subscribeInMobileShop(page, email);
  });

  await test.step('on a phone in landscape orientation the account and the footer do not overlap', async () => {
    const upright = page.viewportSize();
    await page.setViewportSize({ width: 844, height: 390 });
    const lastEventData = page.getByText('Карта', { exact: true });
    const footer = page.getByRole('contentinfo');
    await expect(lastEventData).toBeVisible();
    const [data, foot] = [await lastEventData.boundingBox(), await footer.boundingBox()];
    expect(foot?.y).toBeGreaterThan((data?.y ?? Infinity) + (data?.height ?? 0));
    await expectNoSidewaysScroll(page);
    if (upright !== null) await page.setViewportSize(upright);
  });

  await test.step('the app’s profile shows the devices and no downloads [screen-50]', async () => {
    await page.goto('/mobileProfile');
    await expect(page.getByText(/Установи приложение/)).toBeVisible();
    for (const name of ['Samsung Galaxy S24 Ultra', 'Ноутбук', 'iPhone 15'])
      await sandbox.device(email, name);
    await page.reload();
    await expect(page.getByText('Список устройств 3/3')).toBeVisible();
    await expect(page.getByText('Скачать приложение')).toBeHidden();
    await expectAccessible(page);
    await expectToFit(page);
    await hold(page, page.getByRole('button', { name: 'Управлять подпиской' }), () =>
      page.waitForURL('**/subscription'),
    );
  });

  await test.step('if no slot is free, a device is detached by holding [screen-51]', async () => {
    await page.goto('/mobileDetach');
    await expect(page.getByText('Свободно мест: 0 из 3')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Купить на другую почту' })).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
    await hold(page, page.getByRole('button', { name: /Ноутбук/ }), () => page.waitForURL('**/profile'));
    await page.goto('/mobileDetach');
    await expect(page.getByText('Свободно мест: 1 из 3')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Купить на другую почту' })).toBeHidden();
    await expectAccessible(page);
  });
});

test('«Купить на другую почту» leads to a purchase with another email [screen-53]', async ({
  page,
  sandbox,
  email,
}) => {
  await subscribeInMobileShop(page, email);
  for (const name of ['Телефон', 'Ноутбук', 'Планшет']) await sandbox.device(email, name);
  await page.goto('/mobileDetach');
  await page.getByRole('button', { name: 'Купить на другую почту' }).click();
  await page.waitForURL('**/login');
  const stored = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  expect(stored).not.toContain(email);

  const other = `other-${email}`;
  await page.getByPlaceholder('Введите email').fill(other);
  await page.getByRole('button', { name: '→ Войти по email ссылке' }).click();
  await page.waitForURL('**/wait');
  await openNewestEmail(page, other);
  await page.waitForURL('**/mobileShop');
  await agree(page);
  await page.getByRole('button', { name: TRY_FREE_ON_MOBILE }).click();
  await payWithCard(page, '5555 5555 5555 4444');
  await page.waitForURL('**/profile');
  await expect(page.getByTitle(other)).toBeVisible();
});

test('the app passes the user in the URL, and the URL is cleaned at once', async ({ page, complaints }) => {
  await page.goto('/mobileProfile?email=somebody%40example.com&uid=uid-from-the-app&providerId=email');
  // The user is not authenticated, so the server returns no data and the application leads to the sign-in.
  await page.waitForURL('**/login');
  expect(page.url()).not.toContain('somebody');
  // Only the browser and the product report the rejected request.
  expect(complaints.splice(0).filter((complaint) => !complaint.includes('401'))).toEqual([]);
});
