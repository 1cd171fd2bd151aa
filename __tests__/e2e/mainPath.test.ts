/** Tests the main path: a new customer signs in, pays, attaches and detaches devices, cancels and signs out. */
import { MONTH_RUB, TRY_FREE } from '../support/offer';
import {
  expect,
  expectAccessible,
  expectToFit,
  hold,
  openNewestEmail,
  takeTrial,
  test,
} from './support/journey';

test('a new customer subscribes, manages devices, cancels and signs out', async ({
  page,
  sandbox,
  email,
}) => {
  await test.step('opens the landing page and goes to the sign-in', async () => {
    await page.goto('/');
    await expect(page.getByText(String(MONTH_RUB)).first()).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
    const toSignIn = page.getByRole('link', { name: 'Войти в аккаунт' });
    // The link to the shop must be visible without scrolling.
    await expect(toSignIn).toBeInViewport({ ratio: 1 });
    await toSignIn.click();
    await page.waitForURL('**/login');
  });

  await test.step('requests an email [flow-3, screen-27, screen-57]', async () => {
    await expect(page.getByRole('heading', { name: 'Войти / Зарегистрироваться' })).toBeVisible();
    await page.getByPlaceholder('Введите email').fill('not an address');
    await page.getByRole('button', { name: '→ Войти по email ссылке' }).click();
    await expect(page.getByText('* почта введена с ошибкой')).toBeVisible();
    await expectAccessible(page);
    await page.getByPlaceholder('Введите email').fill(email);
    await expect(page.getByText('* почта введена с ошибкой')).toBeHidden();
    await page.getByRole('button', { name: '→ Войти по email ссылке' }).click();
    await page.waitForURL('**/wait');
    await expect(page.getByText(email)).toBeVisible();
    await page.reload();
    await expect(page.getByText(email)).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
  });

  await test.step('opens the email and is signed in', async () => {
    await openNewestEmail(page, email);
    await page.waitForURL('**/shop');
    await expect(page.getByRole('button', { name: TRY_FREE })).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
    await page.reload();
    await expect(page.getByRole('button', { name: TRY_FREE })).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
  });

  await test.step('pays with a test card [flow-23, screen-42]', async () => {
    await takeTrial(page);
    await expect(page.getByText('подписка активна')).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    await page.reload();
    await expect(page.getByText('подписка активна')).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
  });

  await test.step('sees the attached devices and detaches one by holding it [screen-68]', async () => {
    await sandbox.device(email, 'Samsung Galaxy S24 Ultra');
    await sandbox.device(email, 'Ноутбук', 'desktop');
    await page.reload();
    await expect(page.getByText('Список устройств 2/3')).toBeVisible();
    await expect(page.getByText('Samsung Galaxy S2...')).toBeVisible();
    await expectAccessible(page);
    await hold(page, page.getByRole('button', { name: /Ноутбук/ }), () =>
      expect(page.getByText('Список устройств 1/3')).toBeVisible(),
    );
    await page.reload();
    await expect(page.getByText('Список устройств 1/3')).toBeVisible();
  });

  await test.step('sees the next charge [input-11, screen-73]', async () => {
    await hold(page, page.getByRole('button', { name: 'Управлять подпиской' }), () =>
      page.waitForURL('**/subscription'),
    );
    await expect(page.getByText(String(MONTH_RUB)).first()).toBeVisible();
    await expect(page.getByText(/\d{2}\.\d{2}\.\d{2} \d{2}:\d{2}/).first()).toBeVisible();
    await page.reload();
    await expect(page.getByText(String(MONTH_RUB)).first()).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
  });

  await test.step('can use the browser’s back and forward buttons', async () => {
    await page.goBack();
    await page.waitForURL('**/profile');
    await page.goForward();
    await page.waitForURL('**/subscription');
  });

  await test.step('cancels by holding [screen-54]', async () => {
    await hold(page, page.getByRole('button', { name: /отменить/i }), () => page.waitForURL('**/profile'));
    // The title of the previous screen contains the same text, so the match must be exact.
    await expect(page.getByText('подписка отменена', { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByText('подписка отменена')).toBeVisible();
  });

  await test.step('signs out, and the browser keeps no data of the account [flow-31, screen-63]', async () => {
    await page.getByText('сменить пользователя').click();
    await page.waitForURL('**/login');
    const stored = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
    expect(stored).not.toContain(email);
    await page.goto('/profile');
    await page.waitForURL('**/login');
  });
});
