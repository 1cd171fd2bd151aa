/**
 * Tests that a refund that the card provider rejected is listed among the payments that need attention, and can be retried
 * there.
 */
import { OFFER_EDITION } from '../../../src/shared/offerEdition';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import type { Sandbox } from '../support/sandbox';
import { signInAsStaff } from '../support/staff';

interface Order {
  id: string;
  accountId: string;
  amount: number;
  currency: string;
  recurringPayment: object;
}

/** Pays the 1 ruble of the free trial with the API requests that the shop and its card dialog send. */
async function payForTrial(
  post: (path: string, data: object, bearer?: string) => Promise<unknown>,
  sandbox: Sandbox,
  email: string,
): Promise<void> {
  const { accessToken } = await sandbox.session(email);
  const { order } = (await post('/api/shop/getShop', {}, accessToken)) as { order: Order };
  const consent = { orderId: order.id, offerEdition: OFFER_EDITION.version, wording: 'test' };
  await post('/api/shop/consent', consent, accessToken);
  const card = { number: '4000 0000 0000 3055', expires: '12/60', cvv: '123' };
  const { token } = (await post('/sandbox/card/widget/token', card)) as { token: string };
  const { id: externalId, accountId, amount, currency, recurringPayment: recurrent } = order;
  const payment = {
    publicTerminalId: 'pk_sandbox',
    token,
    externalId,
    accountId,
    amount,
    currency,
    recurrent,
  };
  expect(await post('/sandbox/card/widget/pay', { ...payment, email })).toMatchObject({ status: 'success' });
}

test('a rejected refund is listed, retried and completed', async ({ page, sandbox, email }, info) => {
  const post = async (path: string, data: object, bearer?: string): Promise<unknown> => {
    const headers = bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` };
    return (await page.request.post(path, { data, headers })).json();
  };
  await sandbox.post('card/failures', { method: 'payments/refund', times: 100 });
  await payForTrial(post, sandbox, email);

  await signInAsStaff(page);
  const money = page.getByRole('link', { name: /^Payment issues/ });
  const row = page.getByRole('row').filter({ hasText: email });
  // The server requests the refund in the background, and the staff page loads the list and its length only once. A page
  // that was opened before the rejection does not show the refund, so the test opens the page again.
  await expect(async () => {
    await page.goto('/adept');
    await expect(money).toBeVisible();
    expect(await money.textContent()).toMatch(/^Payment issues \(\d+\)$/);
    await money.click();
    await expect(row.getByText('Refund declined')).toBeVisible({ timeout: 5000 });
  }).toPass();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: info.outputPath(`money-${String(width)}.png`) });
  }
  await row.getByRole('button', { name: /^Resolve/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund declined' });
  await dialog.getByLabel('Action').selectOption('explained');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('Add a reason.')).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('decide-390.png') });
  await sandbox.post('card/failures', { method: 'payments/refund', times: 0 });
  await dialog.getByLabel('Action').selectOption('retry');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Retry queued')).toBeVisible();
  await expect
    .poll(async () => (await sandbox.payments(email)).map(({ operation }) => operation))
    .toEqual(['refund', 'payment']);
});
