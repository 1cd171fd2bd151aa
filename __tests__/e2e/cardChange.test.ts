/** Tests the change of card from a customer's view: the terms, the card dialog, and what the customer sees afterwards. */
import {
  agree,
  expect,
  expectAccessible,
  expectToFit,
  payWithCard,
  signInByEmail,
  takeTrial,
  test,
} from './support/journey';

test(
  'the customer changes the card without canceling the subscription',
  { tag: '@bothWidths' },
  async ({ page, sandbox, email }) => {
    await signInByEmail(page, email);
    await takeTrial(page);
    await page.goto('/subscription');
    await page.getByRole('link', { name: 'Поменять карту' }).click();
    await page.waitForURL('**/account/card');

    await test.step('reads the charges and agrees to them before the card is asked for', async () => {
      await expect(page.getByText(/1\s₽ сейчас \(вернём\), затем 449\s₽ каждый месяц с/)).toBeVisible();
      await expectAccessible(page);
      await expectToFit(page);
      await page.getByRole('button', { name: 'Ввести новую карту' }).click();
      await expect(page.getByText(/Поставь галочку/)).toBeVisible();
      await agree(page);
    });

    await test.step('a declined card changes nothing, and another card is accepted', async () => {
      await page.getByRole('button', { name: 'Ввести новую карту' }).click();
      await payWithCard(page, '4000 0566 5566 5556');
      await expect(page.getByText(/недостаточно (средств|денег)|не хватает/i).first()).toBeVisible();
      await payWithCard(page, '5555 5555 5555 4444');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /подтвердить/i })
        .click();
      await expect(page.getByRole('heading', { level: 1, name: 'Карта изменена' })).toBeVisible();
      await expect(page.getByText('•••• 4444')).toBeVisible();
      await expectAccessible(page);
      await expectToFit(page);
    });

    await test.step('the renewal goes on with the new card, and an email confirms it', async () => {
      await page.getByRole('link', { name: 'Вернуться к подписке' }).click();
      await page.waitForURL('**/subscription');
      await expect(page.getByText('•••• 4444').first()).toBeVisible();
      await expect(page.getByText('Смена карты: проверка новой').first()).toBeVisible();
      await expect
        .poll(async () => (await sandbox.mail(email)).map(({ subject }) => subject))
        .toContain('Карта для «Просвет» изменена');
      const live = async () =>
        (await sandbox.payments(email)).filter(({ recurringPayment }) =>
          /^(active|pastDue)$/i.test(recurringPayment?.status ?? ''),
        ).length;
      await expect.poll(live).toBe(1);
    });
  },
);
