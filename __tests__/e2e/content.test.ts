/** Tests the static pages: the protocol, the offer, the support and the thanks page, in both layouts. */
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, expectToFit, test } from './support/journey';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function expectGoodPage(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectToFit(page);
}

test('/info explains the protocol and leads to the shop [screen-11, screen-15, screen-16]', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Протокол XTLS-Reality. Что это?' }).click();
  await page.waitForURL('**/info');
  await expect(heading(page, 'Протокол XTLS-Reality')).toBeVisible();
  await expect(page).toHaveTitle('Протокол XTLS-Reality — Просвет');
  await expectGoodPage(page);
  await page.getByRole('link', { name: 'Начать пользоваться' }).click();
  await page.waitForURL('**/shop');
});

test('/offer is reached from the footer, leads to its sections and to the shop [screen-24]', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Публичная оферта' }).click();
  await page.waitForURL('**/offer');
  await expect(heading(page, 'Публичная оферта')).toBeVisible();
  await expectGoodPage(page);
  const refunds = page.getByRole('heading', { name: '9. Возврат денег' });
  await expect(refunds).not.toBeInViewport();
  const toRefunds = page.getByRole('link', { name: 'Возврат денег' });
  await toRefunds.click();
  await expect(refunds).toBeInViewport();
  await expect(refunds).toBeFocused();
  await page.reload();
  await expect(refunds).toBeInViewport();
  await page.goBack();
  await expect(toRefunds).toBeInViewport();
  await page.getByRole('link', { name: 'Перейти к подписке' }).click();
  await page.waitForURL('**/shop');
});

test('/offer is printed in black on white, without the header and the footer', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto('/offer');
  const clause = page.getByText('Полные реквизиты приведены в последнем разделе.');
  await expect(clause).toBeVisible();
  await expect(clause).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  for (const surroundings of ['banner', 'contentinfo', 'navigation'] as const) {
    await expect(page.getByRole(surroundings)).toBeHidden();
  }
  await expect(page.getByRole('link', { name: 'Перейти к подписке' })).toBeHidden();
});

test('/support copies the email and leads to the chat [screen-25]', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/support');
  await expect(heading(page, 'Поддержка')).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Скопировать почту' }).click();
  // A toast confirms that the address was copied. If the button was pressed before the application had started, the
  // button itself shows the confirmation.
  await expect(page.getByText(/^(Почта скопирована|Скопировано)$/)).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('help@prosvet.example');
  await expect(page.getByRole('link', { name: 'Написать в чат' })).toHaveAttribute('href', /^https:\/\//);
});

test('/support shows an error when the browser rejects copying', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new DOMException('denied', 'NotAllowedError')) },
    });
  });
  await page.goto('/support');
  await page.getByRole('button', { name: 'Скопировать почту' }).click();
  await expect(page.getByText(/Скопировать не получилось/)).toBeVisible();
});

test('/thanks leads to the sign-in [screen-49]', async ({ page }) => {
  await page.goto('/thanks');
  await expect(heading(page, 'Спасибо за покупку!')).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('link', { name: 'Войти в аккаунт' }).click();
  await page.waitForURL('**/login');
});

for (const path of [
  '/',
  '/yt',
  '/tt',
  '/info',
  '/offer',
  '/privacy',
  '/account/delete',
  '/support',
  '/check',
  '/thanks',
  '/login',
  '/shop',
  '/mobileShop',
]) {
  test(`${path} has the footer and fits into 320 px [screen-6, screen-14]`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText(`© 2021–${String(new Date().getFullYear())} ООО «Просвет»`);
    await expect(footer).toContainText('ИНН');
    await expect(footer.getByRole('link', { name: 'Поддержка' })).toHaveAttribute(
      'href',
      /^https:\/\/t\.me\//,
    );
    await expect(footer.getByRole('link', { name: 'Публичная оферта' })).toHaveAttribute('href', '/offer');
    await expectNoSidewaysScroll(page);
  });
}

async function measureBox(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error('the element is not rendered');
  return box;
}

for (const path of ['/', '/login']) {
  test(`${path} has one column up to 740 px and two above [flow-43, number-8, screen-5, screen-6, screen-8, screen-32]`, async ({
    page,
  }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const parts = async () => ({
      night: await measureBox(page.getByRole('banner')),
      task: await measureBox(page.getByRole('main')),
      footer: await measureBox(page.getByRole('contentinfo')),
    });

    await page.setViewportSize({ width: 740, height: 900 });
    const narrow = await parts();
    expect(narrow.task.x).toBe(0);
    expect(narrow.task.width).toBe(narrow.night.width);
    expect(narrow.footer.y).toBeGreaterThanOrEqual(narrow.task.y + narrow.task.height);
    await expectNoSidewaysScroll(page);

    await page.setViewportSize({ width: 741, height: 900 });
    const wide = await parts();
    expect(wide.task.x).toBeGreaterThanOrEqual(wide.night.x + wide.night.width);
    expect(wide.footer.x + wide.footer.width).toBeLessThanOrEqual(wide.task.x);
    await expectNoSidewaysScroll(page);
  });
}
