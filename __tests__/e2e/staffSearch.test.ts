/** Tests /adept: finding a customer by keyboard and by touch, and returning to the unchanged list. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectToFit, test } from './support/journey';
import { signInAsStaff } from './support/staff';

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search customers' });
const list = (page: Page) => page.getByRole('table', { name: 'Customers found' });

test(
  'finds by a part of the email, opens a row and returns to the list [input-20, screen-82]',
  { tag: '@desktop' },
  async ({ page, sandbox, email }) => {
    const part = `agent${email.replace(/\W/g, '')}`;
    for (const index of [1, 2, 3, 4, 5, 6, 7]) await sandbox.session(`${part}-${String(index)}@example.com`);
    await sandbox.device(`${part}-7@example.com`, 'Galaxy S24 Ultra of Vasilisa');
    await signInAsStaff(page);
    await expect(page.getByText('input your search...')).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('/');
    await expect(search(page)).toBeFocused();
    await page.keyboard.type(part);
    await expect(list(page).getByRole('link')).toHaveCount(5);
    await expect(list(page).getByText('Galaxy S24 Ult', { exact: true })).toBeVisible();
    await expect(list(page).getByText('NOT').first()).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
    const address = new URL(page.url());
    expect(address.search).toBe('');
    expect(new URLSearchParams(address.hash.slice(1)).get('q')).toBe(part);

    await expect(page.getByText('7 in total')).toBeVisible();
    await page.getByRole('button', { name: 'Last page' }).click();
    await expect(list(page).getByRole('link')).toHaveCount(2);
    await expect(page.getByText('Page 2 of 2')).toBeVisible();
    await page.reload();
    await expect(list(page).getByRole('link')).toHaveCount(2);
    await expect(search(page)).toHaveValue(part);

    await search(page).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const second = list(page).getByRole('link').nth(1);
    await expect(second).toBeFocused();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/crucify\?id=\d+$/);
    await page.goBack();
    await expect(search(page)).toHaveValue(part);
    await expect(list(page).getByRole('link')).toHaveCount(2);
    await expect(list(page).getByRole('link').nth(1)).toBeFocused();
  },
);

test(
  'sorts, finds exact matches, shows an empty state, and does not show gift keys',
  { tag: '@desktop' },
  async ({ page, sandbox, email }) => {
    const part = `sorted${email.replace(/\W/g, '')}`;
    const ann = await sandbox.session(`${part}-ann@example.com`);
    await sandbox.session(`${part}-bob@example.com`);
    await signInAsStaff(page);
    await search(page).fill(part);
    const titles = list(page).getByRole('link').locator('span');
    await expect(titles.first()).toHaveAttribute('title', `${part}-bob@example.com`);
    await list(page).getByRole('button', { name: 'Email' }).click();
    await expect(titles.first()).toHaveAttribute('title', `${part}-ann@example.com`);
    await expect(page).toHaveURL(/sort=email&dir=asc/);

    await search(page).fill(ann.uid);
    const exact = page.getByRole('table', { name: 'Exact match' });
    await expect(exact.getByRole('cell', { name: `UID ${ann.uid}` })).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);

    await search(page).fill('nobody-has-such-an-address');
    await expect(page.getByText('nothing was found...')).toBeVisible();
    await expectAccessible(page);

    const queries: string[] = [];
    page.on('request', (request) => queries.push(request.url()));
    const key = '0123456789ABCDEFGHJKMNPQRS';
    const answered = page.waitForResponse('**/panel/users/find');
    await search(page).fill(key);
    await answered;
    await expect(page.getByText('nothing was found...')).toBeVisible();
    expect(page.url()).not.toContain(key);
    expect(queries.join()).not.toContain(key);
  },
);

test(
  'keeps the requested screen when the session is renewed, and the tokens when the server is unavailable [flow-46]',
  { tag: '@desktop' },
  async ({ page, sandbox, email, complaints }) => {
    const part = `place${email.replace(/\W/g, '')}`;
    await sandbox.session(`${part}@example.com`);
    await signInAsStaff(page);
    // The user sees one failed search, which consists of three failed requests because of the automatic retries.
    let failures = 3;
    await page.route('**/panel/users/search?*', async (route) => {
      failures -= 1;
      await (failures >= 0 ? route.fulfill({ status: 503, body: '{}' }) : route.continue());
    });
    const renewed = page.waitForResponse('**/auth/refreshToken');
    await search(page).fill(part);
    await renewed;
    await expect(list(page).getByRole('link')).toHaveCount(1);
    await expect(search(page)).toHaveValue(part);
    expect(new URL(page.url()).hash).toBe(`#q=${part}`);
    expect(complaints.filter((complaint) => !/503/.test(complaint))).toEqual([]);
    complaints.length = 0;
  },
);

test('/exorcio leads back to /adept [screen-83, screen-84]', { tag: '@desktop' }, async ({ page }) => {
  await signInAsStaff(page);
  await page.getByRole('link', { name: 'Partners' }).click();
  await page.waitForURL('**/exorcio');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.waitForURL('**/adept');
});
