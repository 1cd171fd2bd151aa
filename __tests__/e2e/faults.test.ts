/** Tests failures of the main path: bad links, declined cards, late and repeated notifications. */
import { TRY_FREE } from '../support/offer';
import { agree, expect, payWithCard, requestEmail, signInByEmail, test } from './support/journey';

test('a used link shows an error and leads to the sign-in', async ({ page, sandbox, email }) => {
  await signInByEmail(page, email);
  await page.waitForURL('**/shop');
  const emailMessage = await sandbox.newestEmail(email);
  await page.goto('/sandbox');
  await page.goto(emailMessage.links[0]!);
  await expect(page.getByRole('link', { name: /войти|письмо/i }).first()).toBeVisible();
});

test('a garbage token on /confirm shows the toast and goes to /login [error-7]', async ({
  page,
  complaints,
}) => {
  const toast = page.getByText('Войти не удалось, попробуйте зарегистрироваться снова.');
  const open = async () => {
    await page.goto('/confirm?token=garbage');
    await page.waitForURL('**/login');
  };
  // The toast is shown for five seconds, and the navigation to /login may take some of this time.
  await Promise.all([expect(toast).toBeVisible(), open()]);
  expect(complaints).toEqual([]);
});

test('a declined card is explained, and another card pays', async ({ page, email }) => {
  await signInByEmail(page, email);
  await page.waitForURL('**/shop');
  await agree(page);
  await page.getByRole('button', { name: TRY_FREE }).click();
  await payWithCard(page, '4000 0566 5566 5556');
  await expect(page.getByText(/недостаточно (средств|денег)|не хватает/i).first()).toBeVisible();
  await payWithCard(page, '4242 4242 4242 4242');
  await page.waitForURL('**/profile');
  await expect(page.getByText('подписка активна')).toBeVisible();
});

test('the email link opened in another browser asks for the address and does not use up the link', async ({
  browser,
  page,
  sandbox,
  email,
}) => {
  await requestEmail(page, email);
  const emailMessage = await sandbox.newestEmail(email);
  const other = await browser.newContext();
  const stranger = await other.newPage();
  await stranger.goto(emailMessage.links[0]!);
  await expect(stranger.getByRole('textbox')).toBeVisible();
  expect(stranger.url()).not.toContain('t=');
  await page.goto(emailMessage.links[0]!);
  await page.waitForURL('**/shop');
  await other.close();
});

test('in another browser a wrong address does not open the email, and the right address does', async ({
  browser,
  page,
  sandbox,
  email,
}) => {
  await requestEmail(page, email);
  const emailMessage = await sandbox.newestEmail(email);
  const other = await browser.newContext();
  const phone = await other.newPage();
  await phone.goto(emailMessage.links[0]!);
  await phone.getByRole('textbox').fill('somebody.else@example.com');
  await phone.getByRole('textbox').press('Enter');
  // A second attempt counts only after the response to the first.
  await expect(phone.getByText('Эта ссылка отправлена на другой адрес', { exact: false })).toBeVisible();
  await phone.getByRole('textbox').fill(email);
  await phone.getByRole('textbox').press('Enter');
  await phone.waitForURL('**/shop');
  await other.close();
});

test('the code of the email signs in on /wait', async ({ page, sandbox, email }) => {
  await requestEmail(page, email);
  const emailMessage = await sandbox.newestEmail(email);
  const code = /\b(\d{8})\b/.exec(emailMessage.text)![1]!;
  await page.getByLabel(/код/i).fill(code);
  await page.waitForURL('**/shop');
});

test('signed-out visitors of account screens are sent to /login', async ({ page }) => {
  for (const path of ['/profile', '/subscription', '/mobileProfile', '/mobileDetach']) {
    await page.goto(path);
    await page.waitForURL('**/login');
  }
});

test('an unknown path shows an error page', async ({ page }) => {
  await page.goto('/no-such-page');
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.getByRole('link').first()).toBeVisible();
});
