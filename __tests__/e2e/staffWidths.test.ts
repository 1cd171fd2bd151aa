/** Tests the layout of the console's pages at the widths of a phone, a small, a usual and a wide screen. */
import { brokenWords, misalignedFields } from './support/consoleLayout';
import { expect, expectNoSidewaysScroll, test } from './support/journey';
import { newGift, signInAsStaff } from './support/staff';
import { CONSOLE_WIDTHS, PHONE_WIDTH } from './support/widths';

const PAGES = [
  '/adept',
  '/adept/gifts',
  '/adept/paymentIssues',
  '/adept/analytics',
  '/adept/emails',
  '/adept/pushes',
  '/adept/apps',
  '/adept/linkDomains',
  '/adept/team',
  '/adept/audit',
  '/adept/account',
  '/adept/notice',
];

test(
  'no page breaks a word, misaligns fields or scrolls horizontally, and the navigation is on one row',
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
          const links = page.getByRole('navigation', { name: 'Console' }).getByRole('link');
          // The navigation appears when the application has started.
          await expect(links.nth(5)).toBeVisible();
          const tops = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top));
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

test(
  'the navigation of a phone scrolls to the current page and to the focused link',
  { tag: '@desktop' },
  async ({ page }) => {
    await signInAsStaff(page);
    await page.setViewportSize({ width: PHONE_WIDTH, height: 844 });
    await page.goto('/adept/audit');
    const navigation = page.getByRole('navigation', { name: 'Console' });
    await expect(navigation.getByRole('link', { name: 'Audit log' })).toBeInViewport({ ratio: 1 });
    const first = navigation.getByRole('link').first();
    await expect(first).not.toBeInViewport();
    await first.focus();
    await expect(first).toBeInViewport({ ratio: 1 });
    const links = await navigation.getByRole('link').count();
    for (let at = 1; at < links; at += 1) {
      await page.keyboard.press('Tab');
      const link = navigation.getByRole('link').nth(at);
      await expect(link).toBeFocused();
      await expect(link).toBeInViewport({ ratio: 1 });
    }
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  },
);
