/**
 * Tests that a paid subscription works on a device. A new customer pays, connects a phone with a third-party app, sees
 * the phone in the device list and detaches the phone. The VPN credential of the phone is then deleted from the panel.
 */
import type { APIRequestContext } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectToFit,
  hold,
  signInByEmail,
  takeTrial,
  test,
} from './support/journey';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

/**
 * Fetches a subscription link as a VPN app does. Resolves to the number of VPN servers, and to the reason if the
 * subscription contains no server.
 */
async function fetchByLink(request: APIRequestContext, url: string) {
  const response = await request.get(url, {
    headers: {
      'User-Agent': 'Happ/5.6.0/ios/273',
      Accept: '*/*',
      'x-hwid': 'E2E0123456789ABC',
      'x-device-os': 'iOS',
      'x-device-model': 'iPhone 15',
    },
  });
  expect(response.status()).toBe(200);
  const lines = Buffer.from(await response.text(), 'base64')
    .toString()
    .split('\n');
  const announce = response.headers()['announce'];
  return {
    servers: lines.filter((line) => line.startsWith('vless://') && !line.includes('@0.0.0.0:')).length,
    reason:
      announce === undefined ? null : Buffer.from(announce.replace(/^base64:/, ''), 'base64').toString(),
  };
}

test('a paid subscription works on a phone, and stops when the phone is detached', async ({
  page,
  browser,
  request,
  sandbox,
  email,
}) => {
  let url = '';

  await test.step('pays, and opens the instructions with one tap', async () => {
    await signInByEmail(page, email);
    await takeTrial(page);
    await expect(page.getByText('подписка активна')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Подключить устройство' }).click();
    await page.waitForURL('**/connect');
    await expect(page.getByText('Занято 0 из 3.')).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
  });

  await test.step('a computer shows a QR code for phones, and its own instructions', async () => {
    await page.getByRole('radio', { name: 'Android', exact: true }).check();
    await expect(page.getByRole('img', { name: 'QR-код ссылки для телефона' })).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
    await page.getByRole('radio', { name: 'Linux' }).check();
    await expect(page.getByRole('link', { name: 'Добавить в Happ' })).toBeVisible();
    const href = await page.getByRole('link', { name: 'Добавить в Happ' }).getAttribute('href');
    url = (href ?? '').replace('happ://add/', '');
    expect(url).toMatch(/\/s\/vl_[\w-]+$/);
    await expectAccessible(page);
    await expectToFit(page);
  });

  await test.step('the link opens a readable page in a browser without an account', async () => {
    const phone = await browser.newContext({
      locale: 'ru-RU',
      userAgent: IPHONE,
      viewport: page.viewportSize(),
    });
    const other = await phone.newPage();
    await other.goto(url);
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Подключить это устройство');
    await expect(other.getByText(/Ждём приложение/)).toBeVisible();
    await expect(other.getByRole('link', { name: 'Добавить в Happ' })).toHaveAttribute(
      'href',
      `happ://add/${url}`,
    );
    await expectAccessible(other);
    await expectToFit(other);
    await phone.close();
  });

  await test.step('a VPN app fetches the link, and the page shows the connected device', async () => {
    expect(await fetchByLink(request, url)).toMatchObject({ reason: null });
    expect((await fetchByLink(request, url)).servers).toBeGreaterThan(0);
    await expect(page.getByRole('heading', { name: 'Подключено: iPhone 15' })).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
  });

  await test.step('the device is in the list and its VPN credential is in the panel', async () => {
    await page.getByRole('link', { name: 'В личный кабинет' }).click();
    await page.waitForURL('**/profile');
    await expect(page.getByText('Список устройств 1/3')).toBeVisible();
    await expectAccessible(page);
    expect(await sandbox.vpnKeys(email)).toMatchObject([{ status: 'ACTIVE' }]);
  });

  await test.step('after detaching by holding, the app gets a reason instead of servers, and the VPN credential is deleted', async () => {
    await hold(page, page.getByRole('button', { name: /iPhone 15/ }), () =>
      expect(page.getByRole('button', { name: /iPhone 15/ })).toBeHidden(),
    );
    expect(await fetchByLink(request, url)).toEqual({
      servers: 0,
      reason: 'Устройство откреплено. Подключи его снова в личном кабинете.',
    });
    await expect.poll(() => sandbox.vpnKeys(email)).toEqual([]);
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Устройство откреплено');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Взять новую ссылку' }).click();
    await page.waitForURL('**/connect');
  });
});
