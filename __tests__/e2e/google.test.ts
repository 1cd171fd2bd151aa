/** Tests the Google sign-in with the real SDK at the sandbox's identity service. */
import type { Page } from '@playwright/test';
import { GOOGLE_READY, googleButton, openGooglePopup } from './support/googlePopup';
import { expect, expectAccessible, expectNoSidewaysScroll, expectToFit, test } from './support/journey';
import { newGift } from './support/staff';

const UNREACHABLE = 'Google не отвечает. Войди по почте';
/** Chunk of the Firebase SDK. */
const SDK_CHUNK = /\/assets\/firebaseAuth-.*\.js$/;

async function openChooser(page: Page): Promise<Page> {
  const popup = await openGooglePopup(page);
  await expect(popup.getByRole('heading', { name: 'Вход через Google' })).toBeVisible();
  return popup;
}

/** Presses a button that closes the button's window. The window may close before the browser acknowledges the click. */
async function closeBy(popup: Page, name: string): Promise<void> {
  const closed = popup.waitForEvent('close');
  try {
    await popup.getByRole('button', { name }).click();
  } catch (error) {
    if (!popup.isClosed()) throw error;
  }
  await closed;
}

/** Signs in with a Google account that the account chooser does not list yet. */
async function signInAs(page: Page, email: string): Promise<void> {
  const popup = await openChooser(page);
  await popup.getByLabel('Почта аккаунта').fill(email);
  await closeBy(popup, 'Войти');
}

test('signs in, signs out and signs in with another account [flow-8]', async ({ page, email }) => {
  await test.step('chooses an account [call-22, number-18, screen-29]', async () => {
    await page.goto('/login');
    // The SDK's iframe must be open before the click, for which `firebaseAuth.ts` overrides an undocumented member of the
    // Firebase SDK.
    await expect.poll(() => page.frames().some((frame) => frame.url().includes('/auth/iframe'))).toBe(true);
    const popup = await openChooser(page);
    expect(popup.viewportSize()).toEqual({ width: 500, height: 600 });
    await expect(page.getByRole('button', { name: 'Открываем окно Google' })).toBeVisible();
    await expect(page.getByPlaceholder('Введите email')).toBeEnabled();
    await expectAccessible(popup);
    await expectNoSidewaysScroll(popup);
    await expectAccessible(page);
    await popup.getByLabel('Почта аккаунта').fill('not an address');
    await popup.getByRole('button', { name: 'Войти' }).click();
    await expect(popup.getByText('Это не адрес электронной почты.')).toBeVisible();
    await popup.getByLabel('Почта аккаунта').fill(email);
    await closeBy(popup, 'Войти');
    await page.waitForURL('**/shop');
  });

  await test.step('is signed in by the product’s own session, and no Google data is stored', async () => {
    await page.reload();
    const stored = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
    expect(stored).toContain(`["email","${email}"]`);
    expect(stored).toContain('["providerId","google.com"]');
    expect(stored).toMatch(/\["accessToken","ca_/);
    expect(stored).not.toMatch(/firebase|refreshToken|eyJ/);
    // The Firebase SDK stores only a record of its own versions.
    const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    expect(databases).not.toContain('firebaseLocalStorageDb');
  });

  await test.step('signs in with another account', async () => {
    await page.evaluate(() => localStorage.clear());
    await page.goto('/login');
    const popup = await openChooser(page);
    await expect(popup.getByText(email).first()).toBeVisible();
    await closeBy(popup, 'Иван Лучинин');
    await page.waitForURL(/\/(shop|profile)$/);
    expect(await page.evaluate(() => localStorage.getItem('email'))).toBe('ivan@gmail.example');
  });
});

test('an account cannot be chosen before the script of the chooser has loaded', async ({ page }) => {
  let letScriptCome = (): void => undefined;
  const scriptMayCome = new Promise<void>((resolve) => {
    letScriptCome = resolve;
  });
  await page.context().route('**/chooser.js', async (route) => {
    await scriptMayCome;
    await route.continue();
  });
  await page.goto('/login');
  const popup = await openChooser(page);
  await expect(popup.getByRole('button', { name: 'Иван Лучинин' })).toBeDisabled();
  letScriptCome();
  await closeBy(popup, 'Иван Лучинин');
  await page.waitForURL(/\/(shop|profile)$/);
});

test('a click before the SDK is ready waits, opens no popup, and says when the next click does [screen-29]', async ({
  page,
}) => {
  let letSdkCome = (): void => undefined;
  const sdkMayCome = new Promise<void>((resolve) => {
    letSdkCome = resolve;
  });
  await page.route(SDK_CHUNK, async (route) => {
    await sdkMayCome;
    await route.continue();
  });
  let popups = 0;
  page.on('popup', () => {
    popups += 1;
  });
  await page.goto('/login');
  await expect(page.locator('html[data-starts]')).toHaveCount(0);
  await page.getByPlaceholder('Введите email').fill('reader@example.com');
  const field = page.getByLabel('Подарочный ключ');
  const before = await field.boundingBox();
  await googleButton(page).click();
  await expect(page.getByRole('button', { name: 'Открываем окно Google' })).toBeVisible();
  letSdkCome();
  await expect(page.getByRole('status').filter({ hasText: GOOGLE_READY })).toBeVisible();
  await expect(googleButton(page)).toBeVisible();
  expect(await field.boundingBox()).toEqual(before);
  await expectAccessible(page);
  expect(popups).toBe(0);
  const popup = await openChooser(page);
  expect(popups).toBe(1);
  await expect(page.getByText(GOOGLE_READY)).toBeHidden();
  await closeBy(popup, 'Отмена');
  await expect(googleButton(page)).toBeVisible();
  await expect(page.getByPlaceholder('Введите email')).toHaveValue('reader@example.com');
});

test('a click before the application has started opens no popup later', async ({ page }) => {
  let letScriptsCome = (): void => undefined;
  const scriptsMayCome = new Promise<void>((resolve) => {
    letScriptsCome = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await scriptsMayCome;
    await route.continue();
  });
  let popups = 0;
  page.on('popup', () => {
    popups += 1;
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await googleButton(page).click();
  letScriptsCome();
  await expect(page.getByText(GOOGLE_READY)).toBeVisible();
  expect(popups).toBe(0);
  await openChooser(page);
});

test.describe('if Google cannot be reached', () => {
  /** Clicks while `url` is unreachable, and makes it reachable again. */
  async function clickWithout(url: string | RegExp, page: Page): Promise<void> {
    await page.route(url, (route) => route.abort());
    await page.goto('/login');
    await googleButton(page).click();
    await expect(page.getByRole('status').filter({ hasText: UNREACHABLE })).toBeVisible();
    await expectAccessible(page);
    await page.unroute(url);
  }

  /** Expects the messages about the lost requests and about the sign-in. */
  function takeFailures(complaints: string[]): void {
    expect(complaints.some((complaint) => complaint.includes('Google sign-in failed'))).toBe(true);
    complaints.splice(0);
  }

  test('leads to the sign-in by email, and the next click tries again', async ({ page, complaints }) => {
    await clickWithout('**/api.js', page);
    await googleButton(page).click();
    await expect(page.getByText(GOOGLE_READY)).toBeVisible();
    await expect(page.getByText(UNREACHABLE)).toBeHidden();
    await closeBy(await openChooser(page), 'Отмена');
    takeFailures(complaints);
  });

  test('because a chunk was lost, the next click loads the document again', async ({ page, complaints }) => {
    await clickWithout(SDK_CHUNK, page);
    // Chromium does not request the lost chunk again in the same document.
    const reloaded = page.waitForEvent('load');
    await googleButton(page).click();
    await reloaded;
    await closeBy(await openChooser(page), 'Отмена');
    takeFailures(complaints);
  });
});

test('says that the browser has blocked the popup', async ({ page, complaints }) => {
  await page.addInitScript(() => Object.assign(window, { open: () => null }));
  await page.goto('/login');
  const message = page.getByRole('status').filter({ hasText: 'Браузер не дал открыть окно. Нажми ещё раз' });
  await googleButton(page).click();
  await expect(page.getByText(GOOGLE_READY).or(message)).toBeVisible();
  await googleButton(page).click();
  await expect(message).toBeVisible();
  await expect(googleButton(page)).toBeVisible();
  // Expected complaint: the log line.
  expect(complaints.some((complaint) => complaint.includes('popup-blocked'))).toBe(true);
  complaints.splice(0);
});

test('enables the button again when the popup is closed or cancelled', async ({ page, complaints }) => {
  await page.goto('/login');
  await test.step('cancelled', async () => {
    const popup = await openChooser(page);
    await closeBy(popup, 'Отмена');
    await expect(googleButton(page)).toBeVisible();
  });
  await test.step('closed: the SDK waits 8 s before it reports the closed popup [number-17]', async () => {
    const popup = await openChooser(page);
    await popup.close();
    await expect(page.getByPlaceholder('Введите email')).toBeEnabled();
    await expect(googleButton(page)).toBeVisible();
  });
  expect(complaints).toEqual([]);
});

test('a sign-in with a disabled account is only logged [error-14, flow-9]', async ({
  page,
  sandbox,
  email,
  complaints,
}) => {
  await sandbox.post('googleAccounts', { email, disabled: true });
  await page.goto('/login');
  const popup = await openChooser(page);
  await closeBy(popup, email);
  await expect(googleButton(page)).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
  expect(new URL(page.url()).pathname).toBe('/login');
  // Expected complaints: the 400 of the identity service, and the log line.
  expect(complaints.some((complaint) => complaint.includes('Google sign-in failed'))).toBe(true);
  complaints.splice(0);
});

test('activates the pending gift [flow-10]', async ({ page, request, email }) => {
  const giftKey = await newGift(request, 3);
  await page.goto('/login');
  await page.evaluate((key) => localStorage.setItem('key', key), giftKey);
  await page.reload();
  await signInAs(page, email);
  await page.waitForURL('**/profile');
  await expect(page.getByText('подарочная подписка')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('key'))).toBeNull();
});

test(
  'signs the desktop app in, and notifies its native shell [screen-55]',
  { tag: '@desktop' },
  async ({ page, email }) => {
    await page.addInitScript(() => {
      const said: string[] = [];
      Object.assign(window, { said, nativeShell: { postMessage: (json: string) => said.push(json) } });
    });
    await page.goto('/desktopGAuth');
    await expect(page.getByRole('heading', { name: 'Вход через Google' })).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
    await signInAs(page, email);
    await expect(page.getByText('Аккаунт подключён. Можно вернуться в приложение.')).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
    const said = await page.evaluate(() => (window as Window & { said?: string[] }).said ?? []);
    expect(said.map((json) => JSON.parse(json) as unknown)).toEqual([
      { type: 'gAuth', success: true, uid: expect.any(String), email },
    ]);
    expect(said.join()).not.toMatch(/ca_|eyJ/);
  },
);

test('calls the host’s token sync endpoint if one is configured', async ({ page, email }) => {
  const bearers: string[] = [];
  await page.route('**/login', async (route) => {
    const result = await route.fetch();
    const html = await result.text();
    const body = html.replace('"emulatorUrl":', '"authTokenSyncUrl":"/token-sync","emulatorUrl":');
    expect(body).not.toBe(html);
    await route.fulfill({ response: result, body });
  });
  await page.route('**/token-sync', async (route) => {
    const header = (await route.request().headerValue('authorization')) ?? '';
    bearers.push(`${route.request().method()} ${header.slice(0, 10)}`);
    await route.fulfill({ status: 204 });
  });
  await page.goto('/login');
  await signInAs(page, email);
  await page.waitForURL('**/shop');
  expect(bearers).toContain('POST Bearer eyJ');
});
