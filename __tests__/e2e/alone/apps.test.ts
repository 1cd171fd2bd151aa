/**
 * Tests that an admin changes the VPN apps without a build: the preview shows the change, and a customer with the open page
 * sees it after publication. This test changes the list of the whole sandbox, and restores it.
 */
import { expect, expectAccessible, expectToFit, signInByEmail, takeTrial, test } from '../support/journey';
import { signInAsStaff } from '../support/staff';

test('an admin changes the apps, a customer sees the change, and the admin undoes it', async ({
  page,
  browser,
  email,
}) => {
  await signInByEmail(page, email);
  await takeTrial(page);
  await page.goto('/connect');
  await page.getByRole('radio', { name: 'Linux' }).check();
  await expect(page.getByRole('link', { name: 'Добавить в Happ' })).toBeVisible();

  const admin = await (await browser.newContext()).newPage();
  await signInAsStaff(admin);
  await admin.goto('/adept/apps');
  const preview = admin.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'Установи Happ' })).toBeVisible();
  await expectAccessible(admin);
  await expectToFit(admin);
  await admin.getByRole('button', { name: 'Disable Happ' }).click();
  await admin.getByRole('button', { name: 'Edit INCY' }).click();
  await admin.getByRole('textbox', { name: 'Link 1 for Linux' }).fill('https://store.example/incy');
  await expect(preview.getByRole('heading', { name: 'Установи INCY' })).toBeVisible();
  await expectAccessible(admin);
  await expectToFit(admin);
  await admin.reload();
  await expect(admin.getByText('You have unpublished changes.')).toBeVisible();
  await admin.getByRole('button', { name: 'Publish changes' }).click();
  await expect(admin.getByText('No unpublished changes.')).toBeVisible();
  await expect(admin.getByText('Disabled Happ, edited INCY')).toBeVisible();

  await test.step('a customer with the open page sees the change when the window gets the focus', async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(page.getByRole('link', { name: 'Добавить в INCY' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Скачать' })).toHaveAttribute(
      'href',
      'https://store.example/incy',
    );
  });

  await test.step('undo', async () => {
    await admin.getByRole('button', { name: 'Restore the shipped list' }).click();
    await expect(admin.getByText('Restored the shipped list: enabled Happ, edited INCY')).toBeVisible();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(page.getByRole('link', { name: 'Добавить в Happ' })).toBeVisible();
  });
  await admin.context().close();
});
