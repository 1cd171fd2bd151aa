/** Tests the campaign page: a viewer of an advertisement pays first, and then signs in with the link in the email. */
import { MONTH_RUB } from '../support/offer';
import { expect, expectAccessible, expectToFit, openNewestEmail, payWithCard, test } from './support/journey';

test('a viewer pays on /pay, sees the thanks page, and signs in by the email to an active subscription [screen-48]', async ({
  page,
  sandbox,
  email,
}) => {
  const dialog = page.getByRole('dialog');

  await test.step('sees the card dialog at once [call-21, screen-46]', async () => {
    await page.goto('/pay?i=Blogger');
    await expect(dialog).toBeVisible();
    await expect(dialog).toContainText(/1\s₽/);
    await expect(dialog).toContainText(new RegExp(String.raw`${MONTH_RUB}\s₽`));
  });

  await test.step('can close the dialog and read what is charged', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(
      page.getByText(new RegExp(String.raw`^1\s₽ сейчас за неделю, затем ${MONTH_RUB}\s₽ каждый месяц с`)),
    ).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
    await page.getByRole('button', { name: /^Оплатить 1\s₽$/ }).click();
    await expect(dialog).toBeVisible();
  });

  await test.step('cannot pay without an email', async () => {
    await payWithCard(page);
    await expect(dialog.getByLabel(/почт|email/i)).toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('sees that the card was declined, and pays with another card', async () => {
    await dialog.getByLabel(/почт|email/i).fill(email);
    await payWithCard(page, '4000 0566 5566 5556');
    await expect(dialog.getByRole('alert')).toBeVisible();
    await payWithCard(page);
    await page.waitForURL('**/thanks');
  });

  await test.step("the payment has the partner's prefix, the 1 ruble is kept, and the recurring payment starts in a week", async () => {
    const payments = await sandbox.payments();
    const mine = payments.filter((payment) => payment['email'] === email);
    expect(mine.map(({ status }) => status).sort()).toEqual(['completed', 'declined']);
    expect(mine.every(({ accountId }) => String(accountId).startsWith('blogger-'))).toBe(true);
  });

  await test.step('signs in by the email', async () => {
    // The email about the payment is sent two seconds after the sign-in email.
    const signInEmails = async () =>
      (await sandbox.mail(email)).filter(({ subject }) => subject.includes('вход внутри'));
    await expect.poll(async () => (await signInEmails()).length).toBeGreaterThan(0);
    expect(await signInEmails()).toHaveLength(1);
    await openNewestEmail(page, email);
    await page.getByPlaceholder('Введите email').fill(email);
    await page.getByRole('button', { name: 'Продолжить' }).click();
    // The sign-in link leads to the page for connecting a device, because this sandbox delivers VPN credentials.
    await page.waitForURL('**/connect');
    // The application writes the customer's identity to the browser's storage after the navigation.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('email'))).toBe(email);
    await page.goto('/profile');
    await expect(page.getByText('подписка активна')).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
  });
});

test('the check of a campaign payment continues after a reload', async ({ page, email }) => {
  let mayResponse = false;
  await page.route('**/api/shop/getCampaignOrderState', (route) =>
    mayResponse ? route.continue() : route.fulfill({ json: { success: true, state: 'open' } }),
  );
  await page.goto('/pay');
  await page
    .getByRole('dialog')
    .getByLabel(/почт|email/i)
    .fill(email);
  await payWithCard(page);
  await expect(page.getByText('Проверяем оплату…')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Проверяем оплату…')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectAccessible(page);
  await expectToFit(page);
  mayResponse = true;
  await page.waitForURL('**/thanks');
});

test('if the offer does not load, the page shows an error and can load the offer again', async ({
  page,
  complaints,
}) => {
  await page.route('**/api/shop/getCampaignOrder', (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto('/pay');
  await expect(page.getByRole('alert')).toContainText('Предложение не загрузилось');
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Публичная оферта' })).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/shop/getCampaignOrder');
  await page.getByRole('button', { name: 'Попробовать снова' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  // The browser logs the failed request that the test causes.
  complaints.length = 0;
});
