/**
 * Tests payments with the card provider YooKassa from a customer's view: the free trial, the campaign page and the change
 * of card. The tests have a separate sandbox, whose new orders are paid there.
 */
import { MONTH_RUB, TRY_FREE } from '../../support/offer';
import {
  agree,
  expect,
  expectAccessible,
  expectToFit,
  payWithCard,
  signInByEmail,
  takeExpectedComplaints,
  takeTrial,
  test,
} from '../support/journey';

const NO_MONEY = '5555 5555 5555 4600';
const SECURE = '5555 5555 5555 4477';
/**
 * The provider does not identify cards, so the product counts the trials of a number, and rejects the third. The tests run
 * at two widths, so each test with a trial has a card of its own.
 */
const PLAIN = '5555 5555 5555 4444';
const MIR = '2202 4743 0132 2987';

test('the customer pays for the trial after a decline, and changes the card', async ({ page, email }) => {
  await signInByEmail(page, email);
  const dialog = page.getByRole('dialog');

  await test.step('loads the script of the payment widget only after the server has opened the payment', async () => {
    const loaded: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/\/openPayment$|widget\.js$/.test(pathname)) loaded.push(pathname);
    });
    await page.waitForURL('**/shop');
    await agree(page);
    expect(loaded).toEqual([]);
    await page.getByRole('button', { name: TRY_FREE }).click();
    await expect(dialog).toContainText(/1\s₽/);
    expect(loaded).toEqual(['/api/shop/openPayment', '/sandbox/card/yookassa/widget.js']);
    await expectAccessible(page);
    await expectToFit(page);
  });

  await test.step('can close the dialog and open the same payment again', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: TRY_FREE }).click();
    await expect(dialog).toBeVisible();
  });

  await test.step('a declined card can be replaced in the dialog, and 3-D Secure confirms the other card', async () => {
    await payWithCard(page, NO_MONEY);
    await expect(dialog.getByRole('alert')).toContainText('Недостаточно средств');
    await payWithCard(page, SECURE);
    await dialog.getByRole('button', { name: 'Подтвердить' }).click();
    await page.waitForURL('**/profile');
    await expect(page.getByText('подписка активна')).toBeVisible();
  });

  await test.step('the card is changed without canceling the subscription', async () => {
    await page.goto('/account/card');
    await expect(page.getByText(new RegExp(String.raw`затем ${MONTH_RUB}\s₽ каждый месяц с`))).toBeVisible();
    await agree(page);
    await page.getByRole('button', { name: 'Ввести новую карту' }).click();
    await payWithCard(page, PLAIN);
    await expect(page.getByRole('heading', { level: 1, name: 'Карта изменена' })).toBeVisible();
    await expect(page.getByText('•••• 4444')).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
  });
});

test('a viewer types the email on /pay, pays, and gets the sign-in email', async ({
  page,
  sandbox,
  email,
}) => {
  await page.goto('/pay?i=Blogger');
  const field = page.getByRole('textbox', { name: 'Почта для подписки' });
  await expect(field).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectAccessible(page);
  await expectToFit(page);
  await field.fill(email);
  await page.getByRole('button', { name: /^Оплатить 1\s₽$/ }).click();
  await payWithCard(page, NO_MONEY);
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Недостаточно средств');
  await payWithCard(page, PLAIN);
  await page.waitForURL('**/thanks');
  await expect
    .poll(async () => (await sandbox.mail(email)).map(({ subject }) => subject).join())
    .toContain('вход внутри');
});

test('a lost download of the widget script is repeated', async ({ page, email, complaints }) => {
  let isLost = false;
  await page.route('**/yookassa/widget.js', async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    return route.abort();
  });
  await signInByEmail(page, email);
  await takeTrial(page, MIR);
  await takeExpectedComplaints(complaints, /ERR_FAILED/);
});
