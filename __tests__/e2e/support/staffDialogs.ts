/** Opens every dialog of the staff console, and the states of its pages that follow from a dialog. */
import type { Page } from 'playwright-core';
import { FIRST_ADMIN } from './staff';
import { AGENT, call, type StaffWorld } from './staffScreens';
import { payForTrial } from './trialPayment';

type Shot = (name: string) => Promise<void>;

/** Visits the dialogs as the first admin, who is signed in. Calls `shot` with each dialog's name. */
export async function walkStaffDialogs(page: Page, shot: Shot, world: StaffWorld): Promise<void> {
  const base = new URL(page.url()).origin;
  const { accessToken } = await call<{ accessToken: string }>(base, '/api/auth/login', FIRST_ADMIN);
  const staff = <T>(path: string, body: object) => call<T>(base, `/api/panel/${path}`, body, accessToken);
  const settled = async () => {
    await page.waitForLoadState('networkidle');
    await page.locator('.MuiSkeleton-root').first().waitFor({ state: 'detached' });
  };
  const open = async (path: string) => {
    await page.goto(path);
    await settled();
  };
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
  const dialog = page.getByRole('dialog');
  const shotOfDialog = async (name: string) => {
    await dialog.waitFor();
    await settled();
    await shot(name);
  };
  const leave = async () => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  const visit = async (button: string | RegExp, name: string) => {
    await press(button);
    await shotOfDialog(name);
    await leave();
  };
  const user = (id: number) => `/crucify?id=${String(id)}`;
  const ofActive = user(world.activeId);

  // The palette and the list of shortcuts.
  await open(ofActive);
  await page.keyboard.press('Control+k');
  await shotOfDialog('staff-palette');
  await page.getByRole('combobox').fill('va');
  await page.getByRole('option').first().waitFor();
  await shotOfDialog('staff-palette-customers');
  await leave();
  await page.keyboard.press('?');
  await shotOfDialog('staff-shortcuts');
  await leave();

  // The dialogs of a customer.
  await visit('Cancel renewal', 'staff-stop-renewal');
  await press('Add days');
  await dialog.getByLabel('Days').fill('400');
  await dialog.getByRole('button', { name: /^Add/ }).click();
  await shotOfDialog('staff-add-days');
  await leave();
  await page.getByRole('button', { name: 'More actions' }).click({ timeout: 2_000 });
  await visit('Move to another email', 'staff-move');
  await visit('Delete account…', 'staff-erase');
  await press('Add note');
  await press('Add tag');
  await shot('staff-user-note-and-tag');
  await page.getByLabel('New tag').fill('vip');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove tag vip' }).waitFor();
  await page.getByLabel('New note').fill('Prefers emails, and writes from Tbilisi at night. '.repeat(4));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Pin: Prefers/ }).click();
  await page.getByText('Note pinned').waitFor();
  await shot('staff-user-undo');
  await page.getByText('Details', { exact: true }).click();
  await settled();
  await shot('staff-user-details');
  await open(`/torride?user=${String(world.activeId)}&device=${world.deviceId}`);
  await visit(/^Detach/, 'staff-detach');

  // A colleague cancels the renewal while the dialog is open.
  await open(ofActive);
  await press('Cancel renewal');
  await dialog.getByLabel('Internal note (optional)').fill('asked in the chat');
  await staff('users/stopRenewal', { userId: world.activeId, comment: '' });
  await dialog.getByRole('button', { name: 'Cancel renewal' }).click();
  await dialog.getByText('Status: Active → Canceled').waitFor();
  await shotOfDialog('staff-stale-dialog');
  await dialog.getByRole('button', { name: 'Show current state' }).click();
  await dialog.waitFor({ state: 'detached' });
  await settled();
  await shot('staff-user-canceled');
  await visit('Refund unused days', 'staff-refund-unused');

  // Pushes to many customers.
  await open('/adept#q=vasilisa');
  await press(/^Send push/);
  await dialog.getByLabel('Title').fill('Новые серверы');
  await dialog.getByLabel('Text').fill('Обнови приложение: добавлены серверы в Казахстане.');
  await dialog.getByRole('button', { name: /^Send to/ }).click();
  await dialog.getByText(/^Link must start/).waitFor();
  await shotOfDialog('staff-push-many');
  await dialog.getByLabel('Link').fill('https://t.me/news');
  await dialog.getByRole('button', { name: /^Send to/ }).click();
  await page.waitForURL(/pushes/);
  await settled();
  await shot('staff-push');
  await open('/adept/pushes');
  await shot('staff-pushes');

  // Gifts, the team and the agent's own account.
  await open('/adept/gifts');
  await visit(/^Revoke the gift/, 'staff-revoke');
  await page.getByRole('button', { name: 'Batches', exact: true }).click();
  await settled();
  await visit(/^Revoke unused gifts/, 'staff-revoke-batch');
  await open('/adept/team');
  await visit('New account', 'staff-team-new');
  await press(AGENT.username);
  await dialog.getByRole('button', { name: 'Reset password' }).click();
  await shotOfDialog('staff-team-reset');
  await open('/adept/account');
  await press('Enable');
  await shot('staff-account-enable');

  // A payment issue: the card provider rejects the refund of a verification.
  await call(base, '/sandbox/api/card/failures', { method: 'payments/refund', times: 1000 });
  const post = (path: string, body: object, token?: string) => call<unknown>(base, path, body, token);
  const payer = { email: 'ivan.tsarevich@example.org' };
  await payForTrial(post, await call(base, '/sandbox/api/sessions', payer));
  for (let issues = 0; issues === 0;) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    ({ open: issues } = await staff<{ open: number }>('paymentIssues/count', {}));
  }
  await open('/adept/paymentIssues');
  await shot('staff-payment-issues');
  await visit(/^Resolve/, 'staff-payment-issue');
  await visit('Record dispute…', 'staff-dispute');
  await open('/adept');
  await shot('staff-home-attention');

  // A deleted account.
  await staff('users/erase', { userId: world.giftedId, email: 'koschei@mail.ru', reason: 'customerRequest' });
  await open(user(world.giftedId));
  await shot('staff-user-erased');
}
