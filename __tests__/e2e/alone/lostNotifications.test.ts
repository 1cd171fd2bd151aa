/**
 * Tests lost notifications of the card provider. Dropping notifications affects the whole sandbox, so these tests run
 * alone.
 */
import { TRY_FREE } from '../../support/offer';
import { agree, expect, payWithCard, signInByEmail, test } from '../support/journey';

test('a reload during the payment check continues the check', async ({ page, sandbox, email }) => {
  await signInByEmail(page, email);
  await page.waitForURL('**/shop');
  // The server queries the card provider soon after the payment. The intercepted request reports the order as unpaid
  // until the page has checked the payment twice.
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
  // The card provider never sends the notification, so the server finds the payment by querying the provider.
  await page.waitForURL('**/profile');
  await expect(page.getByText('подписка активна')).toBeVisible();
});
