/** Money as the customer sees it: the consent, the card, the history, resuming, and a script that never comes. */
import {
  agree,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  payWithCard,
  signInByLetter,
  test,
} from './support/journey';

test('a customer agrees, pays, withdraws the card and resumes without losing a day', async ({
  page,
  email,
}) => {
  await signInByLetter(page, email);
  await page.waitForURL('**/shop');
  const button = page.getByRole('button', { name: /Попробовать 1 неделю бесплатно/ });
  await test.step('nothing opens without the consent', async () => {
    await button.click();
    await expect(page.getByRole('alert')).toContainText('Поставь галочку');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
  await agree(page);
  await button.click();
  await payWithCard(page);
  await page.waitForURL('**/profile', { timeout: 30_000 });
  await page.goto('/subscription');
  await test.step('the card and the payments are shown', async () => {
    await expect(page.getByRole('region', { name: 'Платежи' })).toContainText('Проверка карты');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
  await test.step('the card is withdrawn', async () => {
    await page.getByRole('button', { name: 'Отвязать карту' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('больше ничего не спишется');
    // Half faded in, its words have no contrast yet.
    await expect(page.locator('.MuiDialog-container')).toHaveCSS('opacity', '1');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Отвязать карту' }).click();
    await expect(page.getByText('Карта отвязана.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Подписка отменена' })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: /Соглашаюсь/ })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
  await test.step('resumed in place', async () => {
    await agree(page);
    await page.getByRole('button', { name: 'Возобновить подписку' }).click();
    await payWithCard(page);
    await page.waitForURL('**/profile', { timeout: 30_000 });
    await expect(page.getByText('подписка активна')).toBeVisible();
  });
});

test('a payment script that never answers ends in words and ways out within 8 s', async ({ page, email }) => {
  await page.route('**/cloudpayments.js', () => undefined);
  await page.route('**/sandbox/card/**', () => undefined);
  await signInByLetter(page, email);
  await page.waitForURL('**/shop');
  await agree(page);
  await page.getByRole('button', { name: /Попробовать 1 неделю бесплатно/ }).click();
  await expect(page.getByRole('alert')).toContainText('Окно оплаты не открылось', { timeout: 9_000 });
  await expect(page.getByRole('button', { name: 'Попробовать снова' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Написать в поддержку' })).toBeVisible();
});
