/**
 * Tests that late scripts and API responses cause no layout shift, because their content fills reserved space. Each
 * script and each API response is delayed separately.
 */
import { randomUUID } from 'node:crypto';
import type { Page, Route } from '@playwright/test';
import { expect, requestEmail, signInByEmail, takeTrial, test } from './support/journey';
import { expectNothingMoved, rendered, watchFromTheStart } from './support/layoutShift';
import { findUserId, newColleague, newGift, signInAsStaff } from './support/staff';

test.beforeEach(({ context }) => watchFromTheStart(context));

/**
 * Opens `path`. Holds back the scripts until the document is rendered, then releases the API responses one by one, each
 * in a separate animation frame.
 */
async function openSlowly(page: Page, path: string, isWhole: () => Promise<void>): Promise<void> {
  let isDocumentRendered = false;
  const scripts: Route[] = [];
  const responses: Route[] = [];
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    if (isDocumentRendered) await route.continue();
    else scripts.push(route);
  });
  await page.route(/\/api\//, (route) => {
    responses.push(route);
  });
  await page.goto(path, { waitUntil: 'commit' });
  await rendered(page);
  await expect.poll(() => scripts.length).toBeGreaterThan(0);
  isDocumentRendered = true;
  for (const route of scripts) await route.continue();
  let isOver = false;
  const whole = isWhole().finally(() => {
    isOver = true;
  });
  const letResponsesCome = async () => {
    while (!isOver) {
      await rendered(page);
      await responses.shift()?.continue();
    }
  };
  await Promise.all([whole, letResponsesCome()]);
  await rendered(page);
  await expectNothingMoved(page);
}

test('/pay: the order', { tag: '@bothWidths' }, async ({ page }) => {
  await openSlowly(page, '/pay', () => expect(page.getByRole('dialog')).toBeVisible());
});

test('/gift: the length of the gift', { tag: '@bothWidths' }, async ({ page, request }) => {
  const key = await newGift(request, 3);
  await openSlowly(page, `/gift?key=${key}`, () =>
    expect(page.getByPlaceholder('Введите email')).toBeVisible(),
  );
});

test('/wait: the address of the sent email', { tag: '@bothWidths' }, async ({ page, email }) => {
  await requestEmail(page, email);
  await openSlowly(page, '/wait', () => expect(page.getByText(email)).toBeVisible());
});

test('/wait: a new email may be requested at once', { tag: '@bothWidths' }, async ({ page, email }) => {
  await requestEmail(page, email);
  await page.addInitScript((at) => sessionStorage.setItem('emailSentAt', at), String(Date.now() - 120_000));
  await openSlowly(page, '/wait', () =>
    expect(page.getByRole('button', { name: 'Отправить письмо ещё раз' })).toBeVisible(),
  );
});

test('/shop: the customer’s own offer', { tag: '@bothWidths' }, async ({ page, email }) => {
  await signInByEmail(page, email);
  await page.waitForURL('**/shop');
  await openSlowly(page, '/shop', () =>
    expect(page.getByRole('button', { name: /Попробовать/ })).toBeVisible(),
  );
});

test('/connect, /profile and /subscription: the account', { tag: '@bothWidths' }, async ({ page, email }) => {
  await signInByEmail(page, email);
  await takeTrial(page);
  await expect(page.getByText('подписка активна')).toBeVisible();
  await openSlowly(page, '/connect', () => expect(page.getByRole('radio').first()).toBeVisible());
  await page.unrouteAll();
  await openSlowly(page, '/profile', () =>
    expect(page.getByRole('heading', { name: 'Скачать приложение' })).toBeVisible(),
  );
  await page.unrouteAll();
  await openSlowly(page, '/subscription', () =>
    expect(page.getByRole('button', { name: /отменить/i })).toBeVisible(),
  );
  await page.unrouteAll();
  await openSlowly(page, '/account/devices', () => expect(page.getByText(/Нажми «Подключить/)).toBeVisible());
  await page.unrouteAll();
  await openSlowly(page, '/account/card', () =>
    expect(page.getByRole('button', { name: 'Ввести новую карту' })).toBeVisible(),
  );
});

test('/adept: the role of the staff member and its permissions', { tag: '@bothWidths' }, async ({ page }) => {
  await signInAsStaff(page);
  await openSlowly(page, '/adept', () => expect(page.getByRole('link', { name: 'Audit log' })).toBeVisible());
});

test(
  '/crucify: an email address of two lines in the title',
  { tag: '@bothWidths' },
  async ({ page, request, email }) => {
    const longEmail = `${'long'.repeat(14)}.${email}`;
    await signInByEmail(page, longEmail);
    await page.waitForURL('**/shop');
    const id = String(await findUserId(request, longEmail));
    await signInAsStaff(page);
    await openSlowly(page, `/crucify?id=${id}`, () =>
      expect(page.getByRole('heading', { level: 1, name: longEmail })).toBeVisible(),
    );
  },
);

test(
  '/crucify: a colleague who has a customer with a long address open',
  { tag: '@bothWidths' },
  async ({ page, request, sandbox, email }) => {
    // The title has two lines at 1440 px.
    const longEmail = email.replace('@', `${'long'.repeat(10)}@${'a-long-domain-name.'.repeat(5)}`);
    await sandbox.session(longEmail);
    const userId = await findUserId(request, longEmail);
    const { username, password } = await newColleague(request, `eve-${randomUUID().slice(0, 8)}`, 'support');
    const signIn = await request.post('/api/auth/login', { data: { username, password } });
    const { accessToken } = (await signIn.json()) as { accessToken: string };
    await signInAsStaff(page);
    await openSlowly(page, `/crucify?id=${String(userId)}`, async () => {
      await request.post('/api/panel/users/presence', {
        data: { userId },
        headers: { Authorization: `Bearer ${accessToken}` },
      });
      await expect(page.getByText(`Also open: ${username}`)).toBeVisible();
    });
    await expect(page.getByRole('heading', { level: 1, name: longEmail })).toBeVisible();
  },
);

test(
  '/profile: the skeleton has the exact layout of the screen',
  { tag: '@bothWidths' },
  async ({ page, email }) => {
    await signInByEmail(page, email);
    await takeTrial(page);
    await expect(page.getByText('подписка активна')).toBeVisible();
    // Chromium does not report shifts below 3 px, but counts the text as painted anew. The width of the address depends on
    // whether the web font has arrived.
    const parts = [page.locator('p', { hasText: email }), page.getByText(/Подписки хватает для/)];
    const positions = () =>
      Promise.all(
        parts.map(async (part) => {
          const box = await part.boundingBox();
          return { x: box?.x, y: box?.y };
        }),
      );
    const ofScreen = await positions();
    await page.route(/\/assets\/.*\.js$/, () => undefined);
    await page.goto('/profile', { waitUntil: 'commit' });
    await rendered(page);
    expect(await positions()).toEqual(ofScreen);
  },
);

test('/profile: the frame with the email is visible before the script loads, for signed-in customers only', async ({
  page,
  browser,
  email,
}) => {
  await signInByEmail(page, email);
  await takeTrial(page);
  await expect(page.getByText('подписка активна')).toBeVisible();
  await page.route(/\/assets\/.*\.js$/, () => undefined);
  await page.goto('/profile', { waitUntil: 'commit' });
  await expect(page.getByRole('progressbar')).toBeAttached();
  await expect(page.locator('header').getByRole('button')).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText(/Подписки хватает для/)).toBeVisible();
  const stranger = await browser.newPage({ baseURL: new URL(page.url()).origin });
  await stranger.route(/\/assets\/.*\.js$/, () => undefined);
  await stranger.goto('/profile', { waitUntil: 'commit' });
  await expect(stranger.locator('html')).toHaveAttribute('data-held', '');
  await expect(stranger.locator('header').getByRole('button')).toBeHidden();
  await stranger.close();
  // After a sign-out in another tab, the page shows nothing of the customer, although no script has loaded.
  const other = await page.context().newPage();
  await other.goto('/offer');
  await other.evaluate(() => localStorage.removeItem('email'));
  await expect(page.locator('html')).toHaveAttribute('data-held', '');
  expect(await page.content()).not.toContain(email);
  await other.close();
});
