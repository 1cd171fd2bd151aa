/** Tests the pages without JavaScript, and before their scripts have loaded. */
import type { Page } from '@playwright/test';
import { DARK, LIGHT } from '../../src/shared/designTokens';
import { expect, expectNoSidewaysScroll, requestEmail, test } from './support/journey';
import { FIRST_ADMIN, signInAsStaff } from './support/staff';

const rgb = (hex: string) => `rgb(${[1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

test.describe('with scripts disabled', () => {
  test.use({ javaScriptEnabled: false });

  for (const [path, heading, link] of [
    ['/', 'Интернет', 'Публичная оферта'],
    ['/yt', 'Интернет', 'Публичная оферта'],
    ['/tt', 'Интернет', 'Публичная оферта'],
    ['/info', 'Протокол XTLS-Reality', 'Начать пользоваться'],
    ['/offer', 'Публичная оферта', 'Перейти к подписке'],
    ['/privacy', 'Политика обработки персональных данных', 'Публичная оферта'],
    ['/account/delete', 'Удаление аккаунта', 'Удалить аккаунт'],
    ['/support', 'Поддержка', 'Написать в чат'],
    ['/thanks', 'Спасибо за покупку!', 'Публичная оферта'],
  ] as const) {
    test(`${path} is complete and its links work`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
      await expect(page.getByRole('link', { name: link }).first()).toHaveAttribute('href', /^(?:\/|https:)/);
      await expect(page.getByRole('link', { name: 'Поддержка' }).first()).toBeVisible();
      // The page hides controls that do not work without scripts.
      await expect(page.getByRole('group', { name: 'Оформление' })).toBeHidden();
      await expect(page.locator('body')).toHaveCSS('background-color', rgb(DARK.page));
      await page.emulateMedia({ colorScheme: 'light' });
      await expect(page.locator('body')).toHaveCSS('background-color', rgb(LIGHT.page));
      await expectNoSidewaysScroll(page);
    });
  }

  test('/login shows that it needs JavaScript, and sends nothing', async ({ page }) => {
    await page.goto('/login');
    await expect(page.locator('body > noscript')).toBeVisible();
    await page.getByPlaceholder('Введите email').fill('reader@example.com');
    await page.getByRole('button', { name: '→ Войти по email ссылке' }).click();
    expect(page.url()).toMatch(/\/login$/);
  });

  test('/capitulum does not put the password into the URL', { tag: '@desktop' }, async ({ page }) => {
    await page.goto('/capitulum');
    await page.getByLabel('Username').fill(FIRST_ADMIN.username);
    await page.getByLabel('Password').fill(FIRST_ADMIN.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(page.url()).toMatch(/\/capitulum$/);
  });
});

/** Holds back all scripts of the page. Resolves to a function that releases the scripts. */
async function holdScriptsBack(page: Page): Promise<() => void> {
  let letThemCome: () => void = () => undefined;
  const mayCome = new Promise<void>((resolve) => {
    letThemCome = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await mayCome;
    await route.continue();
  });
  return letThemCome;
}

test('text and clicks before the script has loaded are not lost', async ({ page, email }) => {
  const letTheScriptsCome = await holdScriptsBack(page);
  await page.goto('/login', { waitUntil: 'commit' });
  const field = page.getByPlaceholder('Введите email');
  await field.fill(email);
  await page.getByRole('button', { name: '→ Войти по email ссылке' }).click();
  const asked = page.waitForRequest(/emailVerification\/send/);
  expect(page.url()).toMatch(/\/login$/);
  letTheScriptsCome();
  expect((await asked).postDataJSON()).toMatchObject({ email });
  await page.waitForURL('**/wait');
});

for (const slices of [0, 8]) {
  test(`a click after ${String(slices)} slices of the hydration is not lost`, async ({ page, email }) => {
    // React schedules slices of its rendering with messages. A message that the test forwards `count` times arrives after
    // `count` slices of rendering.
    await page.addInitScript((count) => {
      window.addEventListener('applicationstarts', () => {
        const channel = new MessageChannel();
        let left = count;
        channel.port1.onmessage = () => {
          if (left === 0) document.querySelector<HTMLButtonElement>('form [type="submit"]')?.click();
          else channel.port2.postMessage(null);
          left -= 1;
        };
        channel.port2.postMessage(null);
      });
    }, slices);
    const letTheScriptsCome = await holdScriptsBack(page);
    await page.goto('/login', { waitUntil: 'commit' });
    await page.getByPlaceholder('Введите email').fill(email);
    const asked = page.waitForRequest(/emailVerification\/send/);
    letTheScriptsCome();
    expect((await asked).postDataJSON()).toMatchObject({ email });
    await page.waitForURL('**/wait');
  });
}

test(
  'staff who submit the form before the script has loaded are signed in',
  { tag: '@desktop' },
  async ({ page }) => {
    const letTheScriptsCome = await holdScriptsBack(page);
    await page.goto('/capitulum', { waitUntil: 'commit' });
    await page.getByLabel('Username').fill(FIRST_ADMIN.username);
    await page.getByLabel('Password').fill(FIRST_ADMIN.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(page.url()).toMatch(/\/capitulum$/);
    letTheScriptsCome();
    await page.waitForURL('**/adept');
  },
);

test(
  'text that staff type into the search before the script has loaded is searched',
  { tag: '@desktop' },
  async ({ page }) => {
    await signInAsStaff(page);
    const letTheScriptsCome = await holdScriptsBack(page);
    await page.goto('/adept', { waitUntil: 'commit' });
    await page.getByRole('searchbox').fill('nobody-at-all');
    const asked = page.waitForRequest(/users\/search/);
    letTheScriptsCome();
    expect((await asked).url()).toContain('emailPart=nobody-at-all');
    await expect(page.getByRole('searchbox')).toHaveValue('nobody-at-all');
  },
);

test('a code that is typed on /wait before the script has loaded is checked', async ({
  page,
  sandbox,
  email,
}) => {
  await requestEmail(page, email);
  const emailMessage = await sandbox.newestEmail(email);
  const code = /\b(\d{8})\b/.exec(emailMessage.text)![1]!;
  const letTheScriptsCome = await holdScriptsBack(page);
  await page.goto('/wait', { waitUntil: 'commit' });
  await page.getByLabel(/код/i).fill(code);
  letTheScriptsCome();
  await page.waitForURL('**/shop');
});

test('a gift key that is typed before the script has loaded is checked', async ({ page }) => {
  const letTheScriptsCome = await holdScriptsBack(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Подарочный ключ').fill('ABCDEFGHJKLMNPQRSTUV');
  await page.getByPlaceholder('Введите email').click();
  letTheScriptsCome();
  await expect(page.getByText(/^Такого подарка нет/)).toBeVisible();
});

test('a static page starts its application on the first user input, and does not lose the click', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto('/support');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(scripts).toEqual([]);
  await page.getByRole('button', { name: 'Тёмное' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
  await expect(page.getByRole('button', { name: 'Тёмное' })).toHaveAttribute('aria-pressed', 'true');
  expect(scripts.length).toBeGreaterThan(0);
});

test('a pending gift is visible from the first paint on', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('key', 'ABCD1234EFGH5678'));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-held');
  expect(await page.title()).toContain('Просвет');
});
