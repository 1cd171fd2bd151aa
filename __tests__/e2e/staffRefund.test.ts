/** Tests that staff refund a part of a payment of an active customer, and that the customer sees it. */
import { expect, expectAccessible, expectToFit, payWithCard, test } from './support/journey';
import { findUserId, signInAsStaff } from './support/staff';

test(
  'a part of a payment is refunded once in spite of a double click, and access ends [access-23]',
  { tag: '@desktop' },
  async ({ page, browser, baseURL, sandbox, email }) => {
    await test.step('a customer of the campaign pays 1 ruble', async () => {
      const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
      const shop = await context.newPage();
      await shop.goto('/pay');
      const dialog = shop.getByRole('dialog');
      await expect(dialog).toBeVisible();
      await dialog.getByLabel(/почт|email/i).fill(email);
      await payWithCard(shop);
      await shop.waitForURL('**/thanks');
      await context.close();
    });

    await test.step('staff open the refund dialog of that customer', async () => {
      await signInAsStaff(page);
      await page.goto(`/crucify?id=${String(await findUserId(page.request, email))}`);
      await page
        .getByRole('button', { name: /refund/i })
        .first()
        .click();
    });

    const dialog = page.getByRole('dialog', { name: 'Refund' });
    await test.step('an amount above the payment is rejected before it is sent, and the dialog explains the effect', async () => {
      await expect(dialog.getByText('Access ends immediately.')).toBeVisible();
      await expect(dialog.getByText(/will be refunded to •••• 4242/)).toBeVisible();
      await dialog.getByLabel('Partial').check();
      await dialog.getByLabel('Partial amount, ₽').fill('2');
      await dialog.getByRole('button', { name: /^Refund/ }).click();
      await expect(dialog.getByText(/^Enter at most 1/)).toBeVisible();
      await expectAccessible(page);
      await expectToFit(page);
    });

    await test.step('a double click makes one refund [error-32]', async () => {
      await dialog.getByLabel('Partial amount, ₽').fill('0,40');
      await dialog.getByRole('button', { name: /^Refund 0\.40/ }).dblclick();
      await expect(page.getByText('Refund Successfully')).toBeVisible();
      await expect(dialog).toBeHidden();
      await expect
        .poll(async () =>
          (await sandbox.payments())
            .filter((payment) => payment['email'] === email)
            .map(({ operation, amountKopecks }) => [operation, amountKopecks]),
        )
        .toEqual([
          ['refund', 40],
          ['payment', 100],
        ]);
    });

    await test.step('the customer has no next charge', async () => {
      const customer = await sandbox.session(email);
      const profile = await page.request.post('/api/profile', {
        headers: { Authorization: `Bearer ${customer.accessToken}` },
        data: {},
      });
      expect(await profile.json()).toMatchObject({
        userInfo: { subscriptionIsActive: false, subscriptionStatus: 'EXPIRED' },
      });
      const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
      const theirs = await context.newPage();
      await theirs.addInitScript(
        (stored) => {
          for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
        },
        { ...customer, providerId: 'email', subscriptionIsActive: 'true' },
      );
      await theirs.goto('/subscription');
      await expect(theirs.getByText(/Подписка отменена/i).first()).toBeVisible();
      await context.close();
    });
  },
);
