/** Tests the appearance of the sign-in form and its toasts. */
import { DARK, LIGHT } from '../../src/shared/designTokens';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/journey';

function rgb(hex: string): string {
  const parts = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  return `rgb(${parts.join(', ')})`;
}

for (const [colorScheme, { dangerLine }] of [
  ['light', LIGHT],
  ['dark', DARK],
] as const) {
  test(`the border of a rejected address is dark red until it is valid (${colorScheme}) [flow-2]`, async ({
    page,
  }) => {
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

test('a toast is in the top right corner [number-15, screen-3]', { tag: '@bothWidths' }, async ({ page }) => {
  const card = page.locator('[data-toast="error"]');
  const open = async () => {
    await page.goto('/confirm?token=garbage');
    await page.waitForURL('**/login');
  };
  // The toast is shown for five seconds, and the navigation to /login may take some of this time. Hovering keeps the toast
  // open.
  await Promise.all([card.hover(), open()]);
  await expect(card).toContainText('Войти не удалось, попробуйте зарегистрироваться снова.');
  await expect
    .poll(async () => {
      const box = await card.boundingBox();
      const right = page.viewportSize()!.width - (box!.x + box!.width);
      return { atTheTop: box!.y >= 0 && box!.y < 100, atTheRight: right >= 0 && right <= 40 };
    })
    .toEqual({ atTheTop: true, atTheRight: true });
  const headline = await page.getByRole('heading', { level: 1 }).boundingBox();
  const toast = await card.boundingBox();
  const isApart =
    toast!.y + toast!.height <= headline!.y ||
    toast!.x >= headline!.x + headline!.width ||
    toast!.y >= headline!.y + headline!.height;
  expect(isApart).toBe(true);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('an address with Cyrillic characters is accepted, whatever the browser does with its domain', async ({
  page,
}) => {
  await page.goto('/login');
  const email = page.getByPlaceholder('Введите email');
  await email.click();
  await page.keyboard.insertText('user@пример.рф');
  await email.press('Enter');
  await page.waitForURL('**/wait');
  await expect(page.getByText('user@пример.рф')).toBeVisible();
});

test(
  'the links of the footer have a sufficient touch target',
  { tag: '@bothWidths' },
  async ({ page, isMobile }) => {
    const smallest = isMobile ? 44 : 24;
    await page.goto('/login');
    const footer = page.getByRole('contentinfo');
    for (const target of [
      footer.getByRole('link', { name: 'Поддержка' }),
      footer.getByRole('link', { name: 'Публичная оферта' }),
      ...['Как в системе', 'Светлое', 'Тёмное'].map((name) => footer.getByRole('button', { name })),
    ]) {
      const box = await target.boundingBox();
      expect(box!.height).toBeGreaterThanOrEqual(smallest);
      expect(box!.width).toBeGreaterThanOrEqual(smallest);
    }
  },
);

test('the sandbox’s page does not scroll horizontally on a narrow phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/sandbox');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoSidewaysScroll(page);
});
