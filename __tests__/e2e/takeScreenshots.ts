/**
 * `npm run screenshots -- <folder>` takes screenshots of the main path and the staff console of the built product. Build
 * first. The screenshots are 390 and 1440 px wide, in light and dark mode. Without a folder, the script updates the
 * images of the documentation.
 */
import fs from 'node:fs';
import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { startBuiltProduct } from './support/builtProduct';
import { chromiumLaunch } from './support/chromium';
import { walkCustomer } from './support/customerScreens';
import { makeStaffWorld, walkStaff } from './support/staffScreens';

const PORT = Number(process.env['SCREENSHOTS_PORT'] ?? 8795);
const DOCUMENTED_PICTURES = new Set([
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
/** Optional argument `customer` or `staff`, which selects the screens to photograph. */
const part = process.argv[3];
const SIZES = [
  { device: 'phone', width: 390, height: 844 },
  { device: 'desktop', width: 1440, height: 900 },
] as const;
fs.mkdirSync(folder, { recursive: true });

const product = await startBuiltProduct(PORT);
const BASE = product.base;

try {
  const browser = await chromium.launch(await chromiumLaunch());
  const createContext = (device: string, width: number, height: number, scheme: 'dark' | 'light') =>
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
    if (!all && !DOCUMENTED_PICTURES.has(picture)) return;
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
    const context = await createContext(device, width, height, scheme);
    const page = await context.newPage();
    await walkCustomer(page, shooter(page, device, scheme), {
      product,
      email: `vasilisa.${device}.${scheme}@yandex.ru`,
    });
    await context.close();
  }
  // The staff screens follow the customer screens, because creating the data of the staff screens moves the product's
  // clock.
  const world = part === 'customer' ? null : await makeStaffWorld(browser, BASE);
  for (const { device, width, height, scheme } of world === null ? [] : variants) {
    const context = await createContext(device, width, height, scheme);
    const page = await context.newPage();
    if (world !== null) {
      await page.clock.setFixedTime(world.now());
      await walkStaff(page, shooter(page, device, scheme), world);
    }
    await context.close();
  }
  await browser.close();
} finally {
  product.stop();
}
