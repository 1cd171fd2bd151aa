/** The browser's own buttons: back never traps, and no secret stays in the history. */
import { expect, signInByLetter, takeTrial, test } from './support/journey';

test(
  'back leads out of the sign-in, the shop and the profile',
  { tag: '@anyWidth' },
  async ({ page, email }) => {
    await page.goto('/');
    await signInByLetter(page, email);
    await page.waitForURL('**/shop');
    await page.goBack();
    await page.waitForURL('**/sandbox');
    await page.goForward();
    await takeTrial(page);
    await expect(page.getByText('подписка активна')).toBeVisible();
    await page.goBack();
    await page.waitForURL('**/sandbox');
    await page.goBack();
    await page.waitForURL('**/wait');
    await page.goBack();
    await page.waitForURL('**/login');
    await page.goBack();
    await expect(page.getByRole('link', { name: 'Войти в аккаунт' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
  },
);
