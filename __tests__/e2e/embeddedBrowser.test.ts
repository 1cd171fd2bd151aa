/** Tests the hint in browsers that are embedded in other apps: what it says, where it stands, and what it opens. */
import type { BrowserContext, Page } from '@playwright/test';
import { expect, expectAccessible, expectToFit, startApplication, test } from './support/journey';
import { expectNothingMoved, rendered, watchFromTheStart } from './support/layoutShift';
import { newGift } from './support/staff';

const OPEN = 'Открыть в браузере';
const COPY = 'Скопировать ссылку';
const TITLES = {
  everything: 'В браузере работает всё',
  google: 'Google здесь не откроется',
  payment: 'Банк может здесь не открыться',
} as const;

const heading = (page: Page, topic: keyof typeof TITLES) =>
  page.getByRole('heading', { name: TITLES[topic] });

/** Defines the properties of Telegram before the scripts of the page run, as its user script does on iOS. */
const openInTelegram = (context: BrowserContext) =>
  context.addInitScript(() => {
    class TelegramWebviewProxyProto {
      postEvent() {}
    }
    Object.assign(window, {
      TelegramWebviewProxyProto,
      TelegramWebviewProxy: new TelegramWebviewProxyProto(),
    });
  });

test.describe('in Telegram on an iPhone, which sends the User-Agent of Safari', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.7 Mobile/15E148 Safari/604.1',
  });
  test.beforeEach(async ({ context }) => {
    await openInTelegram(context);
    await watchFromTheStart(context);
  });

  for (const [path, topic] of [
    ['/', 'everything'],
    ['/tt', 'everything'],
    ['/login', 'google'],
    ['/shop', 'payment'],
  ] as const) {
    test(`${path} says what does not work, and moves nothing`, { tag: '@bothWidths' }, async ({ page }) => {
      await page.goto(path);
      if (topic === 'everything') {
        // The page of links loads no script until the visitor touches it.
        await expect(page.getByText(COPY)).toHaveCount(0);
        await startApplication(page);
      }
      await expect(heading(page, topic)).toBeVisible();
      await expect(page.getByText('Страница открыта внутри Telegram')).toBeVisible();
      await expect(page.getByText('Нажми на значок «⋯»')).toBeVisible();
      await expect(page.getByRole('link', { name: OPEN })).toHaveCount(0);
      await rendered(page);
      await expectNothingMoved(page);
      await expectAccessible(page);
      await expectToFit(page);
    });
  }

  test('/pay has the hint behind the card dialog', async ({ page }) => {
    await page.goto('/pay');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(heading(page, 'payment')).toBeAttached();
  });

  test('/gift copies the gift, whose key is no longer in the address bar', async ({
    page,
    context,
    request,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const key = await newGift(request, 3);
    await page.goto(`/gift?key=${key}&utm_source=telegram`);
    await expect(heading(page, 'google')).toBeVisible();
    await page.getByRole('button', { name: COPY }).click();
    await expect(page.getByText('Ссылка скопирована')).toBeVisible();
    const copied = new URL(await page.evaluate(() => navigator.clipboard.readText()));
    expect(copied.pathname).toBe('/gift');
    expect(Object.fromEntries(copied.searchParams)).toEqual({ key, utm_source: 'telegram' });
  });

  test('a closed hint stays closed in this tab, and the sign-in by email works', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Закрыть подсказку' }).click();
    await expect(heading(page, 'google')).toBeHidden();
    await expect(page.getByText('Через Google можно войти в обычном браузере')).toBeVisible();
    await page.goto('/shop');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html[data-starts]')).toHaveCount(0);
    await expect(page.getByText(COPY)).toHaveCount(0);
    await page.goto('/login');
    await page.getByPlaceholder('Введите email').fill('reader@example.com');
    await page.getByRole('button', { name: '→ Войти по email ссылке' }).click();
    await page.waitForURL('**/wait');
  });
});

test.describe('in Instagram on Android', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 12; SM-F721U Build/SP2A.220305.013; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/105.0.5195.136 Mobile Safari/537.36 Instagram 255.1.0.17.102 Android (32/12; 480dpi; 1080x2402; samsung; SM-F721U; b4q; qcom; en_US; 405431927)',
  });

  test('offers to open the browser, and keeps the sign-in by email', async ({ page }) => {
    for (const path of ['/login?utm_source=instagram&token=secret', '/desktopGAuth']) {
      await page.goto(path);
      await expect(heading(page, 'google')).toBeVisible();
      const intent = await page.getByRole('link', { name: OPEN }).getAttribute('href');
      expect(intent).toMatch(/^intent:\/\/localhost:\d+\/.*#Intent;scheme=http;.*;end$/);
      expect(intent).not.toContain('secret');
      await expect(page.getByRole('button', { name: /Войти через Google/ })).toHaveCount(0);
      await expectAccessible(page);
      await expectToFit(page);
    }
    await page.goto('/login');
    await expect(page.getByPlaceholder('Введите email')).toBeEnabled();
  });
});
