/**
 * Tests lost notifications of the card provider. Dropping notifications affects the whole sandbox, so these tests run
 * alone.
 */
import { TRY_FREE } from '../../support/offer';
import { agree, expect, payWithCard, signInByEmail, test } from '../support/journey';

test('a reload during the payment check continues the check', async ({ page, sandbox, email }) => {
  await signInByEmail(page, email);
  await page.waitForURL('**/shop');
  // The server queries the provider soon after the payment. The route reports the order as open until the test has seen the
  // check twice.
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
  // The notification is never sent. The server queries the provider by itself.
  await page.waitForURL('**/profile');
  await expect(page.getByText('подписка активна')).toBeVisible();
});
