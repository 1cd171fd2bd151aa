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
  hold,
  payWithCard,
  signInByEmail,
  takeExpectedComplaints,
  takeTrial,
  test,
} from '../support/journey';
import { findUserId, signInAsStaff } from '../support/staff';

const NO_MONEY = '5555 5555 5555 4600';
const SECURE = '5555 5555 5555 4477';
/**
 * The provider does not identify cards, so the product counts the trials of a number, and rejects the third. The tests run
 * at two widths, so each test with a trial has a card of its own.
 */
const PLAIN = '5555 5555 5555 4444';
const MIR = '2202 4743 0132 2987';
/** Expiry date with which a test card counts as another card. */
const OTHER_EXPIRY = '11/31';

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

test('a wallet gets no trial, pays the full price, and is removed again', async ({ page, email }) => {
  await signInByEmail(page, email);
  await page.waitForURL('**/shop');
  const wallet = page.getByRole('dialog').getByRole('button', { name: 'Кошелёк ЮMoney' });

  await test.step('the ruble goes back, and the page says that a card is needed', async () => {
    await agree(page);
    await page.getByRole('button', { name: TRY_FREE }).click();
    await wallet.click();
    const notice = page.getByRole('alert').filter({ hasText: 'Здесь нужна банковская карта' });
    await expect(notice).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
    await notice.getByRole('button', { name: /Показать цену/ }).click();
  });

  await test.step('the full price is paid from the wallet', async () => {
    await agree(page);
    await page.getByRole('button', { name: new RegExp(String.raw`Оформить за ${MONTH_RUB}`) }).click();
    await wallet.click();
    await page.waitForURL('**/profile');
    await expect(page.getByText('подписка активна')).toBeVisible();
  });

  await test.step('the wallet has no number, and can be removed', async () => {
    await page.goto('/subscription');
    await expect(page.getByText('без номера карты')).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
    await page.getByRole('button', { name: 'Отвязать способ оплаты' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Отвязать способ оплаты' }).click();
    await expect(page.getByText('Способ оплаты отвязан.')).toBeVisible();
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

test('the dialog says why a card is declined, and how to pay', async ({ page, email }) => {
  await signInByEmail(page, email);
  await page.waitForURL('**/shop');
  await agree(page);
  await page.getByRole('button', { name: TRY_FREE }).click();
  const alert = page.getByRole('dialog').getByRole('alert');
  for (const [card, reason] of [
    ['4600', 'Недостаточно средств'],
    ['4543', 'Срок действия карты истёк'],
    ['4576', 'Превышен лимит карты'],
    ['4550', 'Карта заблокирована'],
    ['4568', 'похожа на мошенническую'],
    ['4501', 'Банк не отвечает'],
    ['4535', 'Позвони в банк'],
    ['4592', '3-D Secure'],
    ['4626', 'Неверный код'],
    ['4618', 'Проверь номер'],
    ['4584', 'Картой этой страны'],
    ['4527', 'Банк отклонил оплату.'],
  ] as const)
    await test.step(reason, async () => {
      await payWithCard(page, `5555 5555 5555 ${card}`);
      await expect(alert).toContainText(reason);
    });
  await expectAccessible(page);
  await expectToFit(page);
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

test('after a lost chunk of the payment, «Попробовать снова» reloads the page, and the customer can pay', async ({
  page,
  email,
  complaints,
}) => {
  let isLost = true;
  await page.route(/\/assets\/openedPayment-[^/]+\.js$/, (route) =>
    isLost ? route.abort() : route.continue(),
  );
  await signInByEmail(page, email);
  await page.waitForURL('**/shop');
  await agree(page);
  await page.getByRole('button', { name: TRY_FREE }).click();
  const retry = page.getByRole('button', { name: 'Попробовать снова' });
  await expect(retry).toBeVisible();
  isLost = false;
  await Promise.all([page.waitForEvent('load'), retry.click()]);
  await agree(page);
  await page.getByRole('button', { name: TRY_FREE }).click();
  await expect(page.getByRole('dialog')).toContainText(/1\s₽/);
  await takeExpectedComplaints(complaints, /ERR_FAILED|Card widget failed/);
});

test(
  'staff refund a payment, and the customer cancels another subscription',
  { tag: '@desktop' },
  async ({ page, browser, baseURL, sandbox, email }) => {
    const campaignEmail = `campaign-${email}`;
    const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
    const customer = await context.newPage();

    await test.step('a campaign customer pays 1 ruble, and staff refund it', async () => {
      await customer.goto('/pay');
      await customer.getByRole('textbox', { name: 'Почта для подписки' }).fill(campaignEmail);
      await customer.getByRole('button', { name: /^Оплатить 1\s₽$/ }).click();
      await payWithCard(customer, PLAIN, OTHER_EXPIRY);
      await customer.waitForURL('**/thanks');
      await signInAsStaff(page);
      await page.goto(`/crucify?id=${String(await findUserId(page.request, campaignEmail))}`);
      await page
        .getByRole('button', { name: /refund/i })
        .first()
        .click();
      const dialog = page.getByRole('dialog', { name: 'Refund' });
      await expect(dialog.getByText(/will be refunded to •••• 4444/)).toBeVisible();
      await dialog.getByRole('button', { name: /^Refund/ }).click();
      await expect(page.getByText('Refund Successfully')).toBeVisible();
      await expect
        .poll(async () => {
          const { payments, refunds } = await sandbox.yooKassa();
          const refunded = refunds
            .filter(({ status }) => status === 'succeeded')
            .map(({ paymentId }) => paymentId);
          return payments.some(({ id, refundedKopecks }) => refunded.includes(id) && refundedKopecks === 100);
        })
        .toBe(true);
    });

    await test.step('a customer of the trial cancels', async () => {
      await signInByEmail(customer, email);
      await customer.waitForURL('**/shop');
      await agree(customer);
      await customer.getByRole('button', { name: TRY_FREE }).click();
      await payWithCard(customer, MIR, OTHER_EXPIRY);
      await customer.waitForURL('**/profile');
      await customer.goto('/subscription');
      await hold(customer, customer.getByRole('button', { name: /отменить/i }), () =>
        customer.waitForURL('**/profile'),
      );
      await expect(customer.getByText('подписка отменена', { exact: true })).toBeVisible();
      await context.close();
    });
  },
);
