/** Tests the change of card after a failed charge. The test moves the clock of the whole sandbox. */
import { MONTH_RUB } from '../../support/offer';
import {
  agree,
  expect,
  expectAccessible,
  expectToFit,
  payWithCard,
  signInByEmail,
  takeTrial,
  test,
} from '../support/journey';

/** Number of a test card whose first payment succeeds and whose later charges are declined. */
const DECLINED_LATER = '4111 1111 1111 1111';

test('the email about a failed charge leads to the page on which a new card pays the month', async ({
  page,
  sandbox,
  email,
}) => {
  await signInByEmail(page, email);
  await takeTrial(page, DECLINED_LATER);
  await sandbox.advance('P7D');
  await sandbox.advance('PT1M');
  const failed = async () =>
    (await sandbox.mail(email)).find(({ subject }) => subject.startsWith('Не получилось списать'));
  await expect.poll(async () => (await failed())?.links.join(' ') ?? '').toContain('/account/card');

  await page.goto('/subscription');
  await expect(page.getByText('Списание не прошло')).toBeVisible();
  await page.getByRole('link', { name: 'Поменять карту' }).first().click();
  await page.waitForURL('**/account/card');
  await expect(
    page.getByText(
      new RegExp(String.raw`${String(MONTH_RUB)}\s₽ сейчас, затем ${String(MONTH_RUB)}\s₽ каждый месяц`),
    ),
  ).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  await agree(page);
  await page.getByRole('button', { name: 'Ввести новую карту' }).click();
  await payWithCard(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Карта изменена' })).toBeVisible();
  await page.getByRole('link', { name: 'Вернуться к подписке' }).click();
  await expect(page.getByText('Подписка на месяц с новой карты').first()).toBeVisible();
  await expect(page.getByText('Списание не прошло')).toBeHidden();
  await expect
    .poll(async () => (await sandbox.mail(email)).map(({ subject }) => subject))
    .toContain('Карта для «Просвет» изменена, месяц оплачен');

  // The old recurring payment has ended at the card provider, and exactly one month is paid.
  const payments = () => sandbox.payments(email);
  await expect
    .poll(async () =>
      (await payments()).flatMap(({ recurringPayment }) =>
        /^(active|pastDue)$/i.test(recurringPayment?.status ?? '') ? [recurringPayment?.status] : [],
      ),
    )
    .toHaveLength(1);
  const months = (await payments()).filter(
    ({ operation, status, amountKopecks }) =>
      operation === 'payment' && status === 'completed' && amountKopecks === MONTH_RUB * 100,
  );
  expect(months).toHaveLength(1);
});
