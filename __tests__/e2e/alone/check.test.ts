/**
 * Tests the page /check, which shows whether the browser uses the VPN. A setting of the sandbox decides whether browsers
 * count as connected through the VPN. The check host is a second origin of the sandbox, so the browser applies CORS and
 * the content security policy.
 */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectToFit, takeExpectedComplaints, test } from '../support/journey';

const CALL = '**/api/connection/check';

const again = (page: Page) => page.getByRole('button', { name: 'Проверить ещё раз' });

test.afterEach(({ sandbox }) => sandbox.post('vpn/browser', { isInside: false }));

test('a browser outside the VPN gets advice, and gets a confirmation once it uses the VPN', async ({
  page,
  sandbox,
}) => {
  await page.goto('/support');
  await page.getByRole('link', { name: 'Проверь подключение' }).click();
  await page.waitForURL('**/check');
  await expect(page.getByRole('heading', { name: 'Этот браузер идёт мимо VPN' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(4);
  await expectAccessible(page);
  await expectToFit(page);

  await test.step('the switch on the sandbox page', async () => {
    await page.goto('/sandbox');
    await page.getByRole('button', { name: 'Пустить через VPN' }).click();
    await expect(page.getByRole('button', { name: 'Пустить мимо VPN' })).toBeVisible();
    await expectAccessible(page);
  });

  const request = page.waitForRequest(CALL);
  await page.goto('/check');
  await expect(page.getByRole('heading', { name: 'VPN работает' })).toBeVisible();
  expect(new URL((await request).url()).hostname).toBe('127.0.0.1');
  expect(new URL(page.url()).hostname).toBe('localhost');
  expect((await (await request).allHeaders())['cookie']).toBeUndefined();
  await expectAccessible(page);
  await expectToFit(page);

  await test.step('outside again', async () => {
    await sandbox.post('vpn/browser', { isInside: false });
    await again(page).press('Enter');
    await expect(page.getByRole('heading', { name: 'Этот браузер идёт мимо VPN' })).toBeVisible();
    await expect(again(page)).toBeFocused();
  });
});

test('a failed check shows that the check is not possible', async ({ page, complaints }) => {
  await page.route(CALL, (route) => route.abort());
  await page.goto('/check');
  await expect(page.getByRole('heading', { name: 'Проверить не получилось' })).toBeVisible();
  await expect(page.getByText(/Сервер проверки/)).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);

  await test.step('offline', async () => {
    await page.context().setOffline(true);
    await expect(page.getByText(/Нет интернета/)).toBeVisible();
    await expectAccessible(page);
    await page.unroute(CALL);
    await page.context().setOffline(false);
    await expect(page.getByRole('heading', { name: 'Этот браузер идёт мимо VPN' })).toBeVisible();
  });
  await takeExpectedComplaints(complaints, /ERR_FAILED|HTTP error|could not be reached/);
  complaints.splice(
    0,
    complaints.length,
    ...complaints.filter((each) => !/ERR_INTERNET_DISCONNECTED/.test(each)),
  );
});

test('if the server has no VPN exits configured, the page explains how to check without the server', async ({
  page,
}) => {
  await page.route(CALL, (route) =>
    route.fulfill({
      json: { isThroughVpn: null },
      headers: { 'Access-Control-Allow-Origin': new URL(page.url()).origin },
    }),
  );
  await page.goto('/check');
  await expect(page.getByRole('heading', { name: 'Как проверить без нас' })).toBeVisible();
  await expect(again(page)).toBeHidden();
  await expectAccessible(page);
  await expectToFit(page);
});
