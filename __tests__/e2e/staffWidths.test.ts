/** Tests the layout of the console's pages at the widths of a phone, a small, a usual and a wide screen. */
import { brokenWords, misalignedFields } from './support/consoleLayout';
import { expect, expectNoSidewaysScroll, test } from './support/journey';
import { newGift, signInAsStaff } from './support/staff';
import { CONSOLE_WIDTHS } from './support/widths';

const PAGES = [
  '/adept',
  '/adept/gifts',
  '/adept/paymentIssues',
  '/adept/analytics',
  '/adept/emails',
  '/adept/pushes',
  '/adept/team',
  '/adept/audit',
  '/adept/account',
];

test(
  'no page breaks a word, misaligns fields or scrolls horizontally, and the navigation is on one row from 1024 px on',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await newGift(request, 3);
    await signInAsStaff(page);
    for (const path of PAGES) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0);
      for (const width of CONSOLE_WIDTHS) {
        await test.step(`${path} at ${String(width)} px`, async () => {
          await page.setViewportSize({ width, height: 900 });
          expect(await brokenWords(page)).toEqual([]);
          expect(await misalignedFields(page)).toEqual([]);
          await expectNoSidewaysScroll(page);
          if (width < 1024) return;
          const links = page.getByRole('navigation', { name: 'Console' }).getByRole('link');
          const tops = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top));
          expect(tops.length).toBeGreaterThan(5);
          expect(new Set(tops).size).toBe(1);
        });
      }
    }
  },
);

test('the backdrop of a dialog covers the whole window', { tag: '@desktop' }, async ({ page }) => {
  await signInAsStaff(page);
  await page.goto('/adept/team');
  await page.getByRole('button', { name: 'New account' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const backdrop = await page.locator('.MuiBackdrop-root').boundingBox();
  expect(backdrop?.width).toBe(await page.evaluate(() => window.innerWidth));
});
