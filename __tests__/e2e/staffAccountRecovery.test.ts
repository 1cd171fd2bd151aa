/**
 * Tests how senior staff recover the account of a customer who mistyped an email, add days after an outage, tag customers,
 * and send a broadcast push.
 */
import { expect, expectAccessible, expectToFit, payWithCard, test } from './support/journey';
import { findUserId, signInAsStaff } from './support/staff';

test(
  'a subscription is moved to the right address, with additional days, and its device gets a push',
  { tag: '@desktop' },
  async ({ page, browser, baseURL, sandbox, email }) => {
    const right = `right-${email}`;
    const tag = email.replace(/[^a-z0-9]/g, '-').slice(0, 30);

    await test.step('a customer of the campaign mistypes the email', async () => {
      const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
      const shop = await context.newPage();
      await shop.goto('/pay');
      const dialog = shop.getByRole('dialog');
      await expect(dialog).toBeVisible();
      await dialog.getByLabel(/почт|email/i).fill(email);
      await payWithCard(shop);
      await shop.waitForURL('**/thanks');
      await context.close();
    });
    await sandbox.post('devices', {
      ...{ email, deviceName: 'Phone', platform: 'ios', firebaseToken: `token-${email}` },
    });

    await signInAsStaff(page);
    await page.goto(`/crucify?id=${String(await findUserId(page.request, email))}`);
    const timeline = page.getByRole('region', { name: 'Timeline' });

    await test.step('staff add a note and a tag', async () => {
      const notes = page.getByRole('region', { name: 'Notes' });
      await notes.getByRole('button', { name: 'Add note' }).waitFor();
      await page.keyboard.press('n');
      await notes.getByLabel('New note').fill('mistyped the address');
      await notes.getByRole('button', { name: 'Add note' }).click();
      await expect(notes.getByText('mistyped the address')).toBeVisible();
      const tags = page.getByRole('region', { name: 'Tags' });
      await page.keyboard.press('t');
      await tags.getByLabel('New tag').fill(tag.toUpperCase());
      await tags.getByRole('button', { name: 'Add tag' }).click();
      await expect(tags.getByRole('button', { name: `Remove tag ${tag}` })).toBeVisible();
      await expectAccessible(page);
      await expectToFit(page);
    });

    await test.step('staff add days', async () => {
      await page.getByRole('button', { name: 'Add days' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add days' });
      await dialog.getByLabel('Days').fill('5');
      await expectAccessible(page);
      await expectToFit(page);
      await dialog.getByRole('button', { name: 'Add 5 days' }).dblclick();
      await expect(dialog).toBeHidden();
      await expect(timeline.getByText(/added 5 days/)).toHaveCount(1);
      await expect
        .poll(async () => (await sandbox.mail(email)).map(({ subject }) => subject))
        .toContainEqual(expect.stringContaining('Добавили 5\u00a0дней'));
    });

    await test.step('staff move the subscription', async () => {
      await page.getByRole('button', { name: 'Move to another email' }).click();
      const dialog = page.getByRole('dialog', { name: 'Move to another email' });
      await dialog.getByLabel('Current email').fill(email);
      await dialog.getByLabel('New email', { exact: true }).fill(right);
      await dialog.getByLabel('Confirm new email').fill(right);
      await dialog.getByRole('button', { name: 'Move subscription' }).click();
      await expect(dialog.getByText('Enter the customer’s answer')).toBeVisible();
      await expectAccessible(page);
      await expectToFit(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: null });
      await dialog.getByLabel('Proof of ownership').fill('4242');
      await dialog.getByRole('button', { name: 'Move subscription' }).click();
      await expect(page.getByRole('heading', { level: 1, name: right })).toBeVisible();
      await expect(timeline.getByText(/moved the subscription from/)).toBeVisible();
    });

    await test.step('the subscription is active for the right address only', async () => {
      for (const [address, status] of [
        [right, 'ACTIVE'],
        [email, 'NOT_ACTIVE'],
      ] as const) {
        const { accessToken } = await sandbox.session(address);
        const profile = await page.request.post('/api/profile', {
          headers: { Authorization: `Bearer ${accessToken}` },
          data: {},
        });
        expect(await profile.json()).toMatchObject({ userInfo: { subscriptionStatus: status } });
      }
    });

    await test.step('a push is sent to all customers with the tag', async () => {
      await page.goto('/adept');
      await page.getByLabel('Tag', { exact: true }).selectOption(tag);
      await page.getByRole('button', { name: /^Send push.*…$/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Send push' });
      await expect(dialog.getByText(/^Sends to 1 device \(1 customer\)/)).toBeVisible();
      await dialog.getByLabel('Title').fill('Новости');
      await dialog.getByLabel('Text', { exact: true }).fill('Стало быстрее');
      await dialog.getByLabel('Link').fill('https://t.me/news');
      await expectAccessible(page);
      await expectToFit(page);
      await dialog.getByRole('button', { name: 'Send to 1 device' }).click();
      await expect(page.getByText(/^1 of 1 device · 1 accepted by the push service$/)).toBeVisible();
      await expectAccessible(page);
      await expectToFit(page);
    });
  },
);
