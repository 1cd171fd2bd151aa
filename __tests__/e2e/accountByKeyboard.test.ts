/** Tests that the pages of the account work with the keyboard alone, and that each step is accessible at both widths. */
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectToFit, signInByEmail, takeTrial, test } from './support/journey';
import type { Sandbox } from './support/sandbox';

/** Maximum number of Tab presses until a control has the focus. No page has so many Tab stops. */
const STOPS_MAX = 60;

/** Moves the focus to the control by Tab. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    if (await control.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${String(control)}`);
}

async function pressOn(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

/** Types the code of the newest email with this subject into the field that has the focus, and submits it. */
async function typeCode(page: Page, sandbox: Sandbox, email: string, subject: string): Promise<void> {
  const readCode = async () => {
    const found = (await sandbox.mail(email)).find((each) => each.subject.startsWith(subject));
    return /(?<!\d)\d{8}(?!\d)/.exec(found?.text.split('Код:')[1] ?? found?.text ?? '')?.[0] ?? '';
  };
  await expect.poll(readCode).not.toBe('');
  await expect(page.getByLabel('Код из письма')).toBeFocused();
  await checkStep(page);
  await page.keyboard.type(await readCode());
  await page.keyboard.press('Enter');
}

async function checkStep(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectToFit(page);
}

const expectTitle = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeFocused();

test('the change of address and its way back', async ({ page, email, sandbox }) => {
  const newEmail = `new-${email}`;
  await signInByEmail(page, email);
  await page.waitForURL('**/shop');
  await page.goto('/account/email');
  await checkStep(page);
  await pressOn(page, page.getByRole('button', { name: 'Прислать код на эту почту' }));
  await typeCode(page, sandbox, email, 'Код для смены почты');
  await expect(page.getByLabel('Новая почта')).toBeFocused();
  await checkStep(page);
  await page.keyboard.type(newEmail);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Мы отправили код на ${newEmail}`)).toBeVisible();
  await typeCode(page, sandbox, newEmail, 'Код для новой почты');
  await expectTitle(page, 'Почта изменена');
  await checkStep(page);

  const isChange = ({ subject }: { subject: string }) => subject.endsWith('изменена');
  await expect.poll(async () => (await sandbox.mail(email)).some(isChange)).toBe(true);
  const [link = ''] = (await sandbox.mail(email)).find(isChange)?.links ?? [];
  await page.goto(link);
  await checkStep(page);
  await pressOn(page, page.getByRole('button', { name: 'Прислать код на прежнюю почту' }));
  await typeCode(page, sandbox, email, 'Код, чтобы вернуть почту');
  await expectTitle(page, 'Почта возвращена');
  await checkStep(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Почта возвращена' })).toBeVisible();
  await page.goto('/support');
  await page.goto('/account/restoreEmail');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Открой ссылку из письма ещё раз' }),
  ).toBeVisible();
  await checkStep(page);
});

test('the export of all data', async ({ page, email, sandbox }) => {
  await signInByEmail(page, email);
  await page.waitForURL('**/shop');
  await page.goto('/account');
  await checkStep(page);
  await pressOn(page, page.getByRole('link', { name: /Скачать мои данные/ }));
  await page.waitForURL('**/account/data');
  await expectTitle(page, 'Скачать мои данные');
  await checkStep(page);
  await pressOn(page, page.getByRole('button', { name: 'Прислать код' }));
  await typeCode(page, sandbox, email, 'Код для скачивания');
  await expectTitle(page, 'Скачать мои данные');
  const save = page.getByRole('button', { name: 'Скачать страницу' });
  await expect(save).toBeVisible();
  await checkStep(page);
  const download = page.waitForEvent('download');
  await pressOn(page, save);
  expect((await download).suggestedFilename()).toMatch(/\.html$/);
});

test('the list of sessions', async ({ page, email, sandbox }) => {
  await signInByEmail(page, email);
  await page.waitForURL('**/shop');
  await sandbox.session(email);
  await page.goto('/account/sessions');
  const entries = page.getByRole('list', { name: 'Браузеры и приложения' }).getByRole('listitem');
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText('этот браузер');
  await expect(entries.first()).toContainText(/последний раз сегодня\s\d\d:\d\d/);
  await checkStep(page);
  await tabTo(page, entries.getByRole('button'));
  await page.keyboard.down(' ');
  await expect(entries).toHaveCount(1);
  await page.keyboard.up(' ');
  await expectTitle(page, 'Где открыт аккаунт');
  await checkStep(page);
});

test('the change of card', async ({ page, email }) => {
  await signInByEmail(page, email);
  await takeTrial(page);
  await page.goto('/account/card');
  await checkStep(page);
  await pressOn(page, page.getByRole('checkbox', { name: /Соглашаюсь на эти списания/ }), ' ');
  await pressOn(page, page.getByRole('button', { name: 'Ввести новую карту' }));
  const dialog = page.getByRole('dialog');
  for (const [label, value] of [
    ['Номер карты', '5555 5555 5555 4444'],
    ['Срок действия', '12/30'],
    ['CVV', '123'],
  ] as const) {
    const field = dialog.getByLabel(label);
    await tabTo(page, field);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(value);
  }
  await pressOn(page, dialog.getByRole('button', { name: /^Оплатить / }));
  await pressOn(page, dialog.getByRole('button', { name: /подтвердить/i }));
  await expectTitle(page, 'Карта изменена');
  await checkStep(page);
});

test('the deletion of the account', async ({ page, email, sandbox }) => {
  await signInByEmail(page, email);
  await takeTrial(page);
  await page.goto('/account/delete');
  await checkStep(page);
  await pressOn(page, page.getByRole('link', { name: 'Удалить аккаунт', exact: true }));
  await page.waitForURL('**/account/delete/confirm');
  const waiver = page.getByLabel('Или напиши «отказываюсь»');
  await tabTo(page, waiver);
  await checkStep(page);
  await page.keyboard.type('отказываюсь');
  await page.keyboard.press('Enter');
  await typeCode(page, sandbox, email, 'Код для удаления');
  await expectTitle(page, 'Аккаунт удалён');
  await checkStep(page);
});
