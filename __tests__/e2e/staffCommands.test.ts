/** Tests the command palette and the list of shortcuts of the console in a browser. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectToFit, test } from './support/journey';
import { signInAsStaff } from './support/staff';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search pages, actions and customers' });

/** Presses a key as a keyboard with a Russian layout does. `modifiers` is the bit field of the DevTools protocol. */
async function pressInRussian(
  page: Page,
  { key, code, keyCode, modifiers = 0 }: { key: string; code: string; keyCode: number; modifiers?: number },
): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const event = { key, code, modifiers, windowsVirtualKeyCode: keyCode };
  await devTools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event });
  await devTools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
}

test(
  'the palette opens by Ctrl K on a Russian layout, finds a customer, and keeps the focus inside',
  { tag: '@desktop' },
  async ({ page, sandbox, email }) => {
    await sandbox.session(email);
    await signInAsStaff(page);
    await expect(page.getByRole('region', { name: 'Needs attention' })).toBeVisible();
    await expectAccessible(page);
    await pressInRussian(page, { key: 'л', code: 'KeyK', keyCode: 75, modifiers: 2 });
    await expect(field(page)).toBeFocused();
    await expectAccessible(page);
    for (let count = 0; count < 4; count += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)).toBe(
        true,
      );
    }
    await field(page).fill(email.slice(0, 20));
    await expect(page.getByRole('option', { name: email })).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('searchbox')).toBeFocused();

    await page.keyboard.press('Control+K');
    await field(page).fill(email);
    await expect(page.getByRole('option', { name: email })).toBeVisible();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/crucify\?id=\d+$/);
    await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible();
    await page.goto('/adept');
    await expect(page.getByRole('region', { name: 'My last customers' })).toContainText(email);
  },
);

test(
  'the list of shortcuts opens by ? and the palette by a button on a phone',
  { tag: '@bothWidths' },
  async ({ page }) => {
    await signInAsStaff(page);
    await page.getByRole('button', { name: 'Search or run a command' }).click();
    await field(page).fill('shortcuts');
    await page.keyboard.press('Enter');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(list).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await page.getByRole('heading', { level: 1 }).click();
    await pressInRussian(page, { key: ',', code: 'Slash', keyCode: 191, modifiers: 8 });
    await expect(list).toBeVisible();
  },
);
