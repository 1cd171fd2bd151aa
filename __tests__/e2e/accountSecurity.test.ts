/** Tests the pages about sessions and about the change of the email address, and the emails that lead to them. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectToFit, hold, signInByEmail, test } from './support/journey';
import type { Sandbox } from './support/sandbox';

/** Waits for the email with a confirmation code to the address, and types the code. */
async function typeCode(page: Page, sandbox: Sandbox, email: string, submit: string): Promise<void> {
  const readCode = async () => {
    const [newest] = (await sandbox.mail(email)).filter(({ text }) => text.includes('Код:'));
    return /(?<!\d)\d{8}(?!\d)/.exec(newest?.text.split('Код:')[1] ?? '')?.[0] ?? null;
  };
  await expect.poll(readCode).not.toBeNull();
  await page.getByLabel('Код из письма').fill((await readCode()) ?? '');
  await page.getByRole('button', { name: submit }).click();
}

test('a customer sees the sessions of the account, and ends a session', async ({ page, email, sandbox }) => {
  await signInByEmail(page, email);
  await page.waitForURL('**/shop');
  await sandbox.session(email);
  await page.goto('/account');
  await page.getByRole('link', { name: /Где открыт аккаунт/ }).click();
  const list = page.getByRole('list', { name: 'Браузеры и приложения' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list).toContainText('этот браузер');
  await expectAccessible(page);
  await expectToFit(page);
  await hold(page, list.getByRole('button'), async () => {
    await expect(page.getByText('Готово: там придётся войти снова.')).toBeVisible();
  });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);
});

test('a customer changes the address, and reverts the change from the former address', async ({
  page,
  email,
  sandbox,
}) => {
  const newEmail = `new-${email}`;
  await signInByEmail(page, email);
  await page.waitForURL('**/shop');
  await page.goto('/account/email');
  await expectAccessible(page);
  await expectToFit(page);
  await test.step('with a code from each address', async () => {
    await page.getByRole('button', { name: 'Прислать код на эту почту' }).click();
    await expectAccessible(page);
    await typeCode(page, sandbox, email, 'Подтвердить');
    await page.getByLabel('Новая почта').fill(newEmail);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Прислать код на новую почту' }).click();
    await typeCode(page, sandbox, newEmail, 'Сменить почту');
    await expect(page.getByRole('heading', { name: 'Почта изменена' })).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
  });
  await test.step('and stays signed in', async () => {
    await page.goto('/account/email');
    await expect(page.getByText(`Сейчас аккаунт привязан к ${newEmail}.`)).toBeVisible();
    await page.goto('/account/sessions');
    await expect(page.getByText('этот браузер')).toBeVisible();
  });
  await test.step('a sign-in with the former address leads to the way back', async () => {
    await signInByEmail(page, email);
    const confirm = page.getByRole('button', { name: /Войти в этот аккаунт|Войти/ });
    await expect(page.getByRole('heading', { name: 'Адрес изменён' }).or(confirm).first()).toBeVisible();
    if (!(await page.getByRole('heading', { name: 'Адрес изменён' }).isVisible())) await confirm.click();
    await expect(page.getByRole('heading', { name: 'Адрес изменён' })).toBeVisible();
    expect(new URL(page.url()).hash).toBe('');
    await expectAccessible(page);
    await expectToFit(page);
  });
  await test.step('which needs a code', async () => {
    await page.getByRole('button', { name: 'Прислать код на прежнюю почту' }).click();
    await expectAccessible(page);
    await typeCode(page, sandbox, email, 'Вернуть почту');
    await expect(page.getByRole('heading', { name: 'Почта возвращена' })).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
    await signInByEmail(page, email);
    await page.waitForURL('**/shop');
  });
});
