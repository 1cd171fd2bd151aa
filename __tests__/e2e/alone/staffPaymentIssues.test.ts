/**
 * Tests that a refund that the card provider rejected is listed among the payments that need attention, and can be retried
 * there.
 */
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { signInAsStaff } from '../support/staff';
import { payForTrial } from '../support/trialPayment';

test('a rejected refund is listed, retried and completed', async ({ page, sandbox, email }, info) => {
  const post = async (path: string, data: object, bearer?: string): Promise<unknown> => {
    const headers = bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` };
    return (await page.request.post(path, { data, headers })).json();
  };
  await sandbox.post('card/failures', { method: 'payments/refund', times: 100 });
  expect(await payForTrial(post, await sandbox.session(email))).toMatchObject({ status: 'success' });

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
  await dialog.getByRole('radio', { name: /^Mark as resolved/ }).check();
  await dialog.getByRole('button', { name: 'Mark as resolved' }).click();
  await expect(dialog.getByText('Add a reason.')).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('decide-390.png') });
  await sandbox.post('card/failures', { method: 'payments/refund', times: 0 });
  await dialog.getByRole('radio', { name: /^Retry/ }).check();
  await dialog.getByRole('button', { name: /^Retry/ }).click();
  await expect(page.getByText('Retry queued')).toBeVisible();
  await expect
    .poll(async () => (await sandbox.payments(email)).map(({ operation }) => operation))
    .toEqual(['refund', 'payment']);
});
