/** Tests gifts in the staff console: creating a batch, exporting it, activation by a customer, and revoking. */
import fs from 'node:fs';
import type { Page } from '@playwright/test';
import { create } from 'qrcode';
import { expect, expectAccessible, expectToFit, takeExpectedComplaints, test } from './support/journey';
import { signInAsStaff } from './support/staff';

const UNKNOWN = 'Такого подарка нет: он уже активирован или ключ скопирован не целиком.';

async function makeBatch(
  page: Page,
  batch: { name: string; months: number; size: number },
): Promise<string[]> {
  await page.getByLabel('Name').fill(batch.name);
  await page.getByLabel('Months').fill(String(batch.months));
  await page.getByLabel('Gifts', { exact: true }).first().fill(String(batch.size));
  await page.getByRole('button', { name: 'Create batch' }).click();
  const links = page.getByRole('list', { name: 'Gift links' }).first().getByRole('listitem');
  await expect(links).toHaveCount(batch.size);
  return links.allTextContents();
}

/**
 * Returns the modules (squares) of the QR code on a canvas, in the order of the QR library. True means that a module is
 * dark.
 */
async function squaresOnCanvas(page: Page, side: number): Promise<boolean[]> {
  return page.locator('canvas').evaluate((element, count) => {
    if (!(element instanceof HTMLCanvasElement)) throw new Error('not a canvas');
    const pixels = element.getContext('2d')?.getImageData(0, 0, element.width, element.height);
    if (!pixels) throw new Error('the canvas is empty');
    const square = element.width / count;
    return Array.from({ length: count * count }, (_, index) => {
      const x = Math.floor(((index % count) + 0.5) * square);
      const y = Math.floor((Math.floor(index / count) + 0.5) * square);
      return (pixels.data[(y * pixels.width + x) * 4] ?? 255) < 128;
    });
  }, side);
}

test(
  'staff create a gift link with its QR code, a customer activates it, and the list shows by whom',
  { tag: '@desktop' },
  async ({ page, context, browser, sandbox, email }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signInAsStaff(page);
    let link = '';

    await test.step('staff create it on /adept [error-36, input-14, screen-81]', async () => {
      await page.getByLabel('Months').fill('');
      await expect(page.getByLabel('Months')).toHaveValue('0');
      await page.getByRole('button', { name: 'Create gift link' }).click();
      await expect(page.getByText('Must be at least 1 month.')).toBeVisible();
      await page.getByLabel('Months').fill('18');
      await page.getByRole('button', { name: 'Create gift link' }).click();
      await expect(page.getByText('Link copied to clipboard')).toBeVisible();
      link = await page.getByLabel('Link', { exact: true }).inputValue();
      expect(link).toMatch(/^http:\/\/localhost:\d+\/gift\?key=[0-9A-HJKMNP-TV-Z]{26}$/);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
      await expectAccessible(page);
      await expectToFit(page);
    });

    await test.step('its QR code is 512 px with a margin of 2 and holds the link [number-21]', async () => {
      const canvas = page.getByRole('img', { name: 'QR code of the gift link' });
      await expect(canvas).toHaveAttribute('width', '512');
      await expect(canvas).toHaveAttribute('height', '512');
      const { size, data } = create(link, {}).modules;
      const side = size + 4;
      const expected = Array.from({ length: side * side }, (_, index) => {
        const [row, column] = [Math.floor(index / side) - 2, (index % side) - 2];
        return row >= 0 && row < size && column >= 0 && column < size && data[row * size + column] === 1;
      });
      expect(await squaresOnCanvas(page, side)).toEqual(expected);
    });

    await test.step('its QR code is copied and downloaded as an image [error-37]', async () => {
      await page.getByRole('button', { name: 'Copy QR code' }).click();
      await expect(page.getByText('QR code copied to clipboard')).toBeVisible();
      const size = await page.evaluate(async () => {
        const [item] = await navigator.clipboard.read();
        const bitmap = await createImageBitmap(
          await (item?.getType('image/png') ?? Promise.reject(new Error('none'))),
        );
        return [bitmap.width, bitmap.height];
      });
      expect(size).toEqual([512, 512]);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download QR code' }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe(`gift-18-months-${link.slice(-4)}.png`);
      const png = fs.readFileSync(await file.path());
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([512, 512]);
    });

    await test.step('a customer activates it by an email [access-27, number-22]', async () => {
      const customer = await (await browser.newContext()).newPage();
      await customer.goto(link);
      await expect(customer.getByText(/^1\sгод 6\sмесяцев$/)).toBeVisible();
      await customer.getByPlaceholder('Введите email').fill(email);
      await customer.getByRole('button', { name: '→ Войти по email ссылке' }).click();
      await customer.waitForURL('**/wait');
      const emailMessage = await sandbox.newestEmail(email);
      await customer.goto(emailMessage.links.find((each) => each.includes('/open')) ?? '');
      await customer.waitForURL('**/profile');
      await expect(customer.getByText('подарочная подписка')).toBeVisible();
      await customer.context().close();
    });

    await test.step('the list shows who activated it, and links to the customer', async () => {
      await page.goto('/adept/gifts?state=activated&sort=activatedAt&dir=desc');
      const row = page.getByRole('row').filter({ hasText: `…${link.slice(-4)}` });
      await expect(row).toContainText('Activated');
      await expect(row).toContainText('admin');
      await row.getByRole('link', { name: email }).click();
      await page.waitForURL(/\/crucify\?id=\d+$/);
    });
  },
);

test(
  'a batch of 25 is copied, downloaded, printed, and revoked',
  { tag: '@desktop' },
  async ({ page, context, browser }, info) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signInAsStaff(page);
    await page.goto('/adept/gifts');
    const name = `=Spring ${info.project.name} ${info.testId.slice(-6)}`;

    await test.step('invalid input shows error messages', async () => {
      await page.getByLabel('Months').fill('0');
      await page.getByLabel('Gifts', { exact: true }).first().fill('501');
      await page.getByRole('button', { name: 'Create batch' }).click();
      await expect(page.getByText('Enter a batch name.')).toBeVisible();
      await expect(page.getByText('Must be at least 1 month.')).toBeVisible();
      await expect(page.getByText('Enter a number from 1 to 500.')).toBeVisible();
      await expectAccessible(page);
    });

    const links = await makeBatch(page, { name, months: 3, size: 25 });
    expect(new Set(links).size).toBe(25);
    await expectAccessible(page);
    await expectToFit(page);

    await test.step('leaving without saving the keys asks for confirmation', async () => {
      await page.getByRole('link', { name: 'Partners' }).click();
      await expect(page.getByRole('dialog', { name: 'Discard these keys?' })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Go back' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(new URL(page.url()).pathname).toBe('/adept/gifts');
    });

    await test.step('all links are copied', async () => {
      await page.getByRole('button', { name: 'Copy all' }).click();
      await expect(page.getByText('All links copied to clipboard')).toBeVisible();
      expect((await page.evaluate(() => navigator.clipboard.readText())).split(/\r?\n/)).toEqual(links);
    });

    await test.step('the CSV contains all links, and the batch name is not executed as a formula', async () => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download CSV' }).click();
      const text = fs.readFileSync(await (await download).path(), 'utf8');
      const rows = text
        .replace(/^\uFEFF/, '')
        .trimEnd()
        .split('\r\n');
      expect(text.startsWith('\uFEFF')).toBe(true);
      expect(rows).toHaveLength(26);
      expect(rows[0]).toBe('"No.";"Batch";"Months";"Duration";"Key";"Link"');
      const key = new URL(links[0] ?? '').searchParams.get('key');
      expect(rows[1]).toBe(`1;"'${name}";3;"3\u00a0месяца";"${String(key)}";"${String(links[0])}"`);
    });

    await test.step('the printed sheet has three pages of cards and nothing else', async () => {
      await page.evaluate(() => {
        window.print = () => document.documentElement.setAttribute('data-printed', '');
      });
      await page.getByRole('button', { name: 'Print QR codes' }).click();
      await page.locator('html[data-printed]').waitFor();
      await expect(page.locator('[data-gift-sheet] svg')).toHaveCount(25);
      await expect(page.locator('[data-gift-sheet]')).toBeHidden();
      const pdf = await page.pdf({ preferCSSPageSize: true });
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(3);
      await page.emulateMedia({ media: 'print' });
      await expect(page.locator('#root')).toBeHidden();
      await expect(page.getByText(links[24] ?? '', { exact: true }).last()).toBeVisible();
      await expect(page.locator('[data-gift-sheet]').getByText('Подарочная подписка')).toHaveCount(25);
      await page.emulateMedia({ media: null });
    });

    const [first, second] = links;
    await test.step('one key is revoked, and its holder cannot activate it', async () => {
      const ending = String(first).slice(-4);
      await page.getByRole('button', { name: 'Batches', exact: true }).click();
      await page.getByRole('button', { name, exact: true }).click();
      await expect(page).toHaveURL(/batch=\d+/);
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('button', { name: `Revoke the gift …${ending}` }).click();
      const dialog = page.getByRole('dialog', { name: 'Revoke this gift?' });
      await expect(dialog).toContainText(ending);
      await dialog.getByRole('button', { name: 'Revoke' }).click();
      await expect(page.getByText('Gift revoked')).toBeVisible();
      await expect(page.getByRole('row').filter({ hasText: `…${ending}` })).toContainText('Revoked');
      const customer = await (await browser.newContext()).newPage();
      await customer.goto(String(first));
      await expect(customer.getByText(UNKNOWN)).toBeVisible();
      await expect(customer).toHaveURL('/');
      await customer.goto(String(second));
      await expect(customer.getByText(/^3\sмесяца$/)).toBeVisible();
      await customer.context().close();
    });

    await test.step('the remaining keys are revoked together', async () => {
      await page.getByRole('button', { name: 'Batches', exact: true }).click();
      await page.getByRole('button', { name: `Revoke unused gifts in ${name}` }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText('24 unused keys will stop working.');
      await dialog.getByRole('button', { name: 'Revoke unused' }).click();
      await expect(page.getByText('24 gifts revoked')).toBeVisible();
      // The rows of the gift table are dimmed until the table has been reloaded.
      const table = page.getByRole('table', { name: 'Gift batches' });
      await expect(table).toHaveAttribute('aria-busy', 'false');
      const cells = table.getByRole('row').filter({ hasText: name }).getByRole('cell');
      await expect(cells.nth(5)).toHaveText('25');
      // A table row that is half covered by the header bar would fail the check of the touch target size.
      await page.evaluate(() => window.scrollTo(0, 0));
      await expectAccessible(page);
      await expectToFit(page);
    });
  },
);

test('a lost response loses no keys', { tag: '@desktop' }, async ({ page, complaints }, info) => {
  const name = `Lost ${info.project.name} ${info.testId.slice(-6)}`;
  await signInAsStaff(page);
  await page.goto('/adept/gifts');
  await page.route(
    '**/api/panel/gifts/createBatch',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create batch' }).click();
  await expect(page.getByText(`We didn’t get a response for “${name}”`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Retrieve keys' }).click();
  await expect(page.getByRole('list', { name: 'Gift links' }).getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: 'Batches', exact: true }).click();
  await expect(page.getByRole('button', { name, exact: true })).toHaveCount(1);
  await takeExpectedComplaints(complaints, /ERR_CONNECTION_RESET/, /The server could not be reached/);
});
