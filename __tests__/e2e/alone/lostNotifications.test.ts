/** Notifications that never come. The knob is the whole sandbox's, so this runs after everything else. */
import { TRY_FREE } from '../../support/offer';
import { agree, expect, payWithCard, signInByEmail, test } from '../support/journey';

test('a reload while the payment is being checked goes on with the check', async ({
  page,
  sandbox,
  email,
}) => {
  await signInByEmail(page, email);
  await page.waitForURL('**/shop');
  // The server asks the provider soon after the payment; the page hears of it once its check has been seen twice.
  let mayResponse = false;
  await page.route('**/api/shop/getOrder', (route) =>
    mayResponse ? route.continue() : route.fulfill({ json: { success: true, state: 'open' } }),
  );
  await sandbox.post('notifications', { drop: true });
  try {
    await agree(page);
    await page.getByRole('button', { name: TRY_FREE }).click();
    await payWithCard(page);
    await expect(page.getByText('Проверяем оплату…')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Проверяем оплату…')).toBeVisible();
    mayResponse = true;
  } finally {
    await sandbox.post('notifications', {});
  }
  // The notification never comes: the server asks the provider by itself.
  await page.waitForURL('**/profile');
  await expect(page.getByText('подписка активна')).toBeVisible();
});
