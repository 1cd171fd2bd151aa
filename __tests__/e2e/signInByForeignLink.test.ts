/** Tests that an attacker who sends two links to a user cannot sign the user's browser in to the attacker's account. */
import type { BrowserContext, Page } from '@playwright/test';
import { expect, expectAccessible, openNewestEmail, requestEmail, test } from './support/journey';

/**
 * Returns the contents of the local storage, by key. `Object.entries` would omit a gift's `key`, because it is also a
 * method name of `Storage`.
 */
const stored = (page: Page) =>
  page.evaluate(() => {
    const names = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
    return Object.fromEntries(names.map((name) => [name, localStorage.getItem(name)]));
  });

/** Requests a sign-in link for the attacker's own mailbox, in the attacker's browser, and returns its /confirm address. */
async function attackersLink(attacker: BrowserContext, email: string): Promise<string> {
  const page = await attacker.newPage();
  let confirm = '';
  await page.route('**/api/emailVerification/redeem', async (route) => {
    const response = await route.fetch();
    const { token } = (await response.json()) as { token: string };
    confirm = `/confirm?token=${token}`;
    await route.abort();
  });
  await requestEmail(page, email);
  await openNewestEmail(page, email);
  await expect.poll(() => confirm).not.toBe('');
  await page.close();
  return confirm;
}

for (const path of ['/profile', '/mobileProfile', '/mobileDetach']) {
  test(`a user in the query of ${path} does not make the browser accept a sign-in link of that user`, async ({
    page,
    browser,
    email,
    complaints,
  }) => {
    const attacker = await browser.newContext();
    const attackersEmail = email.replace('reader', 'attacker');
    await requestEmail(page, email);
    const before = await stored(page);
    await page.goto(`${path}?email=${encodeURIComponent(attackersEmail)}&uid=forged&providerId=email`);
    await page.waitForURL('**/login');
    expect(await stored(page)).toEqual(before);

    await page.goto(await attackersLink(attacker, attackersEmail));
    await page.waitForURL('**/switchAccount');
    await expect(page.getByRole('heading', { name: 'Войти в этот аккаунт?' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Не входить' }).click();
    expect(await stored(page)).toEqual(before);

    await openNewestEmail(page, email);
    await page.waitForURL('**/shop');
    expect(await page.evaluate(() => localStorage.getItem('email'))).toBe(email);
    await attacker.close();
    // The server rejects the session check for the user in the query, so this console message is expected.
    expect(complaints.splice(0).filter((complaint) => !complaint.includes('401'))).toEqual([]);
  });
}
