/** How the sign-in form and its toast look when something is refused (spec sections 2 and 4). */
import { LIGHT, DARK } from '../../src/shared/look';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/journey';

function rgb(hex: string): string {
  const parts = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  return `rgb(${parts.join(', ')})`;
}

for (const [colorScheme, { dangerLine }] of [
  ['light', LIGHT],
  ['dark', DARK],
] as const) {
  test(`the border of a refused address is dark red until it is valid (${colorScheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/login');
    const email = page.getByPlaceholder('Введите email');
    const border = page.locator('.MuiOutlinedInput-root', { has: email }).locator('fieldset');
    await email.fill('stranger@example');
    await expect(border).not.toHaveCSS('border-top-color', rgb(dangerLine));
    await email.press('Enter');
    await expect(border).toHaveCSS('border-top-color', rgb(dangerLine));
    await expect(page.getByText('* почта введена с ошибкой')).toBeVisible();
    await expectAccessible(page);
    await email.fill('stranger@example.com');
    await expect(border).not.toHaveCSS('border-top-color', rgb(dangerLine));
    await expect(page.getByText('* почта введена с ошибкой')).toBeHidden();
  });
}

test('a toast stands in the top right corner', async ({ page }) => {
  await page.goto('/confirm?token=garbage');
  await page.waitForURL('**/login');
  const card = page.locator('[data-toast="error"]');
  await expect(card).toContainText('Войти не удалось, попробуйте зарегистрироваться снова.');
  // It waits while the pointer is on it.
  await card.hover();
  await expect
    .poll(async () => {
      const box = await card.boundingBox();
      const right = page.viewportSize()!.width - (box!.x + box!.width);
      return { atTheTop: box!.y >= 0 && box!.y < 100, atTheRight: right >= 0 && right <= 40 };
    })
    .toEqual({ atTheTop: true, atTheRight: true });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
