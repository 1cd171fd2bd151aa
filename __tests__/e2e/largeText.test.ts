/** Tests text at 200 % in a window of 320 px: no page scrolls horizontally (WCAG 1.4.4 and 1.4.10). */
import type { Page } from '@playwright/test';
import { sidewaysOverflow } from './support/accessibility';
import { expect, openNewestEmail, requestEmail, takeTrial, test } from './support/journey';
import { newGift } from './support/staff';

test.use({ viewport: { width: 320, height: 640 } });

/** Returns a description of the content that overflows the window, or null if the page fits. */
async function findOverflow(page: Page): Promise<string | null> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const overflow = await sidewaysOverflow(page);
  if (overflow <= 0) return null;
  const widest = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((each) => each.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .slice(-3)
      .map((each) => each.outerHTML.slice(0, 160)),
  );
  return `${page.url()} is ${String(overflow)} px too wide: ${widest.join(' | ')}`;
}

async function expectToFit(page: Page, paths: readonly string[]): Promise<void> {
  const tooWide: (string | null)[] = [];
  for (const path of paths) {
    await page.goto(path);
    tooWide.push(await findOverflow(page));
  }
  expect(tooWide.filter((each) => each !== null)).toEqual([]);
}

test('public pages do not scroll horizontally', async ({ page, request }) => {
  await expectToFit(page, [
    '/',
    '/yt',
    '/info',
    '/offer',
    '/privacy',
    '/account/delete',
    '/support',
    '/check',
    '/login',
    '/wait',
    '/thanks',
    '/shop',
    '/mobileShop',
    '/switchAccount',
    '/open',
    '/s/unknown',
    '/no-such-page',
    `/gift?key=${await newGift(request, 3)}`,
  ]);
});

test('pages of a customer do not scroll horizontally', async ({ page, email, sandbox }) => {
  await requestEmail(page, email);
  const tooWide = [await findOverflow(page)];
  await openNewestEmail(page, email);
  await page.waitForURL('**/shop');
  tooWide.push(await findOverflow(page));
  await takeTrial(page);
  expect(tooWide.filter((each) => each !== null)).toEqual([]);
  const paths = [
    '/profile',
    '/subscription',
    '/account',
    '/account/card',
    '/account/data',
    '/account/devices',
    '/account/delete/confirm',
    '/account/sessions',
    '/account/email',
    '/connect',
    '/mobileProfile',
    '/mobileDetach',
    '/login',
  ];
  await expectToFit(page, paths);
  for (const name of ['Samsung Galaxy S24 Ultra', 'Ноутбук', 'Планшет']) await sandbox.device(email, name);
  await expectToFit(page, paths);
});
