/**
 * Takes every screen of the main path and of the staff console at 390 and 1440 px, light and dark,
 * from the built product: `npm run screenshots -- <folder>` (default: the README's pictures). Build
 * first.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { MONTH_RUB, TRY_FREE } from '../support/offer';
import { chromiumLaunch } from './support/chromium';
import { FIRST_ADMIN } from './support/staff';
import { makeStaffWorld, walkStaff } from './support/staffScreens';

const PORT = Number(process.env['SCREENSHOTS_PORT'] ?? 8795);
const BASE = `http://localhost:${String(PORT)}`;
const README_PICTURES = new Set([
  'landing-desktop-dark',
  'shop-phone-light',
  'profile-phone-dark',
  'landing-phone-dark',
  'sandbox-desktop-light',
  'profile-desktop-light',
  'staff-user-desktop-light',
  'staff-search-desktop-dark',
]);

const folder = process.argv[2] ?? path.join('__tests__', 'e2e', 'screenshots');
const all = process.argv[2] !== undefined;
/** `customer` or `staff`: only these. */
const part = process.argv[3];
const SIZES = [
  { device: 'phone', width: 390, height: 844 },
  { device: 'desktop', width: 1440, height: 900 },
] as const;
fs.mkdirSync(folder, { recursive: true });

const data = fs.mkdtempSync(path.join(os.tmpdir(), 'prosvet-screenshots-'));
const server = spawn(process.execPath, ['dist/server/start.js'], {
  env: {
    ...process.env,
    PORT: String(PORT),
    PUBLIC_URL: BASE,
    DATA_DIR: data,
    STAFF_USERNAME: FIRST_ADMIN.username,
    STAFF_PASSWORD: FIRST_ADMIN.password,
  },
  stdio: 'inherit',
});

async function until(check: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (await check().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('the product did not get ready in 60 s');
}

async function post<T>(call: string, body: object): Promise<T> {
  const answer = await fetch(`${BASE}/sandbox/api/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as T;
}

async function walk(page: Page, shot: (name: string) => Promise<void>, email: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await shot('landing');
  await page.goto('/login');
  await page.getByPlaceholder('Введите email').fill('not an address');
  await page.getByPlaceholder('Введите email').press('Enter');
  await shot('login-error');
  await page.getByPlaceholder('Введите email').fill(email);
  await shot('login');
  await page.getByPlaceholder('Введите email').press('Enter');
  await page.waitForURL('**/wait');
  await shot('wait');
  await page.goto('/sandbox');
  await page.getByText(email).first().waitFor();
  await shot('sandbox');
  await page
    .locator('article, li, tr')
    .filter({ hasText: email })
    .first()
    .getByRole('link', { name: /войти/i })
    .first()
    .click();
  await page.waitForURL('**/shop');
  await page.getByRole('button', { name: TRY_FREE }).waitFor();
  await shot('shop');
  await page.getByRole('checkbox', { name: /Соглашаюсь на эти списания/ }).check();
  await page.getByRole('button', { name: TRY_FREE }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Номер карты').fill('4000 0566 5566 5556');
  await dialog.getByLabel('Срок действия').fill('12/30');
  await dialog.getByLabel('CVV').fill('123');
  await shot('card');
  await dialog.getByRole('button', { name: /^Оплатить / }).click();
  await page
    .getByText(/недостаточно|не хватает/i)
    .first()
    .waitFor();
  await shot('card-declined');
  await dialog.getByLabel('Номер карты').fill('4242 4242 4242 4242');
  await dialog.getByRole('button', { name: /^Оплатить / }).click();
  await page.waitForURL('**/profile', { timeout: 30_000 });
  await page.getByText('подписка активна').waitFor();
  await shot('profile-empty');
  await post('devices', { email, deviceName: 'Samsung Galaxy S24 Ultra', platform: 'android' });
  await post('devices', { email, deviceName: 'Ноутбук', platform: 'desktop' });
  await page.reload();
  await page.getByText('Список устройств 2/3').waitFor();
  await shot('profile');
  await page.goto('/subscription');
  await page.getByText(String(MONTH_RUB)).first().waitFor();
  await shot('subscription');
  await page.getByRole('button', { name: /отменить/i }).hover();
  await page.mouse.down();
  await page.waitForURL('**/profile');
  await page.mouse.up();
  await shot('profile-canceled');
  await page.goto('/subscription');
  await page.getByText('Подписка отменена').first().waitFor();
  await shot('subscription-canceled');
  await page.goto('/no-such-page');
  await shot('not-found');
}

try {
  await until(async () => (await fetch(`${BASE}/readyz`)).ok);
  const browser = await chromium.launch(await chromiumLaunch());
  const contextOf = (device: string, width: number, height: number, scheme: 'dark' | 'light') =>
    browser.newContext({
      baseURL: BASE,
      locale: 'ru-RU',
      timezoneId: 'Europe/Moscow',
      colorScheme: scheme,
      viewport: { width, height },
      isMobile: device === 'phone',
      hasTouch: device === 'phone',
    });
  const shooter = (page: Page, device: string, scheme: string) => async (name: string) => {
    const picture = `${name}-${device}-${scheme}`;
    if (!all && !README_PICTURES.has(picture)) return;
    await page.evaluate(() => document.fonts.ready.then(() => true));
    await page.screenshot({
      path: path.join(folder, `${picture}.png`),
      animations: 'disabled',
      fullPage: device === 'phone',
    });
  };
  const variants = SIZES.flatMap((size) =>
    (['dark', 'light'] as const).map((scheme) => ({ ...size, scheme })),
  );
  for (const { device, width, height, scheme } of part === 'staff' ? [] : variants) {
    const context = await contextOf(device, width, height, scheme);
    const page = await context.newPage();
    await walk(page, shooter(page, device, scheme), `vasilisa.${device}.${scheme}@yandex.ru`);
    await context.close();
  }
  // Later: it moves the product's clock.
  const world = part === 'customer' ? null : await makeStaffWorld(browser, BASE);
  for (const { device, width, height, scheme } of world === null ? [] : variants) {
    const context = await contextOf(device, width, height, scheme);
    const page = await context.newPage();
    if (world !== null) {
      await page.clock.setFixedTime(world.now());
      await walkStaff(page, shooter(page, device, scheme), world);
    }
    await context.close();
  }
  await browser.close();
} finally {
  server.kill('SIGTERM');
  fs.rmSync(data, { recursive: true, force: true });
}
