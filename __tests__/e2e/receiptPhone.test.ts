/**
 * Tests the phone number for receipts on a sandbox of its own, because the setting concerns every payment: a customer is asked
 * for the number before a payment, changes and removes it, and a payer of the campaign page enters one.
 */
import { TRY_FREE } from '../support/offer';
import { type BuiltProduct, startBuiltProduct } from './support/builtProduct';
import {
  agree,
  expect,
  expectAccessible,
  expectToFit,
  payWithCard,
  signInByEmail,
  test,
} from './support/journey';

/** Port after those of the sandboxes in `playwright.config.ts`. */
const PORT = Number(process.env['E2E_PORT'] ?? 8790) + 3;
const PAY_CALL = '**/card/widget/pay';

let product: BuiltProduct | null = null;

test.use({ baseURL: `http://localhost:${String(PORT)}` });

test.beforeAll(async () => {
  product = await startBuiltProduct(PORT, '.', { RECEIPT_PHONE: 'true' });
});

test.afterAll(() => product?.stop());

test('a customer pays with a phone number in the receipt, changes it and removes it', async ({
  page,
  email,
}) => {
  const field = page.getByLabel('Телефон', { exact: true });

  await test.step('the shop asks for the number and explains a wrong one', async () => {
    await signInByEmail(page, email);
    await page.waitForURL('**/shop');
    await field.fill('+7 912 345');
    await agree(page);
    await page.getByRole('button', { name: TRY_FREE }).click();
    await expect(page.getByText('Проверь номер')).toBeVisible();
    await expect(field).toBeFocused();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectAccessible(page);
    await expectToFit(page);
  });

  await test.step('both receipts contain the number', async () => {
    await field.fill('8 (912) 345-67-89');
    await page.getByRole('button', { name: TRY_FREE }).click();
    const request = page.waitForRequest(PAY_CALL);
    await payWithCard(page);
    expect((await request).postDataJSON()).toMatchObject({
      receipt: { phone: '+79123456789' },
      recurrent: { receipt: { phone: '+79123456789' } },
    });
    await page.waitForURL(/\/(?:profile|connect)$/);
  });

  await test.step('the account page shows, changes and removes it', async () => {
    await page.goto('/account');
    await expect(field).toHaveValue('+7 912 345-67-89');
    await field.fill('+375 29 123-45-67');
    await page.getByRole('button', { name: 'Сохранить номер' }).click();
    await expect(page.getByText('Номер сохранён.')).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
    await page.reload();
    await expect(field).toHaveValue('+375291234567');
    await page.getByRole('button', { name: 'Удалить номер' }).click();
    await expect(page.getByText('Номер удалён.')).toBeVisible();
    await expect(field).toHaveValue('');
  });

  await test.step('the profile asks for a missing number', async () => {
    await page.goto('/profile');
    await expect(page.getByRole('heading', { name: 'Добавь телефон для чеков' })).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
    await page.getByRole('link', { name: 'Добавить телефон' }).click();
    await page.waitForURL('**/account');
  });

  await test.step('the campaign page asks before it opens the card dialog', async () => {
    await page.goto('/pay?i=Blogger');
    await field.fill('+7 912 345-67-89');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectAccessible(page);
    await expectToFit(page);
    await page.getByRole('button', { name: /^Оплатить/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/почт|email/i).fill(`campaign-${email}`);
    const request = page.waitForRequest(PAY_CALL);
    await payWithCard(page, '5555 5555 5555 4444');
    expect((await request).postDataJSON()).toMatchObject({ receipt: { phone: '+79123456789' } });
    await page.waitForURL('**/thanks');
  });
});
