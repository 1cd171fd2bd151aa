/** Tests the deletion of an account, by the customer on the public page and by an admin in the staff console. */
import {
  expect,
  expectAccessible,
  expectToFit,
  openNewestEmail,
  startApplication,
  takeTrial,
  test,
} from './support/journey';
import type { Sandbox } from './support/sandbox';
import { findUserId, signInAsStaff } from './support/staff';

async function newestCode(sandbox: Sandbox, email: string): Promise<string> {
  const isCode = ({ subject }: { subject: string }) => subject.startsWith('Код для удаления');
  await expect.poll(async () => (await sandbox.mail(email)).some(isCode)).toBe(true);
  const text = (await sandbox.mail(email)).find(isCode)?.text ?? '';
  return /(?<!\d)\d{8}(?!\d)/.exec(text)?.[0] ?? '';
}

test('a visitor signs in on the deletion page, waives the remaining days and deletes the account with a code @bothWidths', async ({
  page,
  email,
  sandbox,
}) => {
  await page.goto('/account/delete');
  await expect(page.getByRole('heading', { level: 1, name: 'Удаление аккаунта' })).toBeVisible();
  await expectToFit(page);
  await expectAccessible(page);
  await startApplication(page);
  await page.getByRole('link', { name: 'Удалить аккаунт' }).click();
  await page.waitForURL('**/login');
  await page.getByPlaceholder('Введите email').fill(email);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/wait');
  await openNewestEmail(page, email);
  await page.waitForURL('**/account/delete/confirm');
  await expect(page.getByText('Оплаченных дней не осталось', { exact: false })).toBeVisible();

  await page.goto('/shop');
  await takeTrial(page);
  await page.goto('/account');
  await page.getByRole('link', { name: /Удалить аккаунт/ }).click();
  await page.waitForURL('**/account/delete');
  await page.getByRole('link', { name: 'Удалить аккаунт', exact: true }).click();
  await page.waitForURL('**/account/delete/confirm');
  await expect(page.getByText(email).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Сначала вернуть деньги' })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:.*${encodeURIComponent(email)}`),
  );
  await expectToFit(page);
  await expectAccessible(page);
  const waive = page.getByRole('button', { name: 'Удалить и отказаться от оставшихся дней' });
  await waive.click();
  await expect(page.getByText('Напиши слово «отказываюсь»')).toBeVisible();
  await page.getByLabel('Или напиши «отказываюсь»').fill('Отказываюсь');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Введи код из письма' })).toBeVisible();
  await expectToFit(page);
  await expectAccessible(page);
  const code = await newestCode(sandbox, email);
  await page.getByLabel('Код из письма').fill(code);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/account/deleted');
  await expect(page.getByRole('heading', { level: 1, name: 'Аккаунт удалён' })).toBeVisible();
  await expectToFit(page);
  await expectAccessible(page);
  await page.goto('/subscription');
  await page.waitForURL('**/login');
});

test('an admin deletes an account, which the console then shows without personal data', async ({
  page,
  email,
  browser,
  baseURL,
}) => {
  await page.goto('/login');
  await page.getByPlaceholder('Введите email').fill(email);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/wait');
  await openNewestEmail(page, email);
  await page.waitForURL('**/shop');
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const staff = await context.newPage();
  await signInAsStaff(staff);
  const id = await findUserId(staff.request, email);
  await staff.goto(`/crucify?id=${id}`);
  await staff.getByRole('button', { name: 'More actions' }).click();
  await staff.getByRole('button', { name: 'Delete account…' }).click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByLabel('Customer’s email').fill('someone@example.com');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog.getByText('Email doesn’t match')).toBeVisible();
  await expectAccessible(staff);
  await dialog.getByLabel('Customer’s email').fill(email);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(staff.getByRole('heading', { level: 1, name: /^Deleted on / })).toBeVisible();
  await expect(staff.getByText('Personal data was erased.', { exact: false })).toBeVisible();
  // The status of the subscription is not shown, because a deleted account has no access.
  await expect(staff.getByRole('region', { name: 'Overview' })).toHaveText(/^Account deleted/);
  await expect(staff.getByText(email)).toHaveCount(0);
  await expectAccessible(staff);
  await context.close();
});
