/** Tests the export of a customer's data, by the customer with a confirmation code and by an admin. */
import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, expectToFit, signInByEmail, takeTrial, test } from './support/journey';
import type { Sandbox } from './support/sandbox';
import { findUserId, signInAsStaff } from './support/staff';

async function newestCode(sandbox: Sandbox, email: string): Promise<string> {
  const isCode = ({ subject }: { subject: string }) => subject.startsWith('Код для скачивания');
  await expect.poll(async () => (await sandbox.mail(email)).some(isCode)).toBe(true);
  const text = (await sandbox.mail(email)).find(isCode)?.text ?? '';
  return /(?<!\d)\d{8}(?!\d)/.exec(text)?.[0] ?? '';
}

test('a customer reads the privacy policy and downloads all stored data @bothWidths', async ({
  page,
  email,
  sandbox,
}) => {
  await signInByEmail(page, email);
  await takeTrial(page);
  await page.goto('/account');
  await page.getByRole('link', { name: /Скачать мои данные/ }).click();
  await page.waitForURL('**/account/data');
  await expect(page.getByRole('link', { name: 'политика' })).toHaveAttribute('href', '/privacy');
  await expectToFit(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Прислать код' }).click();
  await page.getByLabel('Код из письма').fill('12345678');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Код не подошёл. Осталось: 4/)).toBeVisible();
  await expectToFit(page);
  await expectAccessible(page);
  await page.getByLabel('Код из письма').fill(await newestCode(sandbox, email));
  await page.keyboard.press('Enter');
  const save = page.getByRole('button', { name: 'Скачать страницу' });
  await expect(save).toBeVisible();
  await expectToFit(page);
  await expectAccessible(page);

  const downloads = page.waitForEvent('download');
  await save.click();
  const file = await downloads;
  expect(file.suggestedFilename()).toMatch(/^moi-dannye-\d{4}-\d\d-\d\d\.html$/);
  const html = await readFile(await file.path(), 'utf8');
  await test.step('the saved page is readable and accessible', async () => {
    const reader = await page.context().newPage();
    await reader.setContent(html);
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Мои данные в «Просвет»');
    await expect(reader.getByRole('heading', { name: 'Платежи', exact: true })).toBeVisible();
    await expect(reader.getByText(email).first()).toBeVisible();
    await expectToFit(reader);
    await expectAccessible(reader);
    await reader.close();
  });
  const jsonDownload = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать JSON' }).click();
  const data = JSON.parse(await readFile(await (await jsonDownload).path(), 'utf8')) as { kinds: unknown[] };
  expect(data.kinds.length).toBeGreaterThan(10);
});

test(
  'an admin downloads the data of a customer who requested the data by post',
  { tag: '@desktop' },
  async ({ page, email, request }) => {
    await signInByEmail(page, email);
    await page.waitForURL('**/shop');
    const id = await findUserId(request, email);
    await signInAsStaff(page);
    await page.goto(`/crucify?id=${String(id)}`);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export data' }).click();
    expect((await saving).suggestedFilename()).toMatch(new RegExp(`-${String(id)}\\.(?:html|json)$`));
    await expect(page.getByText('Customer data exported')).toBeVisible();
  },
);
