/**
 * Tests the switch of the card provider and the buttons of the fake of YooKassa on the sandbox page. The settings apply
 * to the whole sandbox.
 */
import type { Locator, Page } from '@playwright/test';
import { TRY_FREE } from '../../support/offer';
import {
  agree,
  expect,
  expectAccessible,
  expectToFit,
  hold,
  payWithCard,
  signInByEmail,
  takeTrial,
  test,
} from '../support/journey';

const PLAIN = '5555 5555 5555 4444';
const OTHER_PLAIN = '2202 4743 0132 2987';

test.afterEach(async ({ sandbox }) => {
  await sandbox.post('newOrders', { provider: 'cloudpayments' });
  await sandbox.post('yookassa', {
    autopayments: true,
    retriesInWidget: true,
    refundsPend: false,
    nextChargeReason: null,
    skewMs: 0,
    drop: false,
    copies: 1,
    delayMs: 0,
  });
});

/** Returns the group of buttons with this label in YooKassa's part of the sandbox page, or in the given part. */
const group = (page: Page, name: string): Locator => page.getByRole('group', { name }).last();

/** Presses a button on the sandbox page, and waits until the page shows the button as pressed. */
async function press(page: Page, groupName: string, button: string): Promise<void> {
  const pressed = group(page, groupName).getByRole('button', { name: button });
  await pressed.click();
  await expect(pressed).toHaveAttribute('aria-pressed', 'true');
}

async function openSettings(page: Page): Promise<void> {
  await page.goto('/sandbox');
  await page.getByText('Настройки магазина в ЮKassa').click();
}

const entry = (page: Page, text: RegExp | string): Locator =>
  page.locator('#payments li.entry').filter({ hasText: text });

test('each button of the fake of YooKassa has its effect', async ({ page, sandbox, email }) => {
  const dialog = page.getByRole('dialog');
  const tryFree = async () => {
    await page.goto('/shop');
    await agree(page);
    await page.getByRole('button', { name: TRY_FREE }).click();
  };
  await signInByEmail(page, email);
  await page.waitForURL('**/shop');

  await test.step('new orders are paid at YooKassa', async () => {
    await openSettings(page);
    await press(page, 'Новые заказы:', 'ЮKassa');
    await expectAccessible(page);
    await expectToFit(page);
  });

  await test.step('without permission for autopayments the customer cannot pay', async () => {
    await press(page, 'Автоплатежи', 'Запрещены');
    await tryFree();
    await expect(page.getByText('Оплата временно недоступна')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expectAccessible(page);
    await openSettings(page);
    await press(page, 'Автоплатежи', 'Разрешены');
  });

  await test.step('without retries in the dialog, a decline ends the payment at once, and the page shows the reason', async () => {
    await press(page, 'После отказа в окне оплаты', 'Сразу отказ');
    await sandbox.post('yookassa', { drop: true });
    await tryFree();
    await payWithCard(page, '5555 5555 5555 4600');
    await expect(page.getByRole('heading', { name: 'Оплата не прошла' })).toBeVisible();
    await expect(page.getByText('На карте не хватает денег.')).toBeVisible();
    await expect(dialog).toBeHidden();
    await sandbox.post('yookassa', { drop: false });
  });

  await test.step('repeated and late notifications are chosen, and a payment succeeds', async () => {
    await openSettings(page);
    for (const delivery of ['Дважды', 'Через минуту', 'Терять'])
      await press(page, 'Новые уведомления:', delivery);
    await press(page, 'Новые уведомления:', 'Дважды');
    await tryFree();
    await payWithCard(page, PLAIN);
    await page.waitForURL('**/profile');
    await expect(page.getByText('подписка активна')).toBeVisible();
    await openSettings(page);
    await press(page, 'Новые уведомления:', 'Сразу');
  });

  await test.step('the next charge is declined once, or as the card decides', async () => {
    for (const charge of ['Мало денег', 'Карта истекла', 'По карте'])
      await press(page, 'Следующее списание', charge);
    const clock = page.getByRole('spinbutton', { name: 'Часы эквайера спешат на, мс' }).last();
    await clock.fill('60000');
    await clock.press('Enter');
    await expect(page.locator('#said')).toContainText('Настройка ЮKassa изменена.');
    const { settings } = await sandbox.yooKassa();
    expect(settings).toMatchObject({ nextChargeReason: null, skewMs: 60_000 });
  });

  await test.step('the bank revokes a saved card', async () => {
    const saved = entry(page, '•••• 4444');
    await saved.first().getByRole('button', { name: 'Отозвать карту в банке' }).click();
    await expect(page.locator('#said')).toContainText('Списания с этой карты больше не пройдут.');
    await expect(saved.first().getByRole('button')).toHaveCount(0);
  });

  await test.step('a campaign payment is refunded in the dashboard, after one rejection', async () => {
    await page.goto('/pay');
    await page.getByRole('textbox', { name: 'Почта для подписки' }).fill(`campaign-${email}`);
    await page.getByRole('button', { name: /^Оплатить 1\s₽$/ }).click();
    await payWithCard(page, OTHER_PLAIN);
    await page.waitForURL('**/thanks');
    await openSettings(page);
    await press(page, 'Возвраты', 'Ждут');
    const paid = entry(page, '•••• 2987').first();
    const pending = entry(page, /^.*Возврат [\da-f-]{36}/).filter({ hasText: 'ждёт' });
    for (const end of ['Возврат отклонён', 'Возврат прошёл']) {
      await paid.getByRole('button', { name: 'Вернуть в кабинете' }).click();
      await pending.getByRole('button', { name: end }).click();
      await expect(pending).toHaveCount(0);
    }
    await expect(paid).toContainText('Возвращено');
    await expect(paid.getByRole('button', { name: 'Вернуть в кабинете' })).toHaveCount(0);
    const refunds = (await sandbox.yooKassa()).refunds.map(({ status }) => status);
    expect(refunds.slice(0, 2)).toEqual(['succeeded', 'canceled']);
    await press(page, 'Возвраты', 'Сразу');
  });
});

test('a customer moves to YooKassa and back by changing the card, and cancels', async ({
  page,
  sandbox,
  email,
}) => {
  const changeCard = async (card: string) => {
    await page.goto('/account/card');
    await agree(page);
    await page.getByRole('button', { name: 'Ввести новую карту' }).click();
    await payWithCard(page, card);
    await expect(page.getByRole('heading', { level: 1, name: 'Карта изменена' })).toBeVisible();
    await expect(page.getByText(`•••• ${card.slice(-4)}`)).toBeVisible();
    await expectAccessible(page);
  };
  const liveAtCloudPayments = async () =>
    (await sandbox.payments(email)).filter(({ recurringPayment }) =>
      /^(active|pastDue)$/i.test(recurringPayment?.status ?? ''),
    ).length;
  await signInByEmail(page, email);
  await takeTrial(page, '4000 0000 0000 3055');
  await expect.poll(liveAtCloudPayments).toBe(1);

  await test.step('the recurring payment at CloudPayments ends', async () => {
    await sandbox.post('newOrders', { provider: 'yookassa' });
    await changeCard(PLAIN);
    await expect.poll(liveAtCloudPayments).toBe(0);
  });

  await test.step('a new recurring payment begins at CloudPayments', async () => {
    await sandbox.post('newOrders', { provider: 'cloudpayments' });
    await changeCard('5200 8282 8282 8210');
    await expect.poll(liveAtCloudPayments).toBe(1);
  });

  await test.step('the cancelation ends all charges', async () => {
    await page.goto('/subscription');
    await hold(page, page.getByRole('button', { name: /отменить/i }), () => page.waitForURL('**/profile'));
    await expect.poll(liveAtCloudPayments).toBe(0);
  });
});
