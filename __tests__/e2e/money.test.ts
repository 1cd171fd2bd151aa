/**
 * Tests payments in the browser: the consent, the card, the payment history, resuming, and a payment script that does not
 * load.
 */
import type { Page } from '@playwright/test';
import { TRY_FREE } from '../support/offer';
import {
  agree,
  expect,
  expectAccessible,
  expectToFit,
  payWithCard,
  signInByEmail,
  test,
} from './support/journey';
import type { Sandbox } from './support/sandbox';

test('a customer agrees, pays, removes the card and resumes without losing a paid day', async ({
  page,
  email,
}) => {
  await signInByEmail(page, email);
  await page.waitForURL('**/shop');
  const button = page.getByRole('button', { name: TRY_FREE });
  await test.step('the card dialog does not open without the consent', async () => {
    await button.click();
    await expect(page.getByRole('alert')).toContainText('Поставь галочку');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectAccessible(page);
    await expectToFit(page);
  });
  await test.step('a tap anywhere in the frame of the consent checks it', async () => {
    const tick = page.getByRole('checkbox', { name: /Соглашаюсь/ });
    const frame = await tick.locator('..').boundingBox();
    expect(frame?.height).toBeGreaterThanOrEqual(44);
    await tick.locator('..').click({ position: { x: (frame?.width ?? 0) - 6, y: 6 } });
    await expect(tick).toBeChecked();
    await expectAccessible(page);
  });
  await button.click();
  await payWithCard(page);
  await page.waitForURL('**/profile');
  await page.goto('/subscription');
  await test.step('the card and the payments are shown', async () => {
    await expect(page.getByRole('region', { name: 'Платежи' })).toContainText('Проверка карты');
    await expectAccessible(page);
    await expectToFit(page);
  });
  await test.step('the card is removed', async () => {
    await page.getByRole('button', { name: 'Отвязать карту' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('больше ничего не спишется');
    // While an element fades in, its text does not have its full contrast.
    await expect(page.locator('.MuiDialog-container')).toHaveCSS('opacity', '1');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Отвязать карту' }).click();
    await expect(page.getByText('Карта отвязана.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Подписка отменена' })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: /Соглашаюсь/ })).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
  });
  await test.step('the subscription is resumed on the same screen', async () => {
    await agree(page);
    await page.getByRole('button', { name: 'Возобновить подписку' }).click();
    await payWithCard(page);
    await page.waitForURL('**/profile');
    await expect(page.getByText('подписка активна')).toBeVisible();
  });
});

test('a payment script that never responds shows an error and alternatives', async ({ page, email }) => {
  await page.route('**/cloudpayments.js', () => undefined);
  await page.route('**/sandbox/card/**', () => undefined);
  await signInByEmail(page, email);
  await page.waitForURL('**/shop');
  await agree(page);
  await page.getByRole('button', { name: TRY_FREE }).click();
  await expect(page.getByRole('alert')).toContainText('Окно оплаты не открылось');
  await expect(page.getByRole('button', { name: 'Попробовать снова' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Написать в поддержку' })).toBeVisible();
});

const PAYMENT_SCRIPT = /\/sandbox\/card\/(widget|bundles\/cloudpayments)\.js/;

/** Blocks the payment script as an ad blocker does. */
const blockScript = (page: Page) => page.route(PAYMENT_SCRIPT, (route) => route.abort('blockedbyclient'));

/** Expects that the browser's console contains only the browser's own message about the blocked request. */
function expectOnlyBlocked(complaints: string[]): void {
  expect(complaints.filter((complaint) => !complaint.includes('ERR_BLOCKED_BY_CLIENT'))).toEqual([]);
  complaints.length = 0;
}

/**
 * Returns whether the customer made exactly one payment. The refund of the ruble is a separate operation at the card
 * provider.
 */
async function paidOnce(sandbox: Sandbox, email: string): Promise<boolean> {
  const operations = await sandbox.payments(email);
  return operations.filter(({ operation }) => operation === 'payment').length === 1;
}

async function expectWayOut(page: Page): Promise<void> {
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('Окно оплаты не открылось');
  await expect(notice).toContainText('Деньги не списаны');
  await expect(notice.getByRole('link', { name: 'Написать в поддержку' })).toHaveAttribute('href', /^https:/);
  await expect(page.getByText('Загрузка...')).toBeHidden();
}

/**
 * Retries loading the payment script until the script is no longer blocked. The first attempt and the first retry are
 * blocked, and the page must then show other ways to pay.
 */
async function retryUntilLetThrough(page: Page, name: string): Promise<void> {
  await expectWayOut(page);
  await expectAccessible(page);
  await expectToFit(page);
  const retry = page.getByRole('button', { name });
  const again = page.waitForRequest(PAYMENT_SCRIPT);
  await retry.click();
  await again;
  await expectWayOut(page);
  await page.unroute(PAYMENT_SCRIPT);
  await retry.click();
}

test('a blocked payment script on /shop shows an error, and the retry pays after it is allowed', async ({
  page,
  sandbox,
  email,
  complaints,
}) => {
  await blockScript(page);
  await signInByEmail(page, email);
  await page.waitForURL('**/shop');
  await agree(page);
  await page.getByRole('button', { name: TRY_FREE }).click();
  await retryUntilLetThrough(page, 'Попробовать снова');
  await payWithCard(page);
  await page.waitForURL('**/profile');
  await expect(page.getByText('подписка активна')).toBeVisible();
  expect(await paidOnce(sandbox, email)).toBe(true);
  expectOnlyBlocked(complaints);
});

test('a blocked payment script on /pay shows an error, and the retry pays after it is allowed', async ({
  page,
  sandbox,
  email,
  complaints,
}) => {
  await blockScript(page);
  await page.goto('/pay');
  await retryUntilLetThrough(page, 'Попробовать оплатить снова');
  await page
    .getByRole('dialog')
    .getByLabel(/почт|email/i)
    .fill(email);
  await payWithCard(page);
  await page.waitForURL('**/thanks');
  expect(await paidOnce(sandbox, email)).toBe(true);
  expectOnlyBlocked(complaints);
});
